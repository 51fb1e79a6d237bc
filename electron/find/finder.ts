// Finds what the archive of the connected service stores, by name. The names are read when they are first needed.

import type { CODED_KINDS, FoundAnswer, FoundKind } from '#shared/bridge/find.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import type { Archive } from '../archive/archive.ts';
import type { Clock } from '../service-client/clock.ts';
import { LiveNames } from './live-names.ts';
import { searchNames } from './search.ts';
import { identifiedBy } from './service-keys.ts';

type CodedKind = (typeof CODED_KINDS)[number];

export interface Finder {
  /** What the text can mean among what is stored. Errors: NOT_CONNECTED, ARCHIVE_FAILED. */
  search(text: string, limit: number, kinds?: readonly FoundKind[]): Promise<FoundAnswer>;
  /** Those of the codes that have a name, as in the newest record. Errors: as for `search`. */
  people(
    kind: CodedKind,
    codes: readonly string[],
  ): Promise<{ readonly code: string; readonly name: string }[]>;
  /** Reads the names before they are needed. Errors: as for `search`. */
  prepare(): Promise<void>;
  /** Follows the archive no longer. */
  close(): void;
}

export interface FinderOptions {
  readonly archive: () => Promise<Archive>;
  readonly clock: Pick<Clock, 'now'>;
}

export function createFinder({ archive, clock }: FinderOptions): Finder {
  let followed: { readonly archive: Archive; readonly names: LiveNames } | undefined;
  const names = async () => {
    const opened = await archive();
    if (followed?.archive !== opened) {
      followed?.names.close();
      followed = { archive: opened, names: new LiveNames(opened) };
    }
    return followed.names.current();
  };
  return {
    search: async (text, limit, kinds) => {
      const index = await names();
      const identified = await identifiedBy(await archive(), text);
      return searchNames(index, { text, limit, kinds, identified, today: todayInTokyo(clock.now()) });
    },
    people: async (kind, codes) => {
      const index = await names();
      return [...new Set(codes)].flatMap((code) => {
        const name = index.get(kind, code)?.name ?? '';
        return name === '' ? [] : [{ code, name }];
      });
    },
    prepare: async () => {
      await names();
    },
    close: () => {
      followed?.names.close();
      followed = undefined;
    },
  };
}
