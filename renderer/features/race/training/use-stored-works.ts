// The works of a trainer's winners and of a horse before a race, as far as they are stored. Nothing is requested.

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ColumnFilter } from '#shared/bridge/row-query.ts';
import type { Summary } from '#shared/bridge/results.ts';
import type { ResultSource, Sort } from '#shared/bridge/source.ts';
import { addDays, isRacedate } from '#shared/racing/racedate.ts';
import { recordsOf, type RecordValues } from '#shared/racing/race-rows.ts';
import { useBridge } from '../../../client/bridge.tsx';
import { useArchiveChanges, useLiveRows } from '../../../grid/data/use-archive-changes.ts';
import type { OpenState } from '../../../grid/data/use-open-result.ts';
import { filterBy } from '../../record/breakdowns.ts';

const COLUMNS = [
  'racedate', 'racekey', 'horse_number', 'exercise_date', 'number_of_times', 'exercise_course_cd', 'work_kind', 'ten',
  'shimai', 'oikirisisu', 'abreast_result', 'abreast_work_type', 'abreast_class', 'abreast_age',
]; // prettier-ignore

const KNOWN = COLUMNS.map((name) => ({ name, known: true }));

const NEWEST_FIRST: Sort = [
  { column: 'racedate', direction: 'descending' },
  { column: 'exercise_date', direction: 'descending' },
];

/** More than a trainer wins in a decade. */
const MOST = 1000;

export interface StoredWorks {
  /** The works of the trainer's winners, the newest first. */
  readonly winners: readonly RecordValues[];
  /** How many works of winners there are: more than were read, if there are very many. */
  readonly winnersInAll: number;
  /** Works of the trainer's runners, and how many of them have a stored result. */
  readonly ofTrainer: number;
  readonly withResult: number;
  /** Works whose card is not stored: nobody knows their trainer. */
  readonly withoutCard: number;
  /** The works of the horse before other races, the newest first. */
  readonly ofHorse: readonly RecordValues[];
}

interface Wanted {
  /** Of STORED_WORKS. */
  readonly opened: OpenState;
  readonly trainerCode: string;
  readonly horseId: string;
  /** Only works of races before this day, YYYYMMDD. */
  readonly racedate: string;
}

interface StoredWorksState {
  /** Undefined until the archive has answered. */
  readonly works: StoredWorks | undefined;
  readonly thrown: unknown;
}

/** All stored works: of ten years, opening them for each race would take longer than everything else on its page. */
export const STORED_WORKS: ResultSource = { kind: 'subject', subject: 'works' };

/** What is missing of the races before a day, YYYYMMDD. */
export function summaryBefore({ reasons, ...summary }: Summary, racedate: string): Summary {
  const before = reasons.filter(({ where }) => !isFrom(where, racedate));
  return { ...summary, reasons: before, complete: before.length === 0 };
}

/** Whether a day or period, YYYYMMDD or YYYYMMDD-YYYYMMDD, begins on the day or later; races and horses do not. */
const isFrom = (where: string, racedate: string): boolean =>
  isRacedate(where.slice(0, 8)) && /^\d{8}(?:-|$)/.test(where) && where.slice(0, 8) >= racedate;

const whole = (column: string, text: string): ColumnFilter => filterBy(column, [{ is: 'whole', text }]);

const WON = filterBy('order_of_finish', [{ is: 'range', from: 1, to: 1 }]);
const WITH_RESULT = filterBy('order_of_finish', [{ is: 'range', from: 0 }]);
const WITHOUT_CARD = filterBy('trainer_cd', [{ is: 'empty' }]);

export function useStoredWorks({ opened, trainerCode, horseId, racedate }: Wanted): StoredWorksState {
  const { client, queries } = useBridge();
  const { source, summary } = opened;
  const changes = useArchiveChanges(source, summary);
  useLiveRows(changes, false, () => 0);
  const { resultId } = summary;
  const { data, error, refetch } = useQuery({
    queryKey: [...queries.results.arrange.key(), resultId, trainerCode, horseId, racedate],
    queryFn: async ({ signal }): Promise<StoredWorks> => {
      // One after another: each call is about the rows that it arranges.
      const before = filterBy('racedate', [{ is: 'range', to: Number(addDays(racedate, -1)) }]);
      const read = async (filters: readonly ColumnFilter[], count: number) => {
        const window = { columns: COLUMNS, from: 0, count };
        const { rows, cells } = await client.results.arrange(
          { resultId, sort: NEWEST_FIRST, filters: [...filters, before], window },
          { signal },
        );
        return {
          rows,
          records: recordsOf({ records: cells?.[0]?.length ?? 0, columns: KNOWN, cells: cells ?? [] }),
        };
      };
      const trainer = whole('trainer_cd', trainerCode);
      const won = trainerCode === '' ? NOTHING : await read([trainer, WON], MOST);
      const all = trainerCode === '' ? NOTHING : await read([trainer], 0);
      const ended = trainerCode === '' ? NOTHING : await read([trainer, WITH_RESULT], 0);
      const unknown = await read([WITHOUT_CARD], 0);
      const own = horseId === '' ? NOTHING : await read([whole('horse_id', horseId)], MOST);
      return {
        winners: won.records,
        winnersInAll: won.rows,
        ofTrainer: all.rows,
        withResult: ended.rows,
        withoutCard: unknown.rows,
        ofHorse: own.records,
      };
    },
    staleTime: 0,
    retry: false,
  });
  // Works and results come in while the page is open.
  useEffect(() => void refetch(), [refetch, summary]);
  return { works: data, thrown: error };
}

const NOTHING: { readonly rows: number; readonly records: readonly RecordValues[] } = {
  rows: 0,
  records: [],
};
