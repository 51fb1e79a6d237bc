// The selected runner of a race: one for all of its tabs, so that each shows the one that was chosen in another. Only a
// choice selects, a click or a move; the row that a tab begins with does not.

import { createContext, use, useCallback, useEffect, useMemo, type ReactNode } from 'react';
import { runnerKey, type RecordValues } from '#shared/racing/race-rows.ts';
import { useStepMemory } from '../../app/navigation/navigation.ts';

const Selected = createContext<string | undefined>(undefined);
const Select = createContext<(runner: RecordValues | undefined) => void>(() => undefined);

interface RunnerSelectionProps {
  readonly racekey: string;
  /** The horse number in the address: from the page of a horse to its race. */
  readonly runner: number | undefined;
  readonly children: ReactNode;
}

export function RunnerSelection({ racekey, runner, children }: RunnerSelectionProps) {
  const [stored, store] = useStepMemory<string | undefined>(`race.${racekey}.runner`, undefined);
  const wanted = runner === undefined ? undefined : runnerKey({ racekey, horse_number: `${runner}` });
  // The address of the next tab has no runner any more.
  useEffect(() => {
    if (stored === undefined && wanted !== undefined) store(wanted);
  }, [stored, wanted, store]);
  const select = useCallback(
    (chosen: RecordValues | undefined) => {
      const key = chosen === undefined ? undefined : runnerKey(chosen);
      if (key !== undefined) store(key);
    },
    [store],
  );
  return (
    <Select value={select}>
      <Selected value={stored ?? wanted}>{children}</Selected>
    </Select>
  );
}

/** The key of the selected runner; undefined until one was chosen. */
export const useSelectedRunner = (): string | undefined => use(Selected);

/** Selects the runner of a record; a stable function. */
export const useSelectRunner = () => use(Select);

/** The row of the selected runner; undefined if none is selected, or the rows lack it. */
export function useSelectedRow(rows: readonly RecordValues[]): number | undefined {
  const key = useSelectedRunner();
  return useMemo(() => {
    const at = key === undefined ? -1 : rows.findIndex((row) => runnerKey(row) === key);
    return at < 0 ? undefined : at;
  }, [key, rows]);
}
