// The works of a horse with a partner: before this race and before earlier ones that are stored.

import type { ReactNode } from 'react';
import { formatBare } from '#shared/catalogue/format.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { isPaired, partnerTally } from '#shared/racing/trainer-works.ts';
import { useLanguage, useTranslation } from '../../../text/text.ts';

interface PartnersProps {
  readonly present: readonly RecordValues[];
  /** The newest first. */
  readonly before: readonly RecordValues[];
}

const FIELDS = [
  'exercise_date', 'exercise_course_cd', 'work_kind', 'abreast_result', 'abreast_work_type', 'abreast_class', 'abreast_age',
] as const; // prettier-ignore

export function Partners({ present, before }: PartnersProps): ReactNode {
  const { t } = useTranslation('training');
  const language = useLanguage();
  const works = [...present, ...before];
  const paired = works.filter(isPaired);
  const { n, ahead, level, behind } = partnerTally(works);
  const columns = FIELDS.flatMap((field) => columnOf('t_ch', field) ?? []);
  return (
    <section aria-label={t('partners')}>
      <h3>{t('partners')}</h3>
      <p className="work-note">
        {n === 0
          ? t('partnersNone', { works: works.length })
          : t('partnersOf', { n, works: works.length, ahead, level, behind })}
      </p>
      {n > 0 && (
        <table className="small-table work-table" aria-label={t('partners')}>
          <thead>
            <tr>
              {columns.map(({ name, label, meaning }) => (
                <th key={name} scope="col" title={meaning[language]}>
                  {label[language]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {paired.map((work, index) => (
              <tr key={index}>
                {columns.map((column) => (
                  <td key={column.name}>{formatBare(column, work[column.name] ?? null, language)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
