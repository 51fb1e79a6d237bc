// The text of a list: typed, pasted, or a file that is dropped on it.

import { useImperativeHandle, useRef, useState, type DragEvent, type ReactNode, type Ref } from 'react';
import { useTranslation } from '../../text/text.ts';
import { LONGEST_BET_LIST } from '#shared/bridge/bets.ts';
import type { ListEdit } from './list-editor.ts';
import type { CheckedList } from './use-bet-report.ts';

export interface EditorHandle {
  /** Selects a line, counted from 1, and scrolls to it. */
  readonly show: (line: number) => void;
}

interface BetEditorProps {
  readonly edit: ListEdit;
  readonly onWrite: (text: string) => void;
  readonly checked: CheckedList;
  readonly onFile: (file: File) => void;
  readonly ref: Ref<EditorHandle>;
}

export function BetEditor({ edit, onWrite, checked, onFile, ref }: BetEditorProps): ReactNode {
  const { t } = useTranslation('bets');
  const field = useRef<HTMLTextAreaElement>(null);
  const [isOver, setOver] = useState(false);
  const show = (line: number): void => {
    const { current } = field;
    if (current !== null) selectLine(current, line);
  };
  useImperativeHandle(ref, () => ({ show }));
  const hasFile = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');
  const { report } = checked;
  const combinations = report?.bets.reduce((sum, each) => sum + each.combinations, 0) ?? 0;
  const yen = report?.bets.reduce((sum, each) => sum + each.combinations * each.stake, 0) ?? 0;
  const id = 'bets-editor';
  return (
    <section className={isOver ? 'bets-editor is-over' : 'bets-editor'} aria-label={t('editor')}>
      <label htmlFor={id} className="field-label">
        {isOver ? t('dropHere') : t('editor')}
      </label>
      <textarea
        ref={field}
        id={id}
        className="bets-text"
        value={edit.list.text}
        placeholder={t('placeholder')}
        spellCheck={false}
        autoComplete="off"
        wrap="off"
        aria-describedby={`${id}-count ${id}-bad`}
        onChange={(event) => onWrite(event.target.value)}
        onDragOver={(event) => {
          if (!hasFile(event)) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          const [file] = event.dataTransfer.files;
          setOver(false);
          if (file === undefined) return;
          event.preventDefault();
          onFile(file);
        }}
      />
      <p id={`${id}-count`} className="bets-count" aria-live="polite">
        <span>{t('count', { lines: report?.bets.length ?? 0, combinations, yen })}</span>
        {edit.state === 'too_long' ? (
          <strong className="field-problem">{t('tooLong', { most: LONGEST_BET_LIST })}</strong>
        ) : (
          <span className="bets-state">{edit.list.text === '' ? '' : t(edit.state)}</span>
        )}
      </p>
      <p id={`${id}-bad`} className="bets-bad" aria-live="polite">
        <BadLines lines={report?.bad.map(({ line }) => line) ?? []} onLine={show} />
      </p>
      <details className="bets-help">
        <summary>{t('help')}</summary>
        <ul>
          {t('helpLines', { returnObjects: true }).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
    </section>
  );
}

/** How many lines are named: the report lists all. */
const NAMED = 5;

interface BadLinesProps {
  /** Counted from 1. */
  readonly lines: readonly number[];
  readonly onLine: (line: number) => void;
}

/** The lines that were not understood, each a button that leads to it. */
function BadLines({ lines, onLine }: BadLinesProps): ReactNode {
  const { t } = useTranslation('bets');
  if (lines.length === 0) return null;
  const rest = lines.length - NAMED;
  return (
    <>
      <strong className="field-problem">{t('bad', { count: lines.length })}</strong>
      {lines.slice(0, NAMED).map((line) => (
        <button
          key={line}
          type="button"
          className="place-link"
          title={t('toLine', { line })}
          onClick={() => onLine(line)}
        >
          {t('lineNumber', { line })}
        </button>
      ))}
      {rest > 0 && <span>{t('more', { count: rest })}</span>}
    </>
  );
}

function selectLine(field: HTMLTextAreaElement, line: number): void {
  const lines = field.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  field.focus();
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  // The browser scrolls to a selection only when something is typed.
  const height = field.scrollHeight / Math.max(1, lines.length);
  field.scrollTop = Math.max(0, (line - 1) * height - field.clientHeight / 2);
}
