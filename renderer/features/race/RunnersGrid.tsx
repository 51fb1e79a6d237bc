// The runners of a race in a grid, below a word on those that are missing.

import { HeadcountNotice } from './HeadcountNotice.tsx';
import { RaceGrid, type RaceGridProps } from './RaceGrid.tsx';
import type { Values } from '../../racing/race-rows.ts';

interface RunnersGridProps extends RaceGridProps {
  readonly race: Values;
  /** The card, to name who is missing. */
  readonly card: readonly Values[];
  /** Horse numbers of the withdrawn, who are not missed. */
  readonly withdrawn: ReadonlySet<number>;
}

/** Tabs whose records say otherwise who took no part name their own. One array: another would draw every row anew. */
const WITHDRAWN = ['withdrawn_flag'];

export function RunnersGrid({ race, card, withdrawn, ...grid }: RunnersGridProps) {
  return (
    <>
      <HeadcountNotice race={race} records={grid.records} card={card} withdrawn={withdrawn} />
      <RaceGrid statusColumns={WITHDRAWN} {...grid} />
    </>
  );
}
