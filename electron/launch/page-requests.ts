// The page comes before the core: its code takes a quarter of a second of processor time, during which this thread
// answers nothing, and the browser asks for the page in just that time. So the code is loaded in parts, and none is begun
// while the page or its files are being sent.

import { setImmediate, setTimeout } from 'node:timers/promises';

/** What is sent, and how long the next request of the same page may take to arrive, in milliseconds. */
const FOLLOWED_WITHIN_MS = { page: 60, file: 15 } as const;
export type PagePart = keyof typeof FOLLOWED_WITHIN_MS;

/** A browser that does not read what it asked for must not keep the core from being loaded. */
const MOST_MS = 300;
const CHECKED_EVERY_MS = 5;
/** Rounds of the event loop until a request that has arrived is known: its connection, its bytes, its handler. */
const ROUNDS = 3;

export class PageRequests {
  readonly #mostMs: number;
  #sending = 0;
  #nextBy = 0;

  constructor(mostMs = MOST_MS) {
    this.#mostMs = mostMs;
  }

  /**
   * Call when a window was opened, whose page will be requested: nothing of the core is loaded until then. Electron opens
   * windows in this thread too, so that code that is loaded meanwhile delays the request itself.
   */
  expectPage(): void {
    this.#nextBy = performance.now() + this.#mostMs;
  }

  /** Call when a request arrives; the result, once, when it is answered or will never be. */
  begin(part: PagePart): () => void {
    this.#sending += 1;
    return () => {
      this.#sending -= 1;
      this.#nextBy = performance.now() + FOLLOWED_WITHIN_MS[part];
    };
  }

  /** Resolves once nothing of the page is being sent or about to be requested; at once if nothing was. */
  async answered(): Promise<void> {
    const latest = performance.now() + this.#mostMs;
    for (;;) {
      for (let round = 0; round < ROUNDS; round += 1) await setImmediate();
      const now = performance.now();
      if ((this.#sending === 0 && now >= this.#nextBy) || now >= latest) return;
      await setTimeout(CHECKED_EVERY_MS);
    }
  }
}
