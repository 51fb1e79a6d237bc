// One archive file for each service: records of different services never mix.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Notices } from '../files/notices.ts';
import type { Annotations } from '../annotations/annotations.ts';
import { openWithAnnotations, type Opened } from '../annotations/open-annotations.ts';
import type { ServiceIdentity } from '../service-client/service-identity.ts';
import type { Archive } from './archive.ts';
import type { ArchiveFile } from './archive-file.ts';
import { noticeOf } from './salvage-notice.ts';

export interface Archives {
  /** The path of a service's archive, whether or not it exists yet. */
  pathOf(identity: ServiceIdentity): string;
  /** The archive of a service, opened once. Errors: ARCHIVE_FAILED, ARCHIVE_IN_USE, ARCHIVE_NEWER. */
  of(identity: ServiceIdentity): Promise<Archive>;
  /** What the user noted about that service's racing. Errors: as for `of`; FILE_FAILED, FILE_NEWER, NOT_ANNOTATIONS. */
  annotationsOf(identity: ServiceIdentity): Promise<Annotations>;
  /** Releases the memory that open archives can do without. Errors: those of DuckDB. */
  releaseMemory(): Promise<void>;
  close(): Promise<void>;
}

export interface ArchivesOptions {
  readonly dataDir: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Called for every damaged archive: what was saved and what was lost. */
  readonly notices: Pick<Notices, 'add'>;
  /** How many threads a query may use; two by default. */
  readonly threads?: number | undefined;
}

export function createArchives(options: ArchivesOptions): Archives {
  const opened = new Map<string, Promise<Opened>>();
  const pathOf = (identity: ServiceIdentity) =>
    join(options.dataDir, 'archive', `${fileName(identity)}.duckdb`);
  const annotationPathOf = (identity: ServiceIdentity) =>
    join(options.dataDir, 'annotations', `${fileName(identity)}.jsonl`);
  const fileOf = (identity: ServiceIdentity): ArchiveFile => ({
    path: pathOf(identity),
    now: options.now,
    threads: options.threads,
    onSalvage: (salvaged) => options.notices.add(noticeOf(salvaged, identity.kind === 'sample')),
  });
  const open = (identity: ServiceIdentity): Promise<Opened> => {
    const file = fileOf(identity);
    const { path } = file;
    const known = opened.get(path);
    if (known) return known;
    const opening = openWithAnnotations(
      file,
      { path: annotationPathOf(identity), service: identity.kind },
      options,
    );
    opened.set(path, opening);
    // A failure is not cached: the other instance may close, or space may be freed on the disk.
    opening.catch(() => opened.delete(path));
    return opening;
  };
  return {
    pathOf,
    of: async (identity) => (await open(identity)).archive,
    annotationsOf: async (identity) => (await open(identity)).annotations(),
    async releaseMemory() {
      const all = await Promise.all(opened.values());
      await Promise.all(all.map(({ archive }) => archive.releaseMemory()));
    },
    async close() {
      const settled = await Promise.allSettled(opened.values());
      opened.clear();
      const archives = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      await Promise.all(archives.map(({ close }) => close()));
    },
  };
}

function fileName(identity: ServiceIdentity): string {
  if (identity.kind === 'sample') return 'sample';
  const address = identity.baseUrl.replace(/\/+$/, '').toLowerCase();
  return `service-${createHash('sha256').update(address).digest('hex').slice(0, 16)}`;
}
