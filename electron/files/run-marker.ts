// Notes that the app runs on a data folder, so that the next start knows whether it ended in order.

import { mkdir, readdir, rm } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from './atomic-file.ts';
import type { NewNotice } from './notices.ts';
import { hasProvablyEnded, THIS_PROCESS } from './process-identity.ts';

export interface RunMarker {
  /** The app ends in order. At once: the system may be shutting down. */
  end(): void;
}

interface RunMarkerOptions {
  readonly dataDir: string;
  /** The app's log, for the notice. */
  readonly log: string;
  readonly notify: (notice: NewNotice) => Promise<void>;
  readonly report: (error: unknown) => void;
}

/** Reports, once, a run that ended without `end`: a crash, a kill, a loss of power. Never fails. */
export async function markRun({ dataDir, log, notify, report }: RunMarkerOptions): Promise<RunMarker> {
  const folder = join(dataDir, 'running');
  const mark = join(folder, THIS_PROCESS);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const ended = (await readdir(folder)).filter((name) => name !== THIS_PROCESS && hasProvablyEnded(name));
    if (ended.length > 0) await notify(crashNotice(log));
    for (const name of ended) await rm(join(folder, name), { force: true });
    await replaceFile(mark, '');
  } catch (error) {
    report(error);
  }
  return {
    end() {
      try {
        rmSync(mark, { force: true });
      } catch (error) {
        report(error);
      }
    },
  };
}

const crashNotice = (log: string): NewNotice => ({
  subject: 'other',
  key: 'ended',
  what: { en: 'Railbird ended unexpectedly last time', ja: '前回、Railbird が予期せず終了しました' },
  file: log,
  saved: [
    {
      en: 'All settings, marks, lists and downloaded records. The tabs are as they were, and downloads continue.',
      ja: '設定・印・リストとダウンロード済みのデータはすべて残っています。タブは元のままで、ダウンロードは続きから進みます。',
    },
  ],
  gone: [],
  advice: {
    en: 'If it happens again, choose “Report a problem” among the commands (Ctrl+K).',
    ja: '続くようであれば、コマンド一覧（Ctrl+K）の「問題を報告」をお使いください。',
  },
});

/** The page of the window crashed, or the system ended it, and it was opened again. `reason`: Electron's word for it. */
export const windowCrashNotice = (log: string, reason: string): NewNotice => ({
  subject: 'other',
  key: 'window',
  what: {
    en: `The window crashed and was opened again (${reason})`,
    ja: `画面が異常終了したため、開き直しました（${reason}）`,
  },
  file: log,
  saved: [
    {
      en: 'Everything: the tabs are as they were, and downloads and exports went on.',
      ja: 'すべて残っています。タブは元のままで、ダウンロードと書き出しは続いています。',
    },
  ],
  gone: [],
  advice: {
    en: 'If it happens again, choose “Report a problem” among the commands (Ctrl+K).',
    ja: '続くようであれば、コマンド一覧（Ctrl+K）の「問題を報告」をお使いください。',
  },
});
