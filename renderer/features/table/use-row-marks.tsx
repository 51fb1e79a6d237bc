// Marking runners in a table whose rows are runners.

import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { useAnnotations } from '../../client/use-annotations.ts';
import { focusedElement } from '../../components/focus.ts';
import type { ColumnEntry } from '../../grid/grid-props.ts';
import type { RowSource } from '../../grid/data/row-source.ts';
import { keysOfRunners, markedRunner, type MarkedRunner } from '../../racing/annotations/marked-runner.ts';
import { useRunnerMarks } from '../../racing/annotations/use-runner-marks.tsx';
import { isBlank } from '#shared/catalogue/reading.ts';
import { racePlace } from '../../racing/key-links.ts';

export interface RowMarks {
  /** The entry of a cell's menu that opens the marks of its row; none for a row that is no runner. */
  readonly entriesOf: (row: number) => readonly ColumnEntry[];
  readonly overlay: ReactNode;
  /** Why the last change of one failed. */
  readonly thrown: unknown;
}

const FIELDS = ['racekey', 'racedate', 'horse_number', 'horse_name', 'horse_id'] as const;

/** Undefined if the row is no runner, or has not arrived. */
function runnerIn(rows: RowSource, row: number): MarkedRunner | undefined {
  const values = Object.fromEntries(FIELDS.map((name) => [name, rows.cell(row, name) ?? null]));
  // A row of a table without these fields has null in both; before the draw, a runner has the horse alone.
  if (isBlank(values['horse_number']) && isBlank(values['horse_id'])) return undefined;
  return racePlace(values['racekey'], 'card') === undefined ? undefined : markedRunner(values);
}

/** `current`: the row that the keys are about. */
export function useRowMarks(rows: RowSource, current: number): RowMarks {
  const { t } = useTranslation('annotations');
  const found = runnerIn(rows, current);
  const written = JSON.stringify(found);
  // The same object as long as it is the same runner: cells are read anew with every page that arrives.
  const runner = useMemo(
    () => (written === undefined ? undefined : (JSON.parse(written) as MarkedRunner)),
    [written],
  );
  // The rows below an open menu may change: what it shows stays that of its own runner.
  const [opened, setOpened] = useState<MarkedRunner>();
  const annotations = useAnnotations(
    useMemo(() => keysOfRunners([runner, opened].filter((each) => each !== undefined)), [runner, opened]),
  );
  const marks = useRunnerMarks(annotations, runner, focusedElement);
  const entriesOf = (row: number): readonly ColumnEntry[] => {
    const wanted = runnerIn(rows, row);
    if (wanted === undefined) return [];
    const run = (): void => {
      setOpened(wanted);
      marks.openMenu(wanted, focusedElement());
    };
    return [{ id: 'mark', label: t('openMarks'), run }];
  };
  return { entriesOf, overlay: marks.overlay, thrown: annotations.thrown };
}
