// Opens an archive together with what the user noted about its racing.

import { basename } from 'node:path';
import { RailbirdError, wordsOf } from '#shared/errors.ts';
import { Archive } from '../archive/archive.ts';
import type { ArchiveFile } from '../archive/archive-file.ts';
import { takeAnnotations } from '../archive/annotation-table.ts';
import type { Connection } from '../archive/connection.ts';
import { inTransaction } from '../archive/schema.ts';
import type { NewNotice, Notices } from '../files/notices.ts';
import { openAnnotationFile, type AnnotationFile } from './annotation-file.ts';
import type { ServiceKind } from './annotation-text.ts';
import { Annotations, wholeUpdate } from './annotations.ts';

export interface Opened {
  readonly archive: Archive;
  /** Errors: FILE_FAILED, FILE_NEWER, NOT_ANNOTATIONS if their file cannot be read; each call tries again. */
  readonly annotations: () => Promise<Annotations>;
  readonly close: () => Promise<void>;
}

/**
 * A file of annotations that cannot be read does not keep the archive from opening: a notice says so, and what needs
 * the annotations fails. Errors: those of opening an archive.
 */
export async function openWithAnnotations(
  archiveFile: ArchiveFile,
  { path, service }: { readonly path: string; readonly service: ServiceKind },
  { now, notices }: { readonly now: () => number; readonly notices: Pick<Notices, 'add'> },
): Promise<Opened> {
  let file: Promise<AnnotationFile> | undefined;
  let isCopied = false;
  const read = (): Promise<AnnotationFile> => {
    file ??= openAnnotationFile({
      path,
      service,
      onDamaged: (damaged) => notices.add(damagedNotice(damaged)),
    }).catch((error: unknown) => {
      file = undefined;
      throw error;
    });
    return file;
  };
  const prepare = async (connection: Connection): Promise<void> => {
    isCopied = false;
    try {
      const file = await read();
      await inTransaction(connection, () => takeAnnotations(connection, wholeUpdate(file)));
      isCopied = true;
    } catch (error) {
      await notices.add(
        error instanceof RailbirdError ? unreadableNotice(path, error) : notCopiedNotice(path),
      );
    }
  };
  const archive = await Archive.open(archiveFile.path, now(), { ...archiveFile, prepare });
  let annotations: Annotations | undefined;
  return {
    archive,
    annotations: async () => {
      annotations ??= new Annotations(await read(), archive, {
        now,
        onNotCopied: () => notices.add(notCopiedNotice(path)),
      });
      if (!isCopied) {
        // Once: their own file has them, and the next change copies all of them.
        isCopied = true;
        await annotations.copyIntoArchive();
      }
      return annotations;
    },
    close: async () => {
      await annotations?.idle();
      await archive.close();
    },
  };
}

const NAME = { en: 'Your marks and notes', ja: '自分の印とメモ' };

/** One notice for each copy, however often the file is found like that because it cannot be replaced. */
const damagedNotice = (damaged: {
  readonly path: string;
  readonly copy: string;
  readonly lines: number;
}): NewNotice => ({
  subject: 'annotations',
  key: basename(damaged.copy).replaceAll(/[^\w-]/g, '-'),
  what: { en: `${NAME.en} could not be read in full`, ja: `${NAME.ja}の一部を読み取れませんでした` },
  file: damaged.path,
  movedTo: damaged.copy,
  saved: [{ en: 'Every other mark and note.', ja: 'それ以外のすべての印とメモ。' }],
  gone: [
    {
      en: `${damaged.lines} changed ${damaged.lines === 1 ? 'mark or note' : 'marks or notes'}.`,
      ja: `印またはメモの変更${damaged.lines}件。`,
    },
  ],
  advice: {
    en: 'A copy of the file as it was found is kept under the name given here.',
    ja: '見つかったときのファイルは、ここに示した名前で残してあります。',
  },
});

/** One notice however often the file is tried. */
function unreadableNotice(path: string, { code }: RailbirdError): NewNotice {
  const [en, ja] = (['en', 'ja'] as const).map((language) => wordsOf(code, { path }, language));
  return {
    subject: 'annotations',
    key: 'unreadable',
    what: { en: `${NAME.en} cannot be read`, ja: `${NAME.ja}を読み取れません` },
    file: path,
    saved: [],
    gone: [],
    advice: { en: en?.advice ?? '', ja: ja?.advice ?? '' },
  };
}

/** One notice however often they cannot be copied. */
const notCopiedNotice = (path: string): NewNotice => ({
  subject: 'annotations',
  key: 'not-copied',
  what: {
    en: `${NAME.en} may be missing in filters and exports`,
    ja: `${NAME.ja}が絞り込みや書き出しに反映されていない場合があります`,
  },
  file: path,
  saved: [{ en: 'Every mark and note, in this file.', ja: 'すべての印とメモ（このファイルにあります）。' }],
  gone: [],
  advice: {
    en: 'They could not be copied into the archive. Check that the disk has space; the next mark or note, or the next start, copies all of them again.',
    ja: 'アーカイブにコピーできませんでした。ディスクの空きを確認してください。次に印やメモを付けたとき、または次に起動したときに、すべてコピーし直します。',
  },
});
