// Everything that the card has on one runner, by group, below the table; blank fields are left out.

import type { ReactNode } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import { formatValue } from '#shared/catalogue/format.ts';
import { ofPerson } from '#shared/annotations/annotation.ts';
import { GROUPS, type GroupKey } from '#shared/catalogue/groups.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { ShownAnnotations } from '../../client/use-annotations.ts';
import { OVERALL_INDEX } from '#shared/racing/index-parts.ts';
import { peopleOf, personNamed, type Person } from '#shared/racing/person.ts';
import { PersonLink } from '../../racing/PersonLink.tsx';
import { useNameStyle } from '../../text/name-style.ts';
import { styledName } from '#shared/names/latin.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { runnerNumber, type RecordValues } from '#shared/racing/race-rows.ts';

/** In the order that a handicapper reads; identity and links are for programs. */
const FIRST: readonly GroupKey[] = [
  'pedigree', 'connections', 'aptitude', 'condition', 'shape', 'index', 'odds', 'longshot', 'tipsters',
]; // prettier-ignore
const REST: readonly GroupKey[] = ['rest', 'career', 'body', 'gear', 'mark'];

/** On a wide screen the two parts stand apart. */
const PARTS = { all: [...FIRST, ...REST], first: FIRST, rest: REST };

export type DetailPart = keyof typeof PARTS;

const columns = TABLES.d_ky.columns;

interface RunnerDetailProps {
  readonly part: DetailPart;
  readonly runner: RecordValues;
  readonly noted: ShownAnnotations['of'];
  readonly isExplained: boolean;
  /** Shows what the overall index is made of. */
  readonly onExplain: () => void;
}

export function RunnerDetail(props: RunnerDetailProps) {
  const { runner, noted, part } = props;
  const { t } = useTranslation('race');
  const language = useLanguage();
  const names = useNameStyle();
  const title = t(part === 'rest' ? 'detailRest' : 'detailOf', {
    number: runnerNumber(runner) ?? '–',
    name: styledName(runner['horse_name']?.trim() ?? '', names),
  });
  return (
    <section className="runner-detail" aria-label={title}>
      <h2 title={t('detailHint')}>{title}</h2>
      <div className="runner-detail-groups">
        {part !== 'rest' && <PeopleNotes runner={runner} noted={noted} />}
        {PARTS[part].map((group) => {
          const filled = columns.filter((column) => column.group === group && !isBlank(runner[column.name]));
          if (filled.length === 0) return null;
          return (
            <section key={group}>
              <h3>{GROUPS[group][language]}</h3>
              <dl>
                {filled.map((column) => (
                  <div key={column.name}>
                    <dt title={column.meaning[language]}>{column.label[language]}</dt>
                    <dd>
                      <DetailValue {...props} column={column}>
                        {formatValue(column, runner[column.name], language, names)}
                      </DetailValue>
                    </dd>
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

interface DetailValueProps extends RunnerDetailProps {
  readonly column: Column;
  readonly children: string;
}

/** A name leads to its page, and the overall index to what it is made of. */
function DetailValue({ runner, column, isExplained, onExplain, children }: DetailValueProps): ReactNode {
  const { t } = useTranslation('explain');
  const language = useLanguage();
  if (column.name !== OVERALL_INDEX.total)
    return <PersonLink person={personOf(column.name, runner)}>{children}</PersonLink>;
  return (
    <button
      type="button"
      className="figure-button"
      aria-label={t('figure', { index: column.label[language], value: children })}
      aria-expanded={isExplained}
      onClick={(event) => {
        event.currentTarget.focus({ preventScroll: true });
        onExplain();
      }}
    >
      {children}
    </button>
  );
}

/** Names are links; a code is only a code. */
const personOf = (field: string, runner: RecordValues): Person | undefined =>
  field.endsWith('_name') ? personNamed(field, (name) => runner[name]) : undefined;

/** What the user noted about the jockey, the trainer and the sire. */
function PeopleNotes({ runner, noted }: Pick<RunnerDetailProps, 'runner' | 'noted'>) {
  const { t } = useTranslation('annotations');
  const { t: people } = useTranslation('person');
  const names = useNameStyle();
  const notes = peopleOf(runner).flatMap((person) => {
    const note = noted(ofPerson(person))?.note;
    return note === undefined ? [] : [{ person, note }];
  });
  if (notes.length === 0) return null;
  return (
    <section aria-label={t('notes')}>
      <h3>{t('notes')}</h3>
      <dl>
        {notes.map(({ person, note }) => (
          <div key={person.kind}>
            <dt>
              {people(`kinds.${person.kind}`)}{' '}
              <PersonLink person={person}>
                {styledName(runner[`${person.kind}_name`]?.trim() ?? person.id, names)}
              </PersonLink>
            </dt>
            <dd className="runner-detail-note">{note}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
