// How many marks and notes there are, and the files that keep or move them.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { annotationKey } from '#shared/annotations/annotation.ts';
import type { Adopted, NoteLeft } from '#shared/bridge/annotations.ts';
import { textOfFile } from '../../client/text-of-file.ts';
import { useBridge } from '../../client/bridge.tsx';
import { Button } from '../../components/Button.tsx';
import { FileInput } from '../../components/FileInput.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { WrittenFile } from '../../components/WrittenFile.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';

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
  const thrown = list.error ?? written.error ?? adopted.error;
  const count = list.data?.length ?? 0;
  return (
    <>
      <p className="settings-note">{count === 0 ? t('settingsNone') : t('settingsText', { count })}</p>
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
        {adopted.data === undefined ? null : (
          <>
            <p>
              {t('imported', adopted.data)}{' '}
              {adopted.data.bad === 0 ? '' : t('badLines', unread(adopted.data))}
            </p>
            <NotesLeft notes={adopted.data.notesLeft} />
          </>
        )}
      </div>
      {thrown === null ? null : <FailureNotice thrown={thrown} />}
    </>
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
