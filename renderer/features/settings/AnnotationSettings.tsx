// How many marks and notes there are, and the files that keep or move them.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { annotationKey } from '#shared/annotations/annotation.ts';
import type { Adopted, NoteLeft, Undone } from '#shared/bridge/annotations.ts';
import { textOfFile } from '../../client/text-of-file.ts';
import { useBridge } from '../../client/bridge.tsx';
import { Button } from '../../components/Button.tsx';
import { FileInput } from '../../components/FileInput.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { WrittenFile } from '../../components/WrittenFile.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { UndoImport } from './UndoImport.tsx';

export function AnnotationSettings(): ReactNode {
  const { t } = useTranslation('annotations');
  const language = useLanguage();
  const { client, queries } = useBridge();
  const cache = useQueryClient();
  const file = useRef<HTMLInputElement>(null);
  const list = useQuery({ ...queries.annotations.list.queryOptions({ input: {} }), staleTime: 0 });
  const written = useMutation(queries.annotations.write.mutationOptions());
  const adopted = useMutation({
    mutationFn: async (chosen: File) =>
      client.annotations.adopt({ name: chosen.name, text: await textOfFile(chosen) }),
    onSettled: () => cache.invalidateQueries({ queryKey: queries.annotations.key() }),
  });
  const undone = useMutation({
    ...queries.annotations.undoImport.mutationOptions(),
    onSettled: () => cache.invalidateQueries({ queryKey: queries.annotations.key() }),
  });
  const isUndone = undone.submittedAt > adopted.submittedAt;
  const thrown = list.error ?? written.error ?? (isUndone ? undone.error : adopted.error);
  const count = list.data?.length ?? 0;
  return (
    <>
      {list.data === undefined ? null : (
        <p className="settings-note">{count === 0 ? t('settingsNone') : t('settingsText', { count })}</p>
      )}
      <div className="settings-actions">
        <Button
          isDisabled={count === 0}
          isPending={written.isPending}
          onPress={() => written.mutate({ language })}
        >
          {t('exportAll')}
        </Button>
        <Button isPending={adopted.isPending} onPress={() => file.current?.click()}>
          {t('importFile')}
        </Button>
        <FileInput input={file} label={t('importFile')} accept=".jsonl" onChoose={adopted.mutate} />
      </div>
      <div role="status">
        {written.data?.path === undefined ? null : (
          <p>
            <WrittenFile file={written.data} />
          </p>
        )}
        {isUndone ? <UndoneReport undone={undone.data} /> : <ImportReport adopted={adopted.data} />}
      </div>
      {thrown === null ? null : <FailureNotice thrown={thrown} />}
      <UndoImport isPending={undone.isPending} onUndo={(at) => undone.mutate({ at })} />
    </>
  );
}

function ImportReport({ adopted }: { readonly adopted: Adopted | undefined }): ReactNode {
  const { t } = useTranslation('annotations');
  if (adopted === undefined) return null;
  return (
    <>
      <p>
        {t('imported', adopted)} {adopted.bad === 0 ? '' : t('badLines', unread(adopted))}
      </p>
      <NotesLeft notes={adopted.notesLeft} />
    </>
  );
}

function UndoneReport({ undone }: { readonly undone: Undone | undefined }): ReactNode {
  const { t } = useTranslation('annotations');
  if (undone === undefined) return null;
  const { changedSince } = undone;
  return (
    <p>
      {t('undone', undone)} {changedSince === 0 ? '' : t('changedSince', { count: changedSince })}
    </p>
  );
}

/** The lines that could not be read, by number; an ellipsis stands for those beyond the first. */
const unread = ({ bad, badLines }: Adopted) => ({
  count: bad,
  lines: [...badLines, ...(bad > badLines.length ? ['…'] : [])].join(', '),
});

/** The notes that gave way to later ones, in full: of files joined into one, a runner may have several. */
function NotesLeft({ notes }: { readonly notes: readonly NoteLeft[] }): ReactNode {
  const { t } = useTranslation('annotations');
  if (notes.length === 0) return null;
  return (
    <>
      <p>{t('notesLeft', { count: notes.length })}</p>
      <ul>
        {notes.map(({ target, id, name, note }) => (
          <li key={`${annotationKey({ target, id })} ${note}`}>
            {name === id ? id : `${name} (${id})`}: {note}
          </li>
        ))}
      </ul>
    </>
  );
}
