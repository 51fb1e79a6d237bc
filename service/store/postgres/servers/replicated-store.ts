// The store over a primary and its replicas. A read goes to one server; if that fails before a byte was sent, to the
// next.

import type { TableCode } from '#shared/catalogue/table.ts';
import type {
  DayCount,
  Reader,
  RecordFilter,
  RecordReader,
  Records,
  Store,
  StoredDays,
} from '../../store.ts';
import type { PostgresStore } from '../postgres-store.ts';
import { Unavailable } from '../unavailable.ts';
import type { DatabaseServer } from './database-server.ts';
import { NewestGiven } from './newest-given.ts';

/** The servers, as the store needs them. */
interface Servers {
  /** Those that may answer, in the order in which they are to be tried. */
  forRead(user: string): readonly Pick<DatabaseServer, 'store'>[];
  /** @throws Unavailable if no server takes writes */
  primary(): Pick<DatabaseServer, 'store'>;
  close(): Promise<void>;
}

export class ReplicatedStore implements Store, StoredDays {
  readonly #servers: Servers;
  readonly #given: NewestGiven;

  /**
   * @param servers closed with the store
   * @param maxAge milliseconds by which a replica may be behind
   */
  constructor(servers: Servers, { now, maxAge }: { readonly now: () => Date; readonly maxAge: number }) {
    this.#servers = servers;
    this.#given = new NewestGiven({ now, maxAge });
  }

  onOneCopy<Result>(reader: Reader, read: (copy: RecordReader) => Promise<Result>): Promise<Result> {
    return this.#try(reader.id, (store) => read(this.#copyFor(reader, store)));
  }

  /** A copy that refuses to answer with less than the reader has seen. */
  #copyFor(reader: Reader, store: PostgresStore): RecordReader {
    const copy = store.forReader(reader, this.#given.notBefore(reader.id, store));
    return {
      answer: async (table, selection, limit) => {
        const records = await copy.answer(table, selection, limit);
        if (records !== 'too many' && records.asOf) {
          this.#given.gave(reader.id, store, records.asOf.getTime());
        }
        return records;
      },
      newestRaceDate: (table, upTo) => copy.newestRaceDate(table, upTo),
    };
  }

  answer(table: TableCode, selection: RecordFilter, limit: number): Promise<Records | 'too many'> {
    return this.#try('', (store) => store.answer(table, selection, limit));
  }

  newestRaceDate(table: TableCode, upTo?: string): Promise<string | undefined> {
    return this.#try('', (store) => store.newestRaceDate(table, upTo));
  }

  storedDays(table: TableCode): Promise<readonly DayCount[]> {
    return this.#try('', (store) => store.storedDays(table));
  }

  async upsert(table: TableCode, records: readonly object[]): Promise<void> {
    await this.#servers.primary().store.upsert(table, records);
  }

  close(): Promise<void> {
    return this.#servers.close();
  }

  /** Runs the work on one server after another, until one is available. @throws Unavailable; what the work throws */
  async #try<Result>(user: string, work: (store: PostgresStore) => Promise<Result>): Promise<Result> {
    let failure: Unavailable | undefined;
    for (const { store } of this.#servers.forRead(user)) {
      try {
        return await work(store);
      } catch (error) {
        if (!(error instanceof Unavailable) || !error.mayBeElsewhere) throw error;
        failure = error;
      }
    }
    throw failure ?? new Unavailable();
  }
}
