// Stores notices in the data folder until they are dismissed. Each notice has its own file, so two processes on one
// folder need no lock and a damaged file costs one notice. Reading them requires neither the settings nor the archive.

import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { noticeSchema, type Notice } from '#shared/bridge/notices.ts';
import { RailbirdError } from '#shared/errors.ts';
import { replaceFile } from './atomic-file.ts';
import { Latest } from '../latest-value.ts';

/** A notice before it has an id and a time. */
export interface NewNotice extends Omit<Notice, 'id' | 'at'> {
  /**
   * Identifies a state that every start finds, such as a file of a newer version: the notice replaces the earlier one
   * of the same subject and key. Letters, digits, `-` and `_`. Omit it for an event.
   */
  readonly key?: string;
}

export interface Notices {
  /**
   * The notices that are not dismissed, newest first. Never fails: an unreadable file is listed as a notice about
   * itself.
   */
  list(): Promise<Notice[]>;
  /**
   * Resolves once the notice is on disk. Never fails: if the disk takes none, the notice is kept in memory for this
   * session.
   */
  add(notice: NewNotice): Promise<void>;
  /** Errors: FILE_FAILED. An unknown id is not an error: another process may have dismissed the notice. */
  dismiss(id: string): Promise<void>;
  /** The list at once, then again after each change by this process. */
  watch(signal?: AbortSignal): AsyncGenerator<Notice[], void, void>;
}

export interface NoticesOptions {
  readonly dataDir: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Called for each notice that could not be written or read, for the log. */
  readonly report: (error: unknown) => void;
}

const SUFFIX = '.json';
const ID = /^[\w-]{1,100}$/;

/** Touches no file yet. */
export function openNotices({ dataDir, now, report }: NoticesOptions): Notices {
  const folder = join(dataDir, 'notices');
  const fileOf = (id: string) => join(folder, `${id}${SUFFIX}`);
  /**
   * Notices that are not on disk: a full disk is a common cause of damage, and the user must learn of it all the same.
   */
  const unwritten = new Map<string, Notice>();
  /** Each change makes the watchers list again. */
  const changes = new Latest(list);
  const changed = () => changes.set(list);

  async function write(notice: Notice): Promise<void> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await replaceFile(fileOf(notice.id), `${JSON.stringify(notice, null, 2)}\n`);
      unwritten.delete(notice.id);
    } catch (error) {
      unwritten.set(notice.id, notice);
      report(error);
    }
  }

  async function read(id: string): Promise<Notice | undefined> {
    try {
      return noticeSchema.parse({ ...(JSON.parse(await readFile(fileOf(id), 'utf8')) as object), id });
    } catch (error) {
      // Another process dismissed it meanwhile.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      report(error);
      return unreadable(id, fileOf(id));
    }
  }

  async function list(): Promise<Notice[]> {
    // The disk may have space by now.
    await Promise.all([...unwritten.values()].map(write));
    let names: string[] = [];
    try {
      names = await readdir(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') report(error);
    }
    const ids = names.filter((name) => name.endsWith(SUFFIX)).map((name) => name.slice(0, -SUFFIX.length));
    const known = ids.filter((id) => ID.test(id) && !unwritten.has(id));
    const stored = (await Promise.all(known.map(read))).filter((notice) => notice !== undefined);
    return [...stored, ...unwritten.values()].toSorted((a, b) => b.at - a.at || b.id.localeCompare(a.id));
  }

  return {
    list,
    async add({ key, ...notice }) {
      const at = now();
      const id = key === undefined ? `${at}-${randomBytes(4).toString('hex')}` : `${notice.subject}-${key}`;
      await write({ ...notice, id, at });
      changed();
    },
    async dismiss(id) {
      if (!ID.test(id)) return;
      unwritten.delete(id);
      try {
        await rm(fileOf(id), { force: true });
      } catch (cause) {
        throw new RailbirdError('FILE_FAILED', { path: fileOf(id) }, { cause });
      }
      changed();
    },
    async *watch(signal) {
      for await (const listNow of changes.values(signal)) yield await listNow();
    },
  };
}

/**
 * Something was quarantined, but the file that describes it is unreadable. The quarantined files themselves show it.
 */
const unreadable = (id: string, file: string): Notice => ({
  id,
  at: Number(/^\d{13}/.exec(id)?.[0] ?? 0),
  subject: 'other',
  what: {
    en: 'A file was quarantined, but the record of it cannot be read',
    ja: '退避したものがありますが、その記録を読み取れません',
  },
  file,
  saved: [],
  gone: [],
  advice: {
    en: 'Look in the data folder for files whose names contain “damaged”.',
    ja: 'データフォルダ内の、名前に「damaged」を含むファイルを確認してください。',
  },
});
