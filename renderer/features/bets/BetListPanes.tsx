// The open list: its bar, its text, and the report on it.

import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { BetEditor, type EditorHandle } from './BetEditor.tsx';
import { BetReportPane } from './BetReportPane.tsx';
import { ListBar } from './ListBar.tsx';
import { textOfFile } from '../../client/text-of-file.ts';
import { MarksDialog } from './MarksDialog.tsx';
import { useBetReport } from './use-bet-report.ts';
import { useEditedList } from './use-edited-list.ts';
import type { ListEditor } from './list-editor.ts';
import type { BetLists } from './use-bet-lists.ts';

interface BetListPanesProps {
  readonly editor: ListEditor;
  readonly lists: BetLists;
}

export function BetListPanes({ editor, lists }: BetListPanesProps): ReactNode {
  const edit = useEditedList(editor);
  const { list } = edit;
  const checked = useBetReport(list.text);
  const field = useRef<EditorHandle>(null);
  const [isMarking, setMarking] = useState(false);
  const opening = useMutation({
    mutationFn: async (file: File) => {
      const text = await textOfFile(file);
      await editor.flush();
      const name = file.name.replace(/\.[^.]*$/, '').slice(0, 100) || file.name;
      await lists.create({ name, text });
    },
  });
  const thrown = edit.thrown ?? opening.error;
  return (
    <>
      <ListBar
        editor={editor}
        edit={edit}
        lists={lists}
        report={checked.report}
        onFile={opening.mutate}
        onMarks={() => setMarking(true)}
      />
      {thrown === null ? null : <FailureNotice thrown={thrown} onRetry={() => void editor.flush()} />}
      <div className="bets-panes">
        <BetEditor
          ref={field}
          edit={edit}
          onWrite={(text) => editor.write(text, edit)}
          checked={checked}
          onFile={opening.mutate}
        />
        <BetReportPane
          text={list.text}
          checked={checked}
          onLine={(line) => field.current?.show(line)}
          onMarks={() => setMarking(true)}
        />
      </div>
      {isMarking && <MarksDialog onClose={() => setMarking(false)} onAdd={lists.addLines} />}
    </>
  );
}
