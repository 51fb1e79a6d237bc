// Windows that were asked for and have not come: what of a page is on its way, and what of it nobody wants any more.

interface UnderWay {
  readonly page: number;
  readonly columns: ReadonlySet<string>;
  readonly abort: AbortController;
}

/** At once: more would only queue up behind each other in the main process. */
const MOST = 4;

export class WindowsUnderWay {
  readonly #windows = new Set<UnderWay>();

  /** Of these columns of a page, those that no window brings already. */
  notComing(page: number, names: readonly string[]): readonly string[] {
    return names.filter((name) => !this.#of(page).some(({ columns }) => columns.has(name)));
  }

  /**
   * Room for one more window; `urgent` takes it from one that brings nothing of `wanted`, on screen or next to come
   * there. Those that do are left to come: who scrolls sideways wants other columns in every frame, and would never
   * see any.
   */
  hasRoom(urgent: boolean, pages: readonly number[], wanted: ReadonlySet<string>): boolean {
    if (this.#windows.size < MOST) return true;
    if (!urgent) return false;
    for (const window of [...this.#windows].toReversed()) {
      const isWanted = pages.includes(window.page) && [...window.columns].some((name) => wanted.has(name));
      if (isWanted) continue;
      this.#drop(window);
      return true;
    }
    return false;
  }

  begin(page: number, columns: readonly string[]): UnderWay {
    const window = { page, columns: new Set(columns), abort: new AbortController() };
    this.#windows.add(window);
    return window;
  }

  end(window: UnderWay): void {
    this.#windows.delete(window);
  }

  /** Gives up the windows of all other pages. */
  keep(pages: readonly number[]): void {
    for (const window of this.#windows) if (!pages.includes(window.page)) this.#drop(window);
  }

  dropAll(): void {
    this.keep([]);
  }

  #of(page: number): UnderWay[] {
    return [...this.#windows].filter((window) => window.page === page);
  }

  #drop(window: UnderWay): void {
    this.#windows.delete(window);
    window.abort.abort();
  }
}
