// The line below a grid: the position of the focus, what the cell means, figures of the selection, copying, the plain table.

import { useRef, type ReactNode } from 'react';
import type { Statistics } from '#shared/bridge/row-query.ts';
import { failureOf, wordsOfFailure } from '../client/failure.ts';
import { useLanguage, useTranslation } from '../text/text.ts';
import { MOST_CELLS } from './selection/read-cells.ts';
import { plainFigure } from './selection/selection-figures.ts';
import type { CopyOutcome } from './selection/use-copy.ts';
import './status-line.css';

interface StatusLineProps {
  /** The position of the focus as text. */
  readonly position: string;
  /** What the cell means beyond what it shows. */
  readonly reason: string | undefined;
  readonly selected: { readonly rows: number; readonly columns: number } | undefined;
  readonly figures: Statistics | undefined;
  /** Formats the figures; undefined if they mean nothing together. */
  readonly writeFigure: ((value: number) => string) | undefined;
  readonly outcome: CopyOutcome | undefined;
  readonly onCopyAs: ((anchor: HTMLElement) => void) | undefined;
  readonly onPlain: (() => void) | undefined;
}

const FIGURES = ['sum', 'mean', 'median', 'min', 'max'] as const;

export function StatusLine(props: StatusLineProps): ReactNode {
  const { t } = useTranslation('grid');
  const language = useLanguage();
  const { selected, figures, writeFigure, outcome, onCopyAs, onPlain } = props;
  const copy = useRef<HTMLButtonElement>(null);
  const write = (value: number): string => plainFigure(value, language);
  const cells = selected === undefined ? 0 : selected.rows * selected.columns;
  return (
    <div className="grid-status">
      <span className="grid-status-position">{props.position}</span>
      {selected === undefined ? (
        <span className="grid-status-reason">{props.reason}</span>
      ) : (
        <span className="grid-status-figures">
          {t('selected', {
            count: cells,
            cells: write(cells),
            rows: write(selected.rows),
            columns: selected.columns,
          })}
          {figures === undefined ? null : (
            <>
              {' · '}
              {t('figures.count')} {write(figures.count)}
              {FIGURES.map((name) => {
                const value = figures[name];
                return value === undefined || writeFigure === undefined ? null : (
                  <span key={name}>
                    {' · '}
                    {t(`figures.${name}`)} <strong>{writeFigure(value)}</strong>
                  </span>
                );
              })}
            </>
          )}
        </span>
      )}
      <span className="grid-status-outcome" role="status">
        <Outcome outcome={outcome} write={write} />
      </span>
      {onCopyAs === undefined ? null : (
        <button
          ref={copy}
          type="button"
          className="grid-status-button"
          aria-haspopup="menu"
          onClick={() => {
            if (copy.current !== null) onCopyAs(copy.current);
          }}
        >
          {t('copyAs')}
        </button>
      )}
      {onPlain === undefined ? null : (
        <button type="button" className="grid-status-button" onClick={onPlain}>
          {t('plainTable')}
        </button>
      )}
    </div>
  );
}

interface OutcomeProps {
  readonly outcome: CopyOutcome | undefined;
  readonly write: (value: number) => string;
}

function Outcome({ outcome, write }: OutcomeProps): ReactNode {
  const { t } = useTranslation('grid');
  const language = useLanguage();
  if (outcome === undefined) return null;
  switch (outcome.kind) {
    case 'copying':
      return t('copying');
    case 'copied':
      return t('copied', { count: outcome.cells, cells: write(outcome.cells) });
    case 'tooMany':
      return t('tooMany', { cells: write(outcome.cells), most: write(MOST_CELLS) });
    case 'failed':
      return outcome.thrown instanceof DOMException
        ? t('clipboardRefused')
        : t('notCopied', { why: wordsOfFailure(failureOf(outcome.thrown), language).title });
  }
}
