// The runners of a race in a grid, with a notice above if some are missing.

import { useMemo } from 'react';
import { HeadcountNotice } from './HeadcountNotice.tsx';
import { RaceGrid, type RaceGridProps } from './RaceGrid.tsx';
import type { RecordValues } from '#shared/racing/race-rows.ts';

interface RunnersGridProps extends Omit<RaceGridProps, 'racedate'> {
  readonly race: RecordValues;
  /** The card, to name who is missing. */
  readonly card: readonly RecordValues[];
  /** Horse numbers of withdrawn horses, which do not count as missing. */
  readonly withdrawn: ReadonlySet<number>;
  /** Why the horse of a record does not run, also before it has a number. */
  readonly reasonOf: (runner: RecordValues) => string | undefined;
}

/** A constant array, because a new one would redraw every row. */
const NO_START = [{ name: 'no_start' }];

export function RunnersGrid({ race, card, withdrawn, reasonOf, ...grid }: RunnersGridProps) {
  const { records } = grid;
  const marked = useMemo(
    () =>
      records.map((record) => ({
        ...record,
        no_start: reasonOf(record) !== undefined ? '1' : null,
      })),
    [records, reasonOf],
  );
  return (
    <>
      <HeadcountNotice race={race} records={records} card={card} withdrawn={withdrawn} />
      <RaceGrid {...grid} racedate={race['racedate']?.trim()} records={marked} statusColumns={NO_START} />
    </>
  );
}
