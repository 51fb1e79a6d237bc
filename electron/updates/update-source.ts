// Where new versions come from, behind a small port: electron-updater with its generic provider.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CancellationError, CancellationToken, HttpError } from 'builder-util-runtime';
import { AppImageUpdater, MacUpdater, NsisUpdater } from 'electron-updater';
import { RailbirdError } from '#shared/errors.ts';
import { FeedExecutor, FeedUnreachable, isSafe, type FeedFetch } from './feed-executor.ts';
import { replaceAppImage, type DownloadedFile } from './replace-app-image.ts';

/** What the feed says. `isTaken`: the updater would install it: newer, for this system, with a checksum. */
export interface OfferedVersion {
  readonly version: string;
  readonly isTaken: boolean;
}

/** Errors of all: those of shared/update-errors.ts, FILE_FAILED. */
export interface UpdateSource {
  readonly feed: string;
  newest(): Promise<OfferedVersion>;
  /** What `newest` found last, into the app's folder. Rejects with UPDATE_DAMAGED if it is not what the feed announced. */
  download(onPercent: (percent: number) => void): Promise<void>;
  /** Ends a download that is under way. */
  cancel(): void;
  /**
   * Puts the downloaded version in place of this one. Call when nothing of the app is left to close. Resolves with the
   * program to start afterwards, unless the system does that; on macOS the system also ends this process. If it rejects,
   * this version is as it was.
   */
  install(): Promise<{ readonly program?: string }>;
}

/** The forms of the app that can replace themselves. */
export type SelfInstalling = 'appimage' | 'nsis' | 'mac';

interface SourceDeps {
  readonly form: SelfInstalling;
  readonly version: string;
  /** Written into the package by electron-builder: the feed, and on Windows whose signature a new version must have. */
  readonly feedFile: string;
  readonly feed: string;
  /** Whether it can be put in place by the app itself; if not, the feed is only asked. */
  readonly installs: boolean;
  /** For what is downloaded. */
  readonly folder: string;
  readonly fetch: FeedFetch;
}

/** Tells what it has downloaded, which is put in place without it. */
class AppImageDownloader extends AppImageUpdater {
  get downloaded(): DownloadedFile | undefined {
    const path = this.installerPath;
    const sha512 = this.downloadedUpdateHelper?.downloadedFileInfo?.sha512;
    return path === null || sha512 === undefined ? undefined : { path, sha512 };
  }
}

const UPDATERS = { appimage: AppImageDownloader, nsis: NsisUpdater, mac: MacUpdater } as const;

const NOTHING_DOWNLOADED = 'nothing was downloaded';

/** The address in a package's own description of its feed; undefined if it has none that is safe to use. */
export function feedIn(feedFile: string): string | undefined {
  try {
    const url = /^url:\s*['"]?(?<url>[^'"\s]+)/mu.exec(readFileSync(feedFile, 'utf8'))?.groups?.['url'];
    return url !== undefined && isSafe(url) ? url : undefined;
  } catch {
    return undefined;
  }
}

export const feedFileIn = (resources: string): string => join(resources, 'app-update.yml');

export function createUpdateSource(deps: SourceDeps): UpdateSource {
  const { form, version, feed, feedFile, folder, fetch, installs } = deps;
  const updater = new UPDATERS[form](undefined, {
    version,
    name: 'railbird',
    isPackaged: true,
    appUpdateConfigPath: feedFile,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: async () => undefined,
    // The app ends and starts itself, after it has closed everything.
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  });
  // Left out of its declarations, and set in this way by its own tests.
  Object.assign(updater, { httpExecutor: new FeedExecutor(fetch) });
  updater.logger = null;
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.disableWebInstaller = true;
  // The parts of a file would come in requests that the executor does not make.
  updater.disableDifferentialDownload = true;
  // Only an AppImage knows by a variable of its own that it is one.
  updater.forceDevUpdateConfig = !installs;
  let problem = NOTHING_DOWNLOADED;
  updater.on('error', (error) => {
    problem = error.message;
  });
  let cancelling = new CancellationToken();
  return {
    feed,
    async newest() {
      try {
        const found = await updater.checkForUpdates();
        if (found === null) throw new Error('the updater is not active');
        return { version: found.updateInfo.version, isTaken: found.isUpdateAvailable };
      } catch (cause) {
        throw checkFailure(cause, feed);
      }
    },
    async download(onPercent) {
      cancelling = new CancellationToken();
      const tell = ({ percent }: { readonly percent: number }) => onPercent(Math.floor(percent));
      updater.on('download-progress', tell);
      try {
        await updater.downloadUpdate(cancelling);
      } catch (cause) {
        throw downloadFailure(cause, { feed, folder });
      } finally {
        updater.off('download-progress', tell);
      }
    },
    cancel: () => cancelling.cancel(),
    async install() {
      if (updater instanceof MacUpdater) return installOnMac(updater);
      if (updater instanceof AppImageDownloader) return { program: await installAppImage(updater) };
      // The installer waits for this process to end, and starts the app.
      const isInPlace = updater.install(true, true);
      if (!isInPlace) throw new RailbirdError('UPDATE_FAILED', { problem });
      return {};
    },
  };
}

async function installAppImage({ downloaded }: AppImageDownloader): Promise<string> {
  const appImage = process.env['APPIMAGE'];
  if (appImage === undefined) throw new RailbirdError('UPDATE_FAILED', { problem: 'no AppImage' });
  if (downloaded === undefined) throw new RailbirdError('UPDATE_FAILED', { problem: NOTHING_DOWNLOADED });
  return replaceAppImage(appImage, downloaded);
}

/** The system takes the new version, ends this process and starts it; it refuses one that is not signed. */
async function installOnMac(updater: MacUpdater): Promise<never> {
  const failure = Promise.withResolvers<never>();
  updater.on('error', ({ message }) =>
    failure.reject(new RailbirdError('UPDATE_FAILED', { problem: message })),
  );
  updater.quitAndInstall();
  return failure.promise;
}

const codeOf = (cause: unknown): string => String((cause as { readonly code?: unknown } | null)?.code ?? '');

/** Whatever answers, but not with a list of versions, makes no sense: a page that asks for a sign-in, an empty file. */
function checkFailure(cause: unknown, feed: string): RailbirdError {
  if (cause instanceof FeedUnreachable) return unreachableFeed(cause, feed);
  const isMissing = codeOf(cause) === 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND';
  return new RailbirdError(isMissing ? 'UPDATE_FEED_MISSING' : 'UPDATE_FEED_UNREADABLE', { feed }, { cause });
}

const unreachableFeed = (cause: FeedUnreachable, feed: string): RailbirdError =>
  new RailbirdError('UPDATE_FEED_UNREACHABLE', { feed, problem: cause.message }, { cause });

function downloadFailure(cause: unknown, { feed, folder }: { feed: string; folder: string }): RailbirdError {
  const code = codeOf(cause);
  if (cause instanceof FeedUnreachable) return unreachableFeed(cause, feed);
  // The feed names a file that is not there.
  if (cause instanceof HttpError) return new RailbirdError('UPDATE_FEED_MISSING', { feed }, { cause });
  if (code === 'ERR_CHECKSUM_MISMATCH' || code === 'ERR_UPDATER_INVALID_SIGNATURE')
    return new RailbirdError('UPDATE_DAMAGED', {}, { cause });
  if (code.startsWith('ERR_UPDATER_'))
    return new RailbirdError('UPDATE_FEED_UNREADABLE', { feed }, { cause });
  if (cause instanceof CancellationError) return new RailbirdError('CANCELLED', {}, { cause });
  return new RailbirdError('FILE_FAILED', { path: folder }, { cause });
}
