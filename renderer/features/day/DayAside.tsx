// What stands beside the races of the day, or below them on a narrow screen.

import { useMemo, type ReactNode, type RefObject } from 'react';
import type { Sheet } from '#shared/bridge/results.ts';
import { cameWhole } from '#shared/racing/race-records.ts';
import { recordsOf } from '#shared/racing/race-rows.ts';
import { FiguresOf } from '../../racing/figures/FiguresOf.tsx';
import { BiggestPayoffs } from './BiggestPayoffs.tsx';
import { DayChangesPanel } from './DayChangesPanel.tsx';
import type { DayChanges } from './use-day-changes.ts';

interface DayAsideProps {
  /** Undefined for a past day. */
  readonly changes: DayChanges | undefined;
  readonly changesHeading: RefObject<HTMLHeadingElement | null>;
  /** Undefined until they were read, and for a day to come. */
  readonly payoffs: Sheet | undefined;
  /** Races on the program. */
  readonly races: number;
}

export function DayAside({ changes, changesHeading, payoffs, races }: DayAsideProps): ReactNode {
  const records = useMemo(() => (payoffs === undefined ? [] : recordsOf(payoffs)), [payoffs]);
  return (
    <div className="day-aside">
      {changes !== undefined && <DayChangesPanel found={changes} heading={changesHeading} />}
      {payoffs !== undefined && (
        <FiguresOf read={[payoffs]}>
          <BiggestPayoffs payoffs={records} races={races} mayLack={!cameWhole(payoffs.reasons)} />
        </FiguresOf>
      )}
    </div>
  );
}
