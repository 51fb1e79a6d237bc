// `app`: the life of the process, from its start to its end.

import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import type * as Electron from 'electron';
import { startChromium, type Chromium } from './chromium.ts';
import { StandInCommandLine } from './command-line.ts';
import { checkListed, onlyListed } from './only-listed.ts';
import { requestLock } from './single-instance.ts';

export interface AppOptions {
  readonly appPath: string;
  readonly version: string;
  readonly locale: string;
  /** Chromium's own switches, from the command line. */
  readonly switches: readonly string[];
  /** The command line, without the programs in front of it. */
  readonly args: readonly string[];
  readonly isPackaged: boolean;
  readonly closeWindows: () => Promise<void>;
}

/** For an app that has not said where its folder is. */
function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'electron-stand-in-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export class StandInApp extends EventEmitter {
  readonly isPackaged: boolean;
  /** With the listed members only. */
  readonly commandLine: StandInCommandLine;
  readonly #switches: StandInCommandLine;
  readonly #options: AppOptions;
  readonly #paths = new Map([['downloads', path.join(homedir(), 'Downloads')]]);
  readonly #ready = Promise.withResolvers<void>();
  #chromium: Chromium | undefined;
  #isReady = false;
  #isQuitting = false;
  #next: Electron.RelaunchOptions | undefined;

  constructor(options: AppOptions) {
    super();
    this.#options = options;
    this.isPackaged = options.isPackaged;
    this.#switches = new StandInCommandLine(options.args, () => this.#isReady);
    this.commandLine = onlyListed('CommandLine', this.#switches);
  }

  disableHardwareAcceleration(): void {
    if (this.#isReady)
      throw new Error('app.disableHardwareAcceleration() can only be called before app is ready');
  }
  relaunch(options: Electron.RelaunchOptions = {}): void {
    checkListed('RelaunchOptions', options);
    this.#next = options;
  }

  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
  }
  getAppPath(): string {
    return this.#options.appPath;
  }
  getVersion(): string {
    return this.#options.version;
  }
  getLocale(): string {
    return this.#options.locale;
  }
  getPath(name: string): string {
    const found = this.#paths.get(name);
    if (found === undefined) throw new Error(`The stand-in for Electron has no path '${name}'.`);
    return found;
  }
  setPath(name: string, folder: string): void {
    if (!path.isAbsolute(folder)) throw new Error('Path must be absolute');
    if (!existsSync(folder)) throw new Error(`Failed to set path '${name}': it does not exist`);
    this.#paths.set(name, folder);
  }
  setAsDefaultProtocolClient(_scheme: string): boolean {
    return true;
  }
  requestSingleInstanceLock(): boolean {
    const start = { argv: process.argv, cwd: process.cwd() };
    return requestLock(this.getPath('userData'), start, ({ argv, cwd }) =>
      this.emit('second-instance', {}, [...argv], cwd, null),
    );
  }
  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  get isReady(): boolean {
    return this.#isReady;
  }
  /** The browser; there is one from when the app is ready. */
  async chromium(): Promise<Chromium> {
    await this.#ready.promise;
    if (this.#chromium === undefined) throw new Error('Cannot create BrowserWindow before app is ready');
    return this.#chromium;
  }

  /** Call when the app's code has run: what must be said before the app is ready has been said. */
  becomeReady(): void {
    if (this.#isQuitting) return;
    this.#chromium = startChromium(this.#paths.get('userData') ?? newFolder(), [
      ...this.#options.switches,
      ...this.#switches.appended(),
    ]);
    void this.#chromium.gone.then(() => {
      if (this.#isQuitting) return;
      process.stderr.write('Chromium has ended.\n');
      process.exit(1);
    });
    this.#isReady = true;
    this.#ready.resolve();
  }

  /** Closes the windows, asks the app, and ends, unless a listener puts it off. */
  quit(): void {
    if (this.#isQuitting) return;
    this.#isQuitting = true;
    void this.#quit();
  }

  exit(code = 0): void {
    this.#isQuitting = true;
    void this.#end(code);
  }

  /** The last window has closed. Without a listener Electron quits by itself. */
  windowsClosed(): void {
    if (this.#isQuitting) return;
    if (!this.emit('window-all-closed')) this.quit();
  }

  async #quit(): Promise<void> {
    await this.#options.closeWindows();
    let isPutOff = false;
    this.emit('will-quit', { preventDefault: () => (isPutOff = true) });
    if (isPutOff) this.#isQuitting = false;
    else await this.#end(0);
  }

  async #end(code: number): Promise<never> {
    await this.#chromium?.close();
    const { args = this.#options.args, execPath } = this.#next ?? {};
    // Electron's own binary is this program, run by Node.
    const [program = '', ...before] =
      execPath === undefined ? [process.execPath, path.join(import.meta.dirname, 'run.ts')] : [execPath];
    if (this.#next !== undefined) spawn(program, [...before, ...args], { stdio: 'inherit' });
    process.exit(code);
  }
}
