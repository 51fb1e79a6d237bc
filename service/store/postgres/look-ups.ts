// Look-ups by a key, which most requests are: those that come together are one statement. It costs the database half as
// much, and the process is woken, sends and receives once for all of them. That matters most to a process that has time
// left, as each of several workers does: alone, it would handle every question as it comes.

/** The most keys of a statement: a race's entries are up to 100 KB. */
const MOST = 16;
/**
 * Milliseconds for which the next statement waits until as many ask as were just answered: clients that ask one question
 * after another then share one statement instead of two that take turns. Who asks alone never waits.
 */
const GATHER = 2;
/** Milliseconds after which a statement no longer holds up the next one: the database may be reading its disk. */
const PATIENCE = 20;

interface Waiting<Found> {
  readonly key: string;
  readonly resolve: (found: Found) => void;
  readonly reject: (error: unknown) => void;
}

export class LookUps<Found> {
  readonly #ask: (keys: string[]) => Promise<readonly Found[]>;
  readonly #waiting: Waiting<Found>[] = [];
  /** How many must wait before the next statement is sent. */
  #wanted = 1;
  #gathering: NodeJS.Timeout | undefined;
  #isDue = false;
  #underWay = 0;

  /** @param ask one statement: what is found for each key, in their order */
  constructor(ask: (keys: string[]) => Promise<readonly Found[]>) {
    this.#ask = ask;
  }

  /** @throws the error of the statement */
  find(key: string): Promise<Found> {
    const { promise, resolve, reject } = Promise.withResolvers<Found>();
    this.#waiting.push({ key, resolve, reject });
    if (this.#underWay === 0) this.#sendIfEnough();
    return promise;
  }

  #sendIfEnough(): void {
    if (this.#isDue || this.#waiting.length < this.#wanted) return;
    this.#isDue = true;
    // With whatever else arrived in this turn of the event loop.
    setImmediate(() => {
      this.#isDue = false;
      this.#send();
    });
  }

  #send(): void {
    clearTimeout(this.#gathering);
    this.#wanted = 1;
    const batch = this.#waiting.splice(0, MOST);
    if (batch.length === 0) return;
    this.#underWay += 1;
    let holdsUp = true;
    const goOn = () => {
      if (!holdsUp) return;
      holdsUp = false;
      clearTimeout(patience);
      this.#underWay -= 1;
    };
    const patience = setTimeout(() => {
      goOn();
      this.#send();
    }, PATIENCE);
    void this.#answer(batch, goOn);
  }

  /** Never rejects. */
  async #answer(batch: readonly Waiting<Found>[], ended: () => void): Promise<void> {
    try {
      const found = await this.#ask(batch.map(({ key }) => key));
      for (const [at, { resolve, reject }] of batch.entries()) {
        const one = found[at];
        if (one === undefined) reject(new Error('every key is answered'));
        else resolve(one);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    ended();
    if (this.#underWay === 0) this.#gather(batch.length);
  }

  /** @param answered who may ask again */
  #gather(answered: number): void {
    this.#wanted = Math.min(MOST, answered + this.#waiting.length);
    clearTimeout(this.#gathering);
    this.#gathering = setTimeout(() => {
      this.#wanted = 1;
      if (this.#underWay === 0) this.#sendIfEnough();
    }, GATHER);
    this.#sendIfEnough();
  }
}
