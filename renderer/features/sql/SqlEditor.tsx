// The editor of a query. It lives in a shadow tree: there its library may add its styles as style sheets, which the
// window's content security policy allows, while it forbids the style elements that the library adds elsewhere.

import { closeCompletion } from '@codemirror/autocomplete';
import { setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useImperativeHandle, useLayoutEffect, useRef, type ReactNode, type Ref } from 'react';
import { useLatest } from '../../components/use-latest.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { diagnosticAt, editorSetup } from './editor-setup.ts';

export interface EditorHandle {
  readonly focus: () => void;
  /** Closes what is offered. */
  readonly settle: () => void;
  /** Puts the text in place of the selection and the cursor behind it. */
  readonly insert: (text: string) => void;
}

export interface QueryProblem {
  /** The first character that is wrong; negative if no place is known. */
  readonly at: number;
  readonly message: string;
}

export interface SqlEditorProps {
  readonly text: string;
  readonly onText: (text: string, place: number) => void;
  readonly onPlace: (place: number) => void;
  readonly onLeave: () => void;
  readonly problem: QueryProblem | undefined;
  readonly ref?: Ref<EditorHandle>;
}

export function SqlEditor({ text, problem, ref, ...props }: SqlEditorProps): ReactNode {
  const { t } = useTranslation('sql');
  const language = useLanguage();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const first = useRef(text);
  const onText = useLatest(props.onText);
  const onPlace = useLatest(props.onPlace);
  const onLeave = useLatest(props.onLeave);
  const label = t('query');
  const hint = t('placeholder');

  useLayoutEffect(() => {
    const { current } = host;
    if (current === null) return undefined;
    const root = current.shadowRoot ?? current.attachShadow({ mode: 'open' });
    const made = new EditorView({
      state: EditorState.create({
        doc: first.current,
        selection: { anchor: first.current.length },
        extensions: editorSetup({
          language,
          label,
          placeholder: hint,
          onChange: (changed, place) => {
            // What the next editor begins with, in another language.
            first.current = changed;
            onText(changed, place);
          },
          onPlace,
          onLeave,
        }),
      }),
      parent: root,
      root,
    });
    view.current = made;
    return () => made.destroy();
  }, [language, label, hint, onText, onPlace, onLeave]);

  // A text from elsewhere, such as the history, is one change, which can be undone.
  useLayoutEffect(() => {
    const { current } = view;
    const before = current?.state.doc.toString();
    if (current === undefined || before === text) return;
    current.dispatch({
      changes: { from: 0, to: current.state.doc.length, insert: text },
      selection: { anchor: text.length },
    });
  }, [text]);

  useLayoutEffect(() => {
    const { current } = view;
    if (current === undefined) return;
    const found =
      problem === undefined || problem.at < 0
        ? []
        : [diagnosticAt(current.state.doc.toString(), problem.at, problem.message)];
    current.dispatch(setDiagnostics(current.state, found));
  }, [problem]);

  useImperativeHandle(ref, () => ({
    focus: () => view.current?.focus(),
    settle: () => {
      if (view.current !== undefined) closeCompletion(view.current);
    },
    insert: (added) => {
      const { current } = view;
      if (current === undefined) return;
      current.dispatch(current.state.replaceSelection(added));
      current.focus();
    },
  }));

  return <div ref={host} className="sql-editor" />;
}
