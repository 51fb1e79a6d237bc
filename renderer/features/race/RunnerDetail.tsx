// Everything that the card has on one runner, by group, below the table; blank fields are left out.

import { useTranslation } from 'react-i18next';
import { formatValue } from '#shared/catalogue/format.ts';
import { GROUPS, type GroupKey } from '#shared/catalogue/groups.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { styledName } from '#shared/names/latin.ts';
import { useLanguage } from '../../text/text.ts';
import { numberIn, type RecordValues } from '#shared/racing/race-rows.ts';

/** In the order that a handicapper reads; identity and links are for programs. */
const SHOWN_GROUPS: readonly GroupKey[] = [
  'pedigree', 'connections', 'aptitude', 'condition', 'shape', 'index', 'odds', 'longshot', 'tipsters', 'rest', 'career',
  'body', 'gear', 'mark',
]; // prettier-ignore

const columns = TABLES.d_ky.columns;

export function RunnerDetail({ runner }: { readonly runner: RecordValues }) {
  const { t } = useTranslation('race');
  const language = useLanguage();
  const names = useNameStyle();
  const title = t('detailOf', {
    number: numberIn(runner, 'horse_number') ?? '–',
    name: styledName(runner['horse_name']?.trim() ?? '', names),
  });
  return (
    <section className="runner-detail" aria-label={title}>
      <h2 title={t('detailHint')}>{title}</h2>
      <div className="runner-detail-groups">
        {SHOWN_GROUPS.map((group) => {
          const filled = columns.filter((column) => column.group === group && !isBlank(runner[column.name]));
          if (filled.length === 0) return null;
          return (
            <section key={group}>
              <h3>{GROUPS[group][language]}</h3>
              <dl>
                {filled.map((column) => (
                  <div key={column.name}>
                    <dt title={column.meaning[language]}>{column.label[language]}</dt>
                    <dd>{formatValue(column, runner[column.name], language, names)}</dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
      </div>
    </section>
  );
}
