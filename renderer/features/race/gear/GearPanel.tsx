// The gear and legs of one runner before its race: drawn on a horse, and as a table with what differs from its last run.

import { useMemo, type ReactNode } from 'react';
import { formatBare, MISSING } from '#shared/catalogue/format.ts';
import { entryOf } from '#shared/catalogue/decode.ts';
import { isStated } from '#shared/catalogue/reading.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import { styledName } from '#shared/names/latin.ts';
import { gearNotes, PLACES, type GearNote } from '#shared/racing/gear.ts';
import { prefixOf } from '#shared/catalogue/records/runs-back.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { numberIn, runnerNumber, type RecordValues } from '#shared/racing/race-rows.ts';
import type { Language } from '#shared/text.ts';
import { BracketNumber } from '../../../components/BracketNumber.tsx';
import { useNameStyle } from '../../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../../text/text.ts';
import { HorseDrawing, type PlaceLabel } from './HorseDrawing.tsx';
import './gear.css';

interface GearPanelProps {
  /** The pre-race record, with the name and bracket of the card. */
  readonly runner: RecordValues;
  /** The record of its past five runs with gear; undefined if it is not stored. */
  readonly previous: RecordValues | undefined;
  /** Whether it has never run, so that there is nothing to compare with. */
  readonly isDebut: boolean;
}

const LAST_RUN = `${prefixOf(1)}racedate`;

/** Nothing if the runner has no gear, no note on its legs, and nothing that it had at its last run. */
export function GearPanel({ runner, previous, isDebut }: GearPanelProps): ReactNode {
  const { t } = useTranslation('gear');
  const language = useLanguage();
  const names = useNameStyle();
  const notes = useMemo(() => gearNotes(runner, previous), [runner, previous]);
  if (notes.length === 0) return null;
  const name = styledName(runner['horse_name']?.trim() ?? '', names) || MISSING;
  const last = previous?.[LAST_RUN]?.trim() ?? '';
  const compared = isStated(last)
    ? t('since', { date: formatRacedate(last, language) ?? last })
    : t(isDebut ? 'sinceDebut' : 'sinceUnknown');
  const title = t('title', { name });
  const places = PLACES.flatMap((place): PlaceLabel[] => {
    const own = notes.filter((note) => note.place === place && note.change !== 'gone');
    if (own.length === 0) return [];
    return [
      {
        place,
        parts: [...new Set(own.flatMap(({ part }) => part ?? []))],
        title: t(`places.${place}`),
        text: own.map((note) => marked(note, labelOf(note, language))).join(t('comma')),
        isNew: own.some(({ change }) => change === 'new'),
      },
    ];
  });
  return (
    <section className="gear" aria-label={title}>
      <div className="gear-bar">
        <h2>
          <BracketNumber
            bracket={numberIn(runner, 'bracket_number')}
            number={runnerNumber(runner) ?? MISSING}
          />{' '}
          {title}
        </h2>
        <p>
          {compared} {flagsOf(runner, language)}
        </p>
      </div>
      <div className="gear-body">
        <div className="gear-scroll">
          <HorseDrawing label={t('drawing', { name })} places={places} />
        </div>
        <table className="gear-table" aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('place')}</th>
              <th scope="col">{t('what')}</th>
              {isDebut ? null : <th scope="col">{t('change')}</th>}
            </tr>
          </thead>
          <tbody>
            {notes.map((note) => (
              <tr
                key={`${note.place} ${note.table} ${note.code} ${note.change}`}
                className={`is-${note.change}`}
              >
                <th scope="row">{t(`places.${note.place}`)}</th>
                <td>{labelOf(note, language)}</td>
                {isDebut ? null : <td>{t(`changes.${note.change}`)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** An unknown code is shown as it is. */
const labelOf = ({ table, code }: GearNote, language: Language): string =>
  entryOf(table, code)?.[language] ?? code;

const marked = ({ change }: GearNote, label: string): string => (change === 'new' ? `+${label}` : label);

/** What the record itself says of the gear and the legs against before. */
function flagsOf(runner: RecordValues, language: Language): string {
  return ['change_equipment_flag', 'underfoot_info']
    .flatMap((field) => {
      const column = columnOf('t_pd', field);
      const raw = runner[field];
      if (column === undefined || !isStated(raw)) return [];
      return [`${column.label[language]}: ${formatBare(column, raw, language)}`];
    })
    .join(' · ');
}
