// What stands beside the races of the day, or below them on a narrow screen.

import { useMemo, type ReactNode } from 'react';
import type { Sheet } from '#shared/bridge/results.ts';
import { cameWhole } from '#shared/racing/race-records.ts';
import { recordsOf } from '#shared/racing/race-rows.ts';
import { BiggestPayoffs } from './BiggestPayoffs.tsx';

interface DayAsideProps {
  readonly payoffs: Sheet | undefined;
  readonly races: number;
}

export function DayAside({ payoffs, races }: DayAsideProps): ReactNode {
  const records = useMemo(() => (payoffs === undefined ? [] : recordsOf(payoffs)), [payoffs]);
  if (payoffs === undefined) return null;
  return (
    <aside className="day-aside">
      <BiggestPayoffs payoffs={records} races={races} mayLack={!cameWhole(payoffs.reasons)} />
    </aside>
  );
}
