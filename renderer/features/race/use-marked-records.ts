// The runners of a race's tab with the user's own mark, and the column that shows it.

import { useMemo } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { useAnnotations, type ShownAnnotations } from '../../client/use-annotations.ts';
import { useAnnotationsThen } from './known-at/use-annotations-then.ts';
import { keysOfRunners, markedRunner, markOf, MY_MARK } from '../../racing/annotations/marked-runner.ts';

export interface MarkedRecords {
  /** With the marks of the time that the race is shown of. */
  readonly records: readonly RecordValues[];
  /** As they are now. */
  readonly annotations: ShownAnnotations;
}

export function useMarkedRecords(records: readonly RecordValues[]): MarkedRecords {
  const keys = useMemo(() => {
    const runners = records.flatMap((record) => markedRunner(record) ?? []);
    return keysOfRunners(runners);
  }, [records]);
  const annotations = useAnnotations(keys);
  const of = useAnnotationsThen(annotations.of);
  const marked = useMemo(
    () => records.map((record) => ({ ...record, [MY_MARK.name]: markOf(record, of) ?? null })),
    [records, of],
  );
  return { records: marked, annotations };
}

/** The columns with the mark after the name of the horse. */
export function withMark(columns: readonly Column[]): readonly Column[] {
  const at = columns.findIndex(({ name }) => name === 'horse_name') + 1;
  return [...columns.slice(0, at), MY_MARK, ...columns.slice(at)];
}
