// The runners of a race in a grid, below a word on those that are missing.

import { useMemo } from 'react';
import { HeadcountNotice } from './HeadcountNotice.tsx';
import { RaceGrid, type RaceGridProps } from './RaceGrid.tsx';
import { numberIn, type RecordValues } from '#shared/racing/race-rows.ts';

interface RunnersGridProps extends RaceGridProps {
  readonly race: RecordValues;
  /** The card, to name who is missing. */
  readonly card: readonly RecordValues[];
  /** Horse numbers of the withdrawn, who are not missed. */
  readonly withdrawn: ReadonlySet<number>;
}

/** One array: another would draw every row anew. */
const NO_START = ['no_start'];

export function RunnersGrid({ race, card, withdrawn, ...grid }: RunnersGridProps) {
  const { records } = grid;
  const marked = useMemo(
    () =>
      records.map((record) => ({
        ...record,
        no_start: withdrawn.has(numberIn(record, 'horse_number') ?? 0) ? '1' : null,
      })),
    [records, withdrawn],
  );
  return (
    <>
      <HeadcountNotice race={race} records={records} card={card} withdrawn={withdrawn} />
      <RaceGrid {...grid} records={marked} statusColumns={NO_START} />
    </>
  );
}
