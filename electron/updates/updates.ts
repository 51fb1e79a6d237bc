// Looks for new versions of the app once a day, unless the user has turned that off, and takes the further steps that
// the user chooses: download, and restart with the new version. A failure disturbs nobody: Settings shows it.

import type { UpdateStatus } from '#shared/bridge/updates.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { NewNotice, Notices } from '../files/notices.ts';
import { Latest } from '../latest-value.ts';
import type { Clock } from '../service-client/clock.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { UpdateSource } from './update-source.ts';

export interface UpdatesDeps {
  readonly version: string;
  readonly origin: Pick<UpdateStatus, 'without' | 'installedBy'> & {
    /** There is none if `without` says why. */
    readonly source?: UpdateSource;
  };
  readonly settings: Pick<SettingsFile, 'state' | 'update'>;
  readonly clock: Clock;
  /** Records or files are on their way, or a command is running, and a restart would interrupt them. */
  readonly isBusy: () => Promise<boolean>;
  /** Ends the app in order. */
  readonly quit: () => void;
  readonly notices: Pick<Notices, 'add' | 'dismiss'>;
  /** For the log. */
  readonly report: (error: unknown) => void;
}

const DAY_MS = 24 * 3_600_000;
/** The first look comes when the start is over; whether a day has passed is seen from time to time. */
const FIRST_LOOK_MS = 60_000;
const EVERY_MS = 3_600_000;
/** Of the notice: a later version replaces an earlier one. */
const SUBJECT = 'other';
const KEY = 'update';

/** Errors of `check`, `download` and `install`: UPDATE_FEED_NONE. */
export class Updates {
  readonly #deps: UpdatesDeps;
  readonly #changes: Latest<UpdateStatus>;
  #status: UpdateStatus;
  #stopWaiting: (() => void) | undefined;

  constructor(deps: UpdatesDeps) {
    this.#deps = deps;
    const { source, ...facts } = deps.origin;
    const { askedAt } = deps.settings.state.updates;
    this.#status = {
      version: deps.version,
      ...facts,
      state: 'idle',
      ...(source === undefined ? {} : { feed: source.feed }),
      ...(askedAt === undefined ? {} : { askedAt }),
    };
    this.#changes = new Latest(this.#status);
  }

  watch(signal?: AbortSignal): AsyncGenerator<UpdateStatus, void, void> {
    return this.#changes.values(signal);
  }

  /** Asks the feed when its time has come. The notice goes if its version, or a later one, was installed. */
  start(): void {
    const { settings, version } = this.#deps;
    const { announced } = settings.state.updates;
    if (announced !== undefined && !isLater(announced, version)) void this.#dismiss();
    if (this.#deps.origin.source !== undefined) this.#wait(FIRST_LOOK_MS);
  }

  close(): void {
    this.#stopWaiting?.();
    this.#deps.origin.source?.cancel();
  }

  /** Never fails otherwise: what went wrong is in the status. */
  async check(): Promise<UpdateStatus> {
    const source = this.#source();
    if (this.#status.state !== 'idle') return this.#status;
    this.#set({ state: 'checking', problem: undefined });
    try {
      const { version, isTaken } = await source.newest();
      const askedAt = this.#deps.clock.now();
      const isNewer = version !== this.#deps.version && isTaken;
      await this.#announce(version, isNewer, askedAt);
      return this.#set({ state: 'idle', askedAt, offered: { version, isNewer, isTaken } });
    } catch (error) {
      return this.#fail('idle', error);
    }
  }

  /** Returns as soon as it has begun. Nothing is begun if there is nothing newer, or the app cannot replace itself. */
  download(): UpdateStatus {
    const source = this.#source();
    const { state, offered, installedBy } = this.#status;
    if (state !== 'idle' || offered?.isNewer !== true || installedBy !== 'app') return this.#status;
    void this.#fetch(source);
    return this.#status;
  }

  /** Errors: UPDATE_WAITS. */
  async install(): Promise<UpdateStatus> {
    this.#source();
    if (this.#status.state !== 'ready') return this.#status;
    if (await this.#deps.isBusy()) throw new RailbirdError('UPDATE_WAITS');
    const status = this.#set({ state: 'installing' });
    this.#deps.quit();
    return status;
  }

  /**
   * Once everything is closed: puts the new version in place if the user chose that, or else resolves with undefined.
   * Errors, after which this version is as it was: UPDATE_FAILED, UPDATE_DAMAGED.
   */
  async installPending(): Promise<{ readonly program?: string } | undefined> {
    return this.#status.state === 'installing' ? this.#source().install() : undefined;
  }

  async #fetch(source: UpdateSource): Promise<void> {
    this.#set({ state: 'downloading', percent: 0, problem: undefined });
    try {
      await source.download((percent) => this.#set({ percent }));
      this.#set({ state: 'ready', percent: undefined });
    } catch (error) {
      this.#fail('idle', error);
    }
  }

  #wait(ms: number): void {
    this.#stopWaiting = this.#deps.clock.after(ms, () => {
      const { settings, clock } = this.#deps;
      const { askedAt = 0 } = settings.state.updates;
      const age = clock.now() - askedAt;
      // A clock that was set back must not silence it for years.
      const isDue = age >= DAY_MS || age < 0;
      if (settings.state.settings.asksForUpdates && isDue) void this.check();
      this.#wait(EVERY_MS);
    });
  }

  /** A new version is announced once; later looks show it in Settings only. */
  async #announce(version: string, isNewer: boolean, askedAt: number): Promise<void> {
    const { settings, notices } = this.#deps;
    const { announced } = settings.state.updates;
    if (!isNewer) await this.#dismiss();
    else if (announced !== version) await notices.add(newVersionNotice(version, this.#status));
    const updates = { askedAt, ...(isNewer ? { announced: version } : announced ? { announced } : {}) };
    await settings.update((state) => ({ ...state, updates }));
  }

  /** What was announced is installed, or is offered no more. */
  async #dismiss(): Promise<void> {
    const { notices, report } = this.#deps;
    await notices.dismiss(`${SUBJECT}-${KEY}`).catch(report);
  }

  #source(): UpdateSource {
    const { source } = this.#deps.origin;
    if (source === undefined) throw new RailbirdError('UPDATE_FEED_NONE');
    return source;
  }

  #set(change: { [name in keyof UpdateStatus]?: UpdateStatus[name] | undefined }): UpdateStatus {
    const entries = Object.entries({ ...this.#status, ...change });
    this.#status = Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as UpdateStatus;
    this.#changes.set(this.#status);
    return this.#status;
  }

  #fail(state: 'idle', error: unknown): UpdateStatus {
    this.#deps.report(error);
    const coded =
      error instanceof RailbirdError ? error : new RailbirdError('UPDATE_FAILED', { problem: String(error) });
    const { code, values } = coded;
    return this.#set({ state, percent: undefined, problem: { code, values } });
  }
}

/** By number, so 1.10.0 is later than 1.9.0. */
const isLater = (version: string, than: string): boolean =>
  version.localeCompare(than, 'en', { numeric: true }) > 0;

const newVersionNotice = (version: string, { installedBy, feed = '' }: UpdateStatus): NewNotice => ({
  subject: SUBJECT,
  key: KEY,
  what: { en: `Railbird ${version} is available`, ja: `Railbird ${version} が公開されました` },
  file: feed,
  saved: [],
  gone: [],
  advice:
    installedBy === 'app'
      ? {
          en: 'Settings downloads it and restarts with it, when you choose to.',
          ja: '「設定」で、ご都合のよいときにダウンロードして再起動できます。',
        }
      : {
          en: 'Get it where you got this version; your data stays as it is.',
          ja: 'このバージョンの入手元から入手してください。データはそのまま残ります。',
        },
});
