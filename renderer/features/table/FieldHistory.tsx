// A field's value in each stored run of the horse, newest first; a day opens its race.

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import { runsOfHorse } from '#shared/bridge/source.ts';
import { RUNS } from '#shared/catalogue/subjects/runs.ts';
import { formatValue, MISSING } from '#shared/catalogue/format.ts';
import { quantityIn } from '#shared/filters/measure.ts';
import { useBridge } from '../../client/bridge.tsx';
import { recordsOf } from '../../client/sheet.ts';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { racePlace } from '../../racing/key-links.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { navigation } from '../../app/navigation/navigation.ts';
import { Sparkline } from '../../components/Sparkline.tsx';
import { choiceOf } from './filters/choice-of.ts';

const OF_RUNS: ReadonlyMap<string, Column> = new Map(RUNS.columns.map((column) => [column.name, column]));

/** Fields that identify a run and do not describe it. */
const OF_THE_RUN: ReadonlySet<string> = new Set([
  'racedate',
  'racekey',
  'racecourse_cd',
  'race_number',
  'horse_id',
  'horse_name',
  'resultkey',
  'horse_number',
  'known_from',
  // Of a race and of a result it is something else.
  'class_cd',
]);

/** The run field that a column shows, of this run or of one of the five before it; undefined if it shows none. */
export function fieldOfRun(name: string): Column | undefined {
  const field = name.replace(/^race_back_\d_/, '');
  return OF_THE_RUN.has(field) ? undefined : OF_RUNS.get(field);
}

interface FieldHistoryProps {
  readonly column: Column;
  readonly horseId: string;
}

export function FieldHistory({ column, horseId }: FieldHistoryProps): ReactNode {
  const { t } = useTranslation('table');
  const language = useLanguage();
  const names = useNameStyle();
  const { queries } = useBridge();
  const runs = useQuery(
    queries.results.read.queryOptions({
      input: { source: runsOfHorse(horseId) },
      staleTime: 60_000,
      retry: false,
    }),
  );
  if (runs.isError) return <FailureNotice thrown={runs.error} onRetry={() => void runs.refetch()} />;
  if (runs.data === undefined) return <Skeleton />;
  const records = recordsOf(runs.data, ['racedate', 'racekey', 'horse_number', column.name]);
  if (records.length === 0) return <p className="field-history-none">{t('noHistory')}</p>;
  const day = OF_RUNS.get('racedate');
  const isNumber = choiceOf(column) === 'numbers' || column.kind === 'rank';
  const numbers = records.map((record) => quantityIn(column, record[column.name])).toReversed();
  return (
    <div className="field-history">
      {isNumber ? (
        <Sparkline values={numbers} label={column.label[language]} width={180} height={28} />
      ) : null}
      <ul aria-label={t('historyOf', { name: column.label[language] })}>
        {records.map((record) => {
          const { racedate = '', racekey } = record;
          const place = racePlace(racekey, 'result', record);
          const words = day === undefined ? racedate : formatValue(day, racedate, language);
          const raw = record[column.name];
          return (
            <li key={`${racedate} ${racekey ?? ''}`}>
              {place === undefined ? (
                <span>{words}</span>
              ) : (
                <button
                  type="button"
                  className="summary-open"
                  data-opens-screen
                  onClick={() => navigation.go(place)}
                >
                  {words}
                </button>
              )}
              <span>{raw === undefined ? MISSING : formatValue(column, raw, language, names)}</span>
            </li>
          );
        })}
      </ul>
      <p className="field-history-none">{t('historyStored', { count: records.length })}</p>
    </div>
  );
}
