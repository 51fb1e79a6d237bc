// The range that a filter's text is, for fields of its two ends.

import { useState } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import { rangeOf, withRange, type Range } from './condition-edit.ts';

/** The range, if the text is only a range, and how to write another one. */
type Ranged = readonly [range: Range | undefined, write: (range: Range) => void];

/**
 * The range of a filter's text, and how to write another one. An end that is being typed passes through values beyond
 * the other one, whose text says no range: both ends are kept beside it.
 */
export function useRange(column: Column, text: string, onText: (text: string) => void): Ranged {
  const [written, setWritten] = useState<{ readonly text: string; readonly range: Range }>();
  const write = (range: Range): void => {
    const next = withRange(column, range);
    setWritten({ text: next, range });
    onText(next);
  };
  return [written?.text === text ? written.range : rangeOf(text, column), write];
}
