// Keeps notices in the data folder until they are dismissed. Each notice is a file of its own, so that two processes
// on one folder need no lock and a damaged file costs one notice. Neither the settings nor the archive is needed to
// read them.

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
   * Names a state that is found again at every start, such as a file of a newer version: the notice replaces the
   * earlier one of the same subject and key. Letters, digits, `-` and `_`. Leave it out for an event.
   */
  readonly key?: string;
}

export interface Notices {
  /** Not dismissed, newest first. Never fails: what cannot be read is listed as a notice that says so. */
  list(): Promise<Notice[]>;
  /** Resolves once the notice is on disk. Never fails: without a place on the disk it is kept for this session. */
  add(notice: NewNotice): Promise<void>;
  /** Errors: FILE_FAILED. An id that is not known is no error: another process may have dismissed it. */
  dismiss(id: string): Promise<void>;
  /** The list at once, then again after each change that this process makes. */
  watch(signal?: AbortSignal): AsyncGenerator<Notice[], void, void>;
}

export interface NoticesOptions {
  readonly dataDir: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Told of a notice that could not be written or read, for the log. */
  readonly report: (error: unknown) => void;
}

const SUFFIX = '.json';
const ID = /^[\w-]{1,100}$/;

/** Touches no file yet. */
export function openNotices({ dataDir, now, report }: NoticesOptions): Notices {
  const folder = join(dataDir, 'notices');
  const fileOf = (id: string) => join(folder, `${id}${SUFFIX}`);
  /** Not on disk: a full disk is a usual reason for damage, and the user must hear of it all the same. */
  const unwritten = new Map<string, Notice>();
  /** Each change asks the watchers to list again. */
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
      // Dismissed by another process meanwhile.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      report(error);
      return unreadable(id, fileOf(id));
    }
  }

  async function list(): Promise<Notice[]> {
    // There may be space on the disk by now.
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

/** Something was set aside, but the file that says what cannot be read. The files themselves tell. */
const unreadable = (id: string, file: string): Notice => ({
  id,
  at: Number(/^\d{13}/.exec(id)?.[0] ?? 0),
  subject: 'other',
  what: {
    en: 'Something was set aside, but the note about it cannot be read',
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
