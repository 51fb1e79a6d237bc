// The arrangement that may be wanted next, asked for before it is: a hand comes to rest on what it will press some
// tenths of a second before it does. Chosen then, its first rows are drawn with the press.

import type { RowQueryResult, RowQuery } from '#shared/bridge/row-query.ts';
import type { Cells, CellRange } from './row-source.ts';

/** What a window of an arrangement is asked of. */
export interface Looked extends CellRange {
  readonly resultId: string;
}

export type Preview = RowQueryResult & { readonly cells: Cells };

type Ask = (
  wanted: RowQuery & { resultId: string; window: { from: number; count: number; columns: string[] } },
  options: { readonly signal: AbortSignal },
) => Promise<Preview>;

interface Asked {
  readonly key: string;
  readonly abort: AbortController;
  /** A promise until it is answered. */
  answer: Preview | Promise<Preview>;
}

const keyOf = ({ sort, filters, quick }: RowQuery, looked: Looked): string =>
  JSON.stringify([sort, filters, quick, looked]);

export class ArrangementAhead {
  readonly #ask: Ask;
  #asked: Asked | undefined;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Asks for it, unless that is done already; what was asked for before is not wanted any more. */
  prepare(arrangement: RowQuery, looked: Looked): void {
    const key = keyOf(arrangement, looked);
    if (this.#asked?.key === key) return;
    this.forget();
    const abort = new AbortController();
    const { resultId, from, count, columns } = looked;
    const answer = this.#ask(
      { resultId, ...arrangement, window: { from, count, columns: [...columns] } },
      { signal: abort.signal },
    );
    const asked: Asked = { key, abort, answer };
    this.#asked = asked;
    void this.#await(asked, answer);
  }

  /** What was asked for, if it was for just this, the answer itself where it is here. It is given once. */
  take(arrangement: RowQuery, looked: Looked): Preview | Promise<Preview> | undefined {
    if (this.#asked?.key !== keyOf(arrangement, looked)) return undefined;
    const { answer } = this.#asked;
    this.#asked = undefined;
    return answer;
  }

  async #await(asked: Asked, answer: Promise<Preview>): Promise<void> {
    try {
      asked.answer = await answer;
    } catch {
      // Nobody waits for it; who chooses it asks in the usual way.
      if (this.#asked === asked) this.#asked = undefined;
    }
  }

  forget(): void {
    this.#asked?.abort.abort();
    this.#asked = undefined;
  }
}
