// A window's contents: a target of Chromium with the app's scheme, its handlers and its preload script.

import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import type { Chromium } from './chromium.ts';
import type { Cloner } from './clone.ts';
import type { DevtoolsSession } from './devtools.ts';
import { onlyListed } from './only-listed.ts';
import { linkPage, type PageLink } from './page-link.ts';
import type { Schemes } from './scheme.ts';
import type { StandInSession } from './session.ts';

export interface ContentsOptions {
  readonly chromium: () => Promise<Chromium>;
  readonly schemes: Schemes;
  readonly session: StandInSession;
  readonly cloner: Cloner;
  readonly preload: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly receive: (channel: string, senderFrame: Electron.WebFrameMain, args: readonly unknown[]) => void;
}

/** The address's own origin, for permissions. */
const originOf = (address: string): string => new URL(address).origin;

/** A frame and where it goes; a request is without what follows the `#`. */
const navigation = (frame: string, address: string): string => `${frame} ${address.replace(/#.*$/su, '')}`;

/** Emits `painted` and `gone` to its window, besides Electron's events to the app. */
export class StandInContents extends EventEmitter {
  /** What the app has of it. */
  readonly listed: Electron.WebContents;
  /** Resolves when the target is there. */
  readonly opened: Promise<DevtoolsSession>;
  readonly #options: ContentsOptions;
  #targetId = '';
  #mainFrame = '';
  #url = '';
  #link: PageLink | undefined;
  /**
   * Navigations that the app or the browser itself starts are not asked about; those of a page are, each of several that
   * it starts at a time, until it has gone somewhere.
   */
  readonly #requested = new Set<string>();
  #onWindowOpen: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | undefined;

  constructor(options: ContentsOptions) {
    super();
    this.#options = options;
    this.listed = onlyListed('WebContents', this) as unknown as Electron.WebContents;
    this.opened = this.#open();
    // The window reports it.
    this.opened.catch(() => undefined);
  }

  setWindowOpenHandler(handler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0]): void {
    this.#onWindowOpen = handler;
  }

  /** Resolves when the page has loaded; rejects as Electron does. */
  async load(address: string): Promise<void> {
    const { chromium, schemes, session } = this.#options;
    const page = await this.opened;
    const inside = schemes.inside(address);
    const { devtools } = await chromium();
    await session.applyPermissions(devtools.browser, this.listed, originOf(inside));
    const loaded = new Promise<void>((resolve) => page.on('Page.loadEventFired', () => resolve()));
    const { errorText } = await page.send('Page.navigate', { url: inside });
    if (errorText !== undefined && errorText !== '') throw new Error(`${errorText} loading '${address}'`);
    await loaded;
  }

  /** Lets the page end in order, as closing its window does. */
  async close(): Promise<void> {
    const page = await this.opened;
    const gone = new Promise<void>((resolve) => this.once('gone', resolve));
    await page.send('Page.close').catch(() => undefined);
    await gone;
  }

  /** Also if the page does not answer any more. */
  async destroy(): Promise<void> {
    const { devtools } = await this.#options.chromium();
    await devtools.browser.send('Target.closeTarget', { targetId: this.#targetId });
  }

  async #open(): Promise<DevtoolsSession> {
    const { chromium, schemes, session, cloner, preload, size, receive } = this.#options;
    const { devtools } = await chromium();
    const { targetId } = await devtools.browser.send('Target.createTarget', { url: 'about:blank', ...size });
    this.#targetId = targetId;
    devtools.browser.on('Target.targetDestroyed', (destroyed) => {
      if (destroyed.targetId === this.#targetId) this.emit('gone');
    });
    devtools.browser.on('Target.targetCrashed', (crashed) => {
      if (crashed.targetId === this.#targetId)
        this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: crashed.errorCode });
    });
    await devtools.browser.send('Target.setDiscoverTargets', { discover: true });
    const { sessionId } = await devtools.browser.send('Target.attachToTarget', { targetId, flatten: true });
    const page = devtools.session(sessionId);
    await page.send('Page.enable');
    const { frameTree } = await page.send('Page.getFrameTree');
    this.#mainFrame = frameTree.frame.id;
    page.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === this.#mainFrame) this.#url = frame.url;
      this.#requested.clear();
    });
    page.on('Page.lifecycleEvent', ({ name, frameId }) => {
      if (name === 'firstPaint' && frameId === this.#mainFrame) this.emit('painted');
    });
    await page.send('Page.setLifecycleEventsEnabled', { enabled: true });
    await this.#askAboutNavigation(page);
    await session.watchDownloads(devtools.browser, this.listed);
    this.#link = await linkPage({ page, cloner, preload, url: () => schemes.outside(this.#url), receive });
    this.once('gone', () => this.#link?.gone());
    return page;
  }

  async #askAboutNavigation(page: DevtoolsSession): Promise<void> {
    const { schemes } = this.#options;
    page.on('Page.frameRequestedNavigation', ({ frameId, url }) => {
      if (/^https?:/u.test(url)) this.#requested.add(navigation(frameId, url));
      // Chromium requests nothing for another program's address, which it would hand over.
      else if (!this.#isPrevented(['will-frame-navigate', 'will-navigate'], url))
        process.stderr.write(`The stand-in for Electron does not open ${url}\n`);
    });
    page.on('Page.windowOpen', ({ url, windowName, windowFeatures }) => {
      const answer = this.#onWindowOpen?.({
        url: schemes.outside(url),
        frameName: windowName,
        features: windowFeatures.join(','),
        disposition: 'default',
        referrer: { url: '', policy: 'no-referrer' },
      });
      if (answer?.action !== 'deny')
        throw new Error('The stand-in for Electron opens no windows for a page.');
    });
    page.on('Fetch.requestPaused', ({ requestId, request, resourceType, frameId, redirectedRequestId }) => {
      const isMain = frameId === this.#mainFrame;
      const isOfThePage =
        resourceType === 'Document' && (this.#requested.has(navigation(frameId, request.url)) || !isMain);
      const events = isMain ? ['will-frame-navigate', 'will-navigate'] : ['will-frame-navigate'];
      const isRedirect = resourceType === 'Document' && redirectedRequestId !== undefined;
      const isPrevented =
        (isOfThePage && this.#isPrevented(events, request.url)) ||
        (isRedirect && this.#isPrevented(['will-redirect'], request.url));
      const done = isPrevented
        ? page.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
        : this.#answer(page, requestId, request);
      // A request that the page has withdrawn meanwhile.
      done.catch(() => undefined);
    });
    await page.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
  }

  #isPrevented(events: readonly string[], url: string): boolean {
    let isPrevented = false;
    const event = { url: this.#options.schemes.outside(url), preventDefault: () => (isPrevented = true) };
    for (const name of events) this.emit(name, event);
    return isPrevented;
  }

  /** From the app's handler, if the address is of its scheme. */
  async #answer(
    page: DevtoolsSession,
    requestId: string,
    { url, method, headers, postData }: { url: string; method: string; headers: object; postData?: string },
  ): Promise<unknown> {
    if (this.#link?.takes({ url, ...(postData === undefined ? {} : { postData }) }) === true)
      return page.send('Fetch.fulfillRequest', { requestId, responseCode: 204 });
    const { schemes } = this.#options;
    const handler = schemes.handlerOf(url);
    if (handler === undefined) return page.send('Fetch.continueRequest', { requestId });
    let response: Response;
    try {
      response = await handler(
        new Request(schemes.outside(url), {
          method,
          headers: Object.entries(headers) as [string, string][],
          ...(postData === undefined ? {} : { body: postData }),
        }),
      );
    } catch {
      return page.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
    }
    const responseHeaders = [...response.headers].map(([name, value]) => ({ name, value }));
    return page.fulfill({ requestId, responseCode: response.status, responseHeaders }, response.body);
  }
}
