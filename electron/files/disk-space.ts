// Says that the disk of the data folder is nearly full before it is: a full one stops downloads and loses changes.

import { statfs } from 'node:fs/promises';
import type { NewNotice, Notices } from './notices.ts';

/** A download of a few months, or the year of sample racing, needs a few hundred megabytes. */
const LOW_BYTES = 1024 ** 3;
/** Free again: so much that the notice does not come and go. */
const ENOUGH_BYTES = 1.5 * LOW_BYTES;
const EVERY_MS = 5 * 60_000;

interface DiskSpaceOptions {
  readonly dataDir: string;
  readonly notices: Pick<Notices, 'add' | 'dismiss'>;
  readonly report: (error: unknown) => void;
  /** Bytes that this user may still write. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

export interface DiskSpace {
  /** Looks now. Never fails. */
  check(): Promise<void>;
  /** Looks now, and then every few minutes until `stop`. */
  watch(): void;
  stop(): void;
}

/** The notice comes once in each shortage, and goes by itself when there is enough space again. */
export function createDiskSpace({
  dataDir,
  notices,
  report,
  freeBytes = freeOn,
}: DiskSpaceOptions): DiskSpace {
  let isLow: boolean | undefined;
  let timer: NodeJS.Timeout | undefined;
  const check = async (): Promise<void> => {
    try {
      const free = await freeBytes(dataDir);
      if (free < LOW_BYTES && isLow !== true) {
        isLow = true;
        await notices.add(lowNotice(dataDir, free));
      } else if (free >= ENOUGH_BYTES && isLow !== false) {
        isLow = false;
        // Also one that an earlier run left.
        await notices.dismiss(`${SUBJECT}-${KEY}`);
      }
    } catch (error) {
      report(error);
    }
  };
  return {
    check,
    watch() {
      void check();
      timer = setInterval(() => void check(), EVERY_MS);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}

async function freeOn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const SUBJECT = 'other';
const KEY = 'disk';

const lowNotice = (file: string, free: number): NewNotice => {
  const megabytes = Math.round(free / 1024 / 1024);
  return {
    subject: SUBJECT,
    key: KEY,
    what: {
      en: `The disk is nearly full: ${megabytes} MB are free`,
      ja: `ディスクの空きが残り${megabytes} MBです`,
    },
    file,
    saved: [],
    gone: [],
    advice: {
      en: 'Free up space on the disk of this folder, or delete stored days under Downloads. On a full disk downloads stop and changes cannot be saved; what is stored stays.',
      ja: 'このフォルダのあるディスクの空きを増やすか、「ダウンロード」で保存済みの日を削除してください。いっぱいになるとダウンロードが止まり、変更を保存できません（保存済みのデータは残ります）。',
    },
  };
};
