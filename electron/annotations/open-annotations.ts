// Opens an archive together with what the user noted about its racing.

import { RailbirdError, wordsOf } from '#shared/errors.ts';
import { Archive } from '../archive/archive.ts';
import type { ArchiveFile } from '../archive/archive-file.ts';
import type { Connection } from '../archive/connection.ts';
import type { NewNotice, Notices } from '../files/notices.ts';
import { openAnnotationFile, type AnnotationFile } from './annotation-file.ts';
import { Annotations, copyIntoArchive } from './annotations.ts';

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
  path: string,
  { now, notices }: { readonly now: () => number; readonly notices: Pick<Notices, 'add'> },
): Promise<Opened> {
  let file: Promise<AnnotationFile> | undefined;
  let isCopied = false;
  const read = (): Promise<AnnotationFile> => {
    file ??= openAnnotationFile({
      path,
      now,
      onDamaged: (damaged) => notices.add(damagedNotice(damaged)),
    }).catch((error: unknown) => {
      file = undefined;
      throw error;
    });
    return file;
  };
  const prepare = async (connection: Connection): Promise<void> => {
    try {
      isCopied = false;
      await copyIntoArchive(connection, await read());
      isCopied = true;
    } catch (error) {
      if (error instanceof RailbirdError) await notices.add(unreadableNotice(path, error));
      // A failure of the archive itself shows in what is read from it next.
    }
  };
  const archive = await Archive.open(archiveFile.path, now(), { ...archiveFile, prepare });
  let annotations: Annotations | undefined;
  return {
    archive,
    annotations: async () => {
      const own = await read();
      if (!isCopied) await archive.annotate([...own.annotations.values()], own.state, 'all');
      isCopied = true;
      annotations ??= new Annotations(own, archive, now);
      return annotations;
    },
    close: async () => {
      await annotations?.idle();
      await archive.close();
    },
  };
}

const NAME = { en: 'Your marks and notes', ja: '自分の印とメモ' };

const damagedNotice = (damaged: {
  readonly path: string;
  readonly copy: string;
  readonly lines: number;
}): NewNotice => ({
  subject: 'annotations',
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
