// The window's procedures for marks, notes and watched horses.

import type { Destination } from '../../exports/destination.ts';
import type { Annotations } from '../../annotations/annotations.ts';
import { writeText } from '../../exports/write-text.ts';
import type { Implementer } from '../implementer.ts';

export interface AnnotationsParts {
  readonly annotations: () => Promise<Annotations>;
  readonly destination: Destination;
  /** Allows the window to download a file; returns the address for it. */
  readonly offer: (path: string) => string;
}

export function annotationsHandlers(
  os: Implementer['annotations'],
  { annotations, destination, offer }: AnnotationsParts,
) {
  return {
    read: os.read.handler(async ({ input }) => (await annotations()).read(input.keys)),
    list: os.list.handler(async ({ input }) => {
      const own = await annotations();
      return own.withDays(own.list(input.target));
    }),
    change: os.change.handler(async ({ input }) => (await annotations()).change(input)),
    write: os.write.handler(async ({ input }) => {
      const own = await annotations();
      const { length: count } = own.list();
      const target = await destination('railbird-marks.jsonl', input.language);
      if (target === undefined) return { count };
      await writeText(target, own.exportText());
      const { path, fetched } = target;
      return { count, path, ...(fetched ? { download: offer(path) } : {}) };
    }),
    adopt: os.adopt.handler(async ({ input }) => (await annotations()).importText(input.text, input.name)),
    undoable: os.undoable.handler(async () => (await annotations()).undoable()),
    undoImport: os.undoImport.handler(async ({ input }) => (await annotations()).undoImport(input.at)),
  };
}
