// What the query's editor can do: SQL in colors, completion from the catalogue, brackets, undo, and the place of an error.

import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  type Completion as Offered,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { PostgreSQL, SQLDialect, sql } from '@codemirror/lang-sql';
import { bracketMatching } from '@codemirror/language';
import type { Diagnostic } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLineGutter, keymap, lineNumbers, placeholder } from '@codemirror/view';
import type { Language } from '#shared/text.ts';
import { completionsAt, type Completion } from './completions.ts';
import { EDITOR_LOOK } from './editor-look.ts';

/** DuckDB reads the SQL of PostgreSQL, and some words of its own. */
const DUCKDB = SQLDialect.define({
  ...PostgreSQL.spec,
  keywords: `${PostgreSQL.spec.keywords ?? ''} qualify exclude pivot unpivot summarize describe semi anti asof sample`,
});

const KINDS: Readonly<Record<Completion['kind'], Pick<Offered, 'type' | 'boost'>>> = {
  column: { type: 'property', boost: 2 },
  table: { type: 'class', boost: 1 },
  function: { type: 'function', boost: 0 },
  keyword: { type: 'keyword', boost: -1 },
};

const completionSource =
  (language: Language): CompletionSource =>
  ({ state, pos, explicit }) => {
    const text = state.doc.toString();
    const found = completionsAt(text, pos, language);
    if (found === undefined) return null;
    // Nothing is offered before a letter is typed, unless it was asked for or a dot asks for it.
    if (found.from === pos && !explicit && text[pos - 1] !== '.') return null;
    const options = found.list.map(({ label, kind, detail, info }): Offered => ({
      label,
      ...KINDS[kind],
      ...(detail === undefined ? {} : { detail }),
      ...(info === undefined ? {} : { info }),
    }));
    return { from: found.from, options, validFor: /^\w*$/ };
  };

/** The library's own words. */
const PHRASES: Readonly<Record<string, string>> = {
  Completions: '補完候補',
  'No diagnostics': 'エラーはありません',
};

interface SetupOptions {
  readonly language: Language;
  readonly label: string;
  readonly placeholder: string;
  /** Called with the text and the place of the cursor. */
  readonly onChange: (text: string, place: number) => void;
  readonly onPlace: (place: number) => void;
  /** Esc where nothing is open. */
  readonly onLeave: () => void;
}

export function editorSetup(options: SetupOptions): Extension {
  const { language, label, onChange, onPlace, onLeave } = options;
  return [
    lineNumbers(),
    highlightActiveLineGutter(),
    history(),
    bracketMatching(),
    closeBrackets(),
    sql({ dialect: DUCKDB }),
    autocompletion({ override: [completionSource(language)], icons: false }),
    placeholder(options.placeholder),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
    EditorState.phrases.of(language === 'ja' ? PHRASES : {}),
    EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
      const { head } = state.selection.main;
      if (docChanged) onChange(state.doc.toString(), head);
      else if (selectionSet) onPlace(head);
    }),
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...historyKeymap,
      // Ctrl+Enter runs the query (SqlScreen).
      ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
      {
        key: 'Escape',
        run: () => {
          onLeave();
          return true;
        },
      },
    ]),
    EDITOR_LOOK,
  ];
}

/** The error at a place of the text: the word that begins there, or the end of the text. */
export function diagnosticAt(text: string, at: number, message: string): Diagnostic {
  const from = Math.min(at, text.length);
  const [word = ''] = /^(?:[\w.]+|"[^"]*"|'[^']*'|\S)?/.exec(text.slice(from)) ?? [];
  if (word !== '') return { from, to: from + word.length, severity: 'error', message };
  const before = text.slice(0, from).trimEnd().length;
  return { from: Math.max(0, before - 1), to: before, severity: 'error', message };
}
