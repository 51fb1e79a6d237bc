// The look of the query's editor, from the variables of the themes: they reach into its shadow tree, style sheets do not.

import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const LOOK = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--paper-raised)', color: 'var(--ink)' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', fontSize: 'var(--text-m)', lineHeight: '1.55' },
  '.cm-content': { padding: 'var(--space-2) 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 var(--space-3)' },
  '.cm-gutters': {
    border: '0',
    borderRight: '1px solid var(--rule)',
    backgroundColor: 'var(--paper-sunk)',
    color: 'var(--ink-faint)',
  },
  '.cm-activeLineGutter': { backgroundColor: 'var(--hover)', color: 'var(--ink)' },
  '.cm-placeholder': { color: 'var(--ink-faint)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-wash)',
    outline: '1px solid var(--accent)',
  },
  '.cm-tooltip': {
    border: '1px solid var(--rule-strong)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--paper-raised)',
    color: 'var(--ink)',
    fontFamily: 'var(--font)',
    fontSize: 'var(--text-m)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { maxHeight: '18em', fontFamily: 'var(--font)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    gap: 'var(--space-3)',
    justifyContent: 'space-between',
    padding: '2px var(--space-2)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent-wash)',
    color: 'var(--ink)',
  },
  '.cm-completionLabel': { fontFamily: 'var(--font-mono)' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionDetail': {
    marginLeft: '0',
    color: 'var(--ink-faint)',
    fontStyle: 'normal',
    fontSize: 'var(--text-s)',
  },
  '.cm-tooltip.cm-completionInfo': { maxWidth: '22rem', padding: 'var(--space-2)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--error)',
    textDecorationSkipInk: 'none',
    backgroundColor: 'var(--error-wash)',
  },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--error)', whiteSpace: 'pre-line' },
  '@media (forced-colors: active)': {
    '.cm-tooltip-autocomplete ul li[aria-selected]': {
      outline: '2px solid Highlight',
      outlineOffset: '-2px',
    },
  },
});

const COLORS = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--dirt)' },
  { tag: [tags.lineComment, tags.blockComment], color: 'var(--ink-faint)', fontStyle: 'italic' },
  { tag: tags.typeName, color: 'var(--jump)' },
]);

export const EDITOR_LOOK: Extension = [LOOK, syntaxHighlighting(COLORS)];
