// One archive file for each service: records of different services never mix.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Archive } from './archive.ts';

/** Which service the records are of. The sample service's port varies, so it is known by its own name. */
export type ServiceIdentity =
  { readonly kind: 'sample' } | { readonly kind: 'account'; readonly baseUrl: string };

export interface Archives {
  /** Where the archive of a service is, or will be. */
  pathOf(identity: ServiceIdentity): string;
  /** The archive of a service, opened once. Errors: ARCHIVE_FAILED, ARCHIVE_DAMAGED. */
  of(identity: ServiceIdentity): Promise<Archive>;
  close(): Promise<void>;
}

export function createArchives(options: { readonly dataDir: string; readonly now: () => number }): Archives {
  const opened = new Map<string, Promise<Archive>>();
  const pathOf = (identity: ServiceIdentity) =>
    join(options.dataDir, 'archive', `${fileName(identity)}.duckdb`);
  return {
    pathOf,
    of(identity) {
      const path = pathOf(identity);
      const known = opened.get(path);
      if (known) return known;
      const opening = Archive.open(path, options.now());
      opened.set(path, opening);
      // A failure is not kept: the other instance may be closed, the disk freed.
      opening.catch(() => opened.delete(path));
      return opening;
    },
    async close() {
      const settled = await Promise.allSettled(opened.values());
      opened.clear();
      const archives = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      await Promise.all(archives.map((archive) => archive.close()));
    },
  };
}

function fileName(identity: ServiceIdentity): string {
  if (identity.kind === 'sample') return 'sample';
  const address = identity.baseUrl.replace(/\/+$/, '').toLowerCase();
  return `service-${createHash('sha256').update(address).digest('hex').slice(0, 16)}`;
}
