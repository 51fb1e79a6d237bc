// The app itself: its version and data, and its current activity.

import type { Activity, OpenedFile } from '#shared/bridge/app.ts';
import type { Destination } from '../../exports/destination.ts';
import { writeText } from '../../exports/write-text.ts';
import type { ActivitySource } from '../../service-client/activity.ts';
import type { Implementer } from '../implementer.ts';
import { Latest } from '../../latest-value.ts';

export interface AboutApp {
  readonly version: string;
  readonly host: 'electron' | 'web';
  readonly dataDir: string;
  readonly isPortable?: boolean | undefined;
  /** Today in Asia/Tokyo, YYYYMMDD. */
  readonly today: () => string;
}

/** Each address that the system hands to the app, once. */
export type AddressSource = (
  signal: AbortSignal | undefined,
) => AsyncGenerator<{ readonly address: string }, void, void>;

/** Each file that the system opens in the app, once. */
export type OpenedFileSource = (signal: AbortSignal | undefined) => AsyncGenerator<OpenedFile, void, void>;

export interface ReportParts {
  /** Never fails. */
  readonly text: () => Promise<string>;
  /** Removes every known key from a text. */
  readonly hide: (text: string) => string;
  /** YYYYMMDD, for the name of the file. */
  readonly today: () => string;
  readonly destination: Destination;
  /** Allows the window to download a file; returns the address for it. */
  readonly offer: (path: string) => string;
}

export interface AppParts {
  readonly report: ReportParts;
  readonly about: AboutApp;
  readonly activity: ActivitySource;
  readonly addresses?: AddressSource | undefined;
  readonly openedFiles?: OpenedFileSource | undefined;
}

async function* nothing(): AsyncGenerator<never, void, void> {}

export function appHandlers(
  os: Implementer['app'],
  { about, activity, report, addresses = nothing, openedFiles = nothing }: AppParts,
) {
  return {
    about: os.about.handler(() => ({ ...about, today: about.today() })),
    addresses: os.addresses.handler(({ signal }) => addresses(signal)),
    files: os.files.handler(({ signal }) => openedFiles(signal)),
    report: os.report.handler(async () => ({ text: await report.text() })),
    writeReport: os.writeReport.handler(async ({ input: { text, language } }) => {
      const target = await report.destination(`railbird-report-${report.today()}.txt`, language);
      if (target === undefined) return {};
      await writeText(target, report.hide(text));
      const { path, fetched } = target;
      return { path, ...(fetched ? { download: report.offer(path) } : {}) };
    }),
    activity: os.activity.handler(({ signal }) => activityStream(activity, signal)),
  };
}

async function* activityStream(activity: ActivitySource, signal: AbortSignal | undefined) {
  const latest = new Latest<Activity>(activity.current());
  const unsubscribe = activity.subscribe((next) => latest.set(next));
  try {
    yield* latest.values(signal);
  } finally {
    unsubscribe();
  }
}
