// Copies the selection, or the focused cell, to the clipboard, and reports the outcome.

import { use, useCallback, useEffect, useRef, useState } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import type { NameStyle } from '#shared/names/latin.ts';
import type { Language } from '#shared/text.ts';
import { CopyChoiceContext } from './copy-choice.ts';
import { copyText, USUAL_COPY, type CopyChoice } from './copy-text.ts';
import { MOST_CELLS, readCells } from './read-cells.ts';
import { namesWithBeside, type RowSource } from '../data/row-source.ts';

interface CopyRange {
  readonly from: number;
  readonly count: number;
  readonly columns: readonly Column[];
}

export type CopyOutcome =
  | { readonly kind: 'copying'; readonly cells: number }
  | { readonly kind: 'copied'; readonly cells: number }
  | { readonly kind: 'tooMany'; readonly cells: number }
  /** The error of the source, or of the browser, which may deny access to the clipboard. */
  | { readonly kind: 'failed'; readonly thrown: unknown };

/** Milliseconds for which an outcome is shown. */
const SHOWN_MS = 6000;

export interface Copying {
  readonly outcome: CopyOutcome | undefined;
  /** The latest choice in the menu. */
  readonly choice: CopyChoice;
  /** Without a choice the default is used: Ctrl+C never changes what it does. */
  readonly copy: (range: CopyRange, choice?: CopyChoice) => Promise<void>;
}

export function useCopy(source: RowSource, language: Language, names: NameStyle): Copying {
  const [outcome, setOutcome] = useState<CopyOutcome>();
  const { choice, keep } = use(CopyChoiceContext);
  /** A newer copy replaces one that is still fetching. */
  const turn = useRef(0);
  useEffect(() => {
    if (outcome === undefined || outcome.kind === 'copying') return undefined;
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = useCallback(
    async ({ from, count, columns }: CopyRange, chosen?: CopyChoice): Promise<void> => {
      turn.current += 1;
      const mine = turn.current;
      const cells = count * columns.length;
      if (chosen !== undefined) keep(chosen);
      const report = (next: CopyOutcome): void => {
        if (mine === turn.current) setOutcome(next);
      };
      if (cells > MOST_CELLS) return report({ kind: 'tooMany', cells });
      report({ kind: 'copying', cells });
      try {
        const wanted = namesWithBeside(columns);
        const read = await readCells(source, { from, count, columns: wanted });
        if (read === undefined) return report({ kind: 'tooMany', cells });
        const cellsOf = (name: string | undefined) =>
          name === undefined ? undefined : read[wanted.indexOf(name)];
        if (mine !== turn.current) return;
        const texts = columns.map(({ name }) => cellsOf(name) ?? []);
        await navigator.clipboard.writeText(
          copyText(
            {
              columns,
              cells: texts,
              besides: columns.map(({ beside }) => cellsOf(beside)),
              language,
              names,
            },
            chosen ?? USUAL_COPY,
          ),
        );
        // What was written, whatever was wanted.
        report({ kind: 'copied', cells: texts.reduce((sum, column) => sum + column.length, 0) });
      } catch (thrown) {
        report({ kind: 'failed', thrown });
      }
    },
    [source, language, names, keep],
  );
  return { outcome, choice, copy };
}
