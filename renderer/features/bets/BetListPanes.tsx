// The open list: its bar, its text, and the report on it.

import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { BetEditor, type EditorHandle } from './BetEditor.tsx';
import { BetReportPane } from './BetReportPane.tsx';
import { ListBar } from './ListBar.tsx';
import { textOfBytes } from '#shared/text-of-bytes.ts';
import { MarksDialog } from './MarksDialog.tsx';
import { useBetReport } from './use-bet-report.ts';
import { useEditedList } from './use-edited-list.ts';
import type { BetLists, EditedList } from './use-bet-lists.ts';
import { withLines } from './with-lines.ts';

interface BetListPanesProps {
  /** As stored when it was opened. */
  readonly stored: EditedList;
  readonly lists: BetLists;
}

export function BetListPanes({ stored, lists }: BetListPanesProps): ReactNode {
  const edit = useEditedList(stored, lists.save);
  const { list } = edit;
  const checked = useBetReport(list.text);
  const editor = useRef<EditorHandle>(null);
  const [isMarking, setMarking] = useState(false);
  const opening = useMutation({
    mutationFn: async (file: File) => {
      const text = textOfBytes(new Uint8Array(await file.arrayBuffer()));
      await edit.flush();
      const name = file.name.replace(/\.[^.]*$/, '').slice(0, 100) || file.name;
      await lists.create({ name, text });
    },
  });
  const thrown = edit.thrown ?? opening.error;
  return (
    <>
      <ListBar
        edit={edit}
        lists={lists}
        report={checked.report}
        onFile={opening.mutate}
        onMarks={() => setMarking(true)}
      />
      {thrown === null ? null : <FailureNotice thrown={thrown} onRetry={() => void edit.flush()} />}
      <div className="bets-panes">
        <BetEditor ref={editor} edit={edit} checked={checked} onFile={opening.mutate} />
        <BetReportPane
          text={list.text}
          checked={checked}
          onLine={(line) => editor.current?.show(line)}
          onMarks={() => setMarking(true)}
        />
      </div>
      {isMarking && (
        <MarksDialog
          onClose={() => setMarking(false)}
          onAdd={async (lines) => {
            edit.write(withLines(list.text, lines));
            return list.name;
          }}
        />
      )}
    </>
  );
}
