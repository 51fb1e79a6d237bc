// BrowserWindow: its state, and its contents in Chromium.

import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { checkListed, onlyListed, type Listed } from './only-listed.ts';
import { StandInContents, type ContentsOptions } from './web-contents.ts';

/** Settings that this Chromium has whatever the app says; another value would not be kept. */
const FIXED: Readonly<Partial<Record<keyof Electron.WebPreferences, boolean>>> = {
  contextIsolation: true,
  navigateOnDragDrop: false,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  sandbox: true,
  webSecurity: true,
  webviewTag: false,
};

export interface WindowsOptions extends Omit<ContentsOptions, 'preload' | 'size'> {
  readonly onContents: (contents: Electron.WebContents) => void;
  /** No window is left. */
  readonly onAllClosed: () => void;
}

export interface AppWindows {
  readonly BrowserWindow: new (
    options?: Electron.BrowserWindowConstructorOptions,
  ) => Listed<Electron.BrowserWindow, 'BrowserWindow'>;
  closeAll(): Promise<void>;
  /** The window that has the focus, or else the first. */
  current(): StandInWindow | undefined;
}

export class StandInWindow extends EventEmitter {
  readonly contents: StandInContents;
  #isVisible: boolean;
  #isMinimized = false;
  #isFocused = false;
  #isPainted = false;

  constructor(options: Electron.BrowserWindowConstructorOptions, rest: WindowsOptions) {
    super();
    checkListed('BrowserWindowConstructorOptions', options);
    const { webPreferences = {}, width = 800, height = 600, show = true } = options;
    checkListed('WebPreferences', webPreferences);
    for (const [name, value] of Object.entries(FIXED))
      if (webPreferences[name as keyof Electron.WebPreferences] !== value)
        throw new Error(`The stand-in for Electron knows only windows with ${name}: ${value}.`);
    this.#isVisible = show;
    this.contents = new StandInContents({
      ...rest,
      preload: webPreferences.preload ?? '',
      size: { width, height },
    });
    this.contents.on('painted', () => {
      if (!this.#isPainted) this.emit('ready-to-show');
      this.#isPainted = true;
    });
    this.contents.once('gone', () => this.emit('closed'));
  }

  get webContents(): Electron.WebContents {
    return this.contents.listed;
  }

  /** Closes it whatever its page says; the page may have crashed. */
  destroy(): void {
    void this.contents.destroy();
  }
  loadURL(address: string): Promise<void> {
    return this.contents.load(address);
  }
  show(): void {
    this.#isVisible = true;
    this.focus();
  }
  focus(): void {
    // As a real window's: one that is hidden or minimized does not get it.
    if (this.#isMinimized || !this.#isVisible) return;
    this.#isFocused = true;
    void this.contents.opened.then((page) => page.send('Page.bringToFront'));
  }
  minimize(): void {
    this.#isMinimized = true;
    this.#isFocused = false;
  }
  restore(): void {
    this.#isMinimized = false;
    this.focus();
  }
  isMinimized(): boolean {
    return this.#isMinimized;
  }
  isVisible(): boolean {
    return this.#isVisible;
  }
  isFocused(): boolean {
    return this.#isFocused;
  }
}

export function createWindows(options: WindowsOptions): AppWindows {
  const open = new Map<StandInWindow, Electron.BrowserWindow>();
  const focused = (): StandInWindow | undefined => [...open.keys()].find((window) => window.isFocused());
  class BrowserWindow {
    static getAllWindows = (): Electron.BrowserWindow[] => [...open.values()];
    static getFocusedWindow = (): Electron.BrowserWindow | null => {
      const window = focused();
      return (window === undefined ? undefined : open.get(window)) ?? null;
    };
    constructor(settings: Electron.BrowserWindowConstructorOptions = {}) {
      const window = new StandInWindow(settings, options);
      const listed = onlyListed('BrowserWindow', window) as unknown as Electron.BrowserWindow;
      open.set(window, listed);
      window.once('closed', () => {
        open.delete(window);
        if (open.size === 0) options.onAllClosed();
      });
      options.onContents(window.contents.listed);
      return listed;
    }
  }
  return {
    BrowserWindow: onlyListed('[BrowserWindow]', BrowserWindow) as unknown as AppWindows['BrowserWindow'],
    closeAll: async () => {
      await Promise.all([...open.keys()].map((window) => window.contents.close()));
    },
    current: () => focused() ?? [...open.keys()][0],
  };
}
