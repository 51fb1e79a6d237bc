// The windows that what is on screen wants, and those read ahead of it: started most urgent first, kept as they come.

import type { Cells, CellRange } from './row-source.ts';
import type { ShownRows } from './row-model.ts';
import { onScreenPages, PAGE_ROWS, wantedPages, type Visible } from './window-plan.ts';
import { WindowsUnderWay } from './windows-under-way.ts';

/** What is looked at. */
export interface VisibleCells {
  readonly visible: Visible;
  /** Those drawn, and those that come along. */
  readonly columns: readonly string[];
  /** Columns beside those drawn, the nearest first. */
  readonly soon: readonly string[];
  readonly isSideways: boolean;
}

interface Options {
  readonly rows: ShownRows;
  readonly read: (window: CellRange, signal: AbortSignal) => Promise<Cells>;
  /** After each window that came; what is wanted by now is to be asked for. */
  readonly onCells: () => void;
  readonly onFailure: (thrown: unknown) => void;
}

/** Columns of one window that is read ahead. */
const PART = 24;

/** Columns beside those on screen that are read ahead of someone who does not scroll sideways. */
const FEW_BESIDE = PART;

export class WindowReading {
  readonly #options: Options;
  readonly #underWay = new WindowsUnderWay();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Starts the windows that are wanted and neither held nor under way. */
  ask(look: VisibleCells): void {
    const { rows } = this.#options;
    const wanted = wantedPages(look.visible, rows.rowsWanted);
    this.#underWay.keep(wanted);
    const onScreen = onScreenPages(look.visible, rows.rowsWanted);
    const isLacking = !rows.pages.hold(onScreen, look.columns);
    this.#start(onScreen, look.columns, look, true);
    // What was looked at before stayed on screen until what is looked at now is here.
    if (!isLacking) rows.pages.dropFar(look.visible);
    // Who scrolls sideways would want the columns beside those on screen next.
    if (look.isSideways) this.#start(onScreen, look.soon, look, false);
    else if (!isLacking) this.#start(onScreen, look.soon.slice(0, FEW_BESIDE), look, false);
    this.#start(wanted, look.columns, look, false);
  }

  dropAll(): void {
    this.#underWay.dropAll();
  }

  /** Starts windows for what the pages lack of these columns, as far as it is not under way. */
  #start(pages: readonly number[], names: readonly string[], look: VisibleCells, urgent: boolean): void {
    const wanted = new Set([...look.columns, ...look.soon]);
    for (const page of pages) {
      const missing = this.#underWay.notComing(page, this.#options.rows.pages.lacking(page, names));
      // What is on screen comes at once; the rest by parts, so that the nearest of it does not wait for the farthest.
      const part = urgent ? missing.length : PART;
      for (let at = 0; at < missing.length; at += part) {
        if (!this.#underWay.hasRoom(urgent, pages, wanted)) return;
        void this.#fetch(page, missing.slice(at, at + part));
      }
    }
  }

  async #fetch(page: number, columns: readonly string[]): Promise<void> {
    const { rows, read, onCells, onFailure } = this.#options;
    const window = this.#underWay.begin(page, columns);
    const { signal } = window.abort;
    try {
      const cells = await read({ columns, from: page * PAGE_ROWS, count: PAGE_ROWS }, signal);
      if (signal.aborted) return;
      this.#underWay.end(window);
      rows.keep([page], columns, cells);
    } catch (thrown) {
      this.#underWay.end(window);
      if (!signal.aborted) onFailure(thrown);
      return;
    }
    onCells();
  }
}
