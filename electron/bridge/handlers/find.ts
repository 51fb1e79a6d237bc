// The window's procedures for finding what is stored by name.

import type { Finder } from '../../find/finder.ts';
import type { Implementer } from '../implementer.ts';

export function findHandlers(os: Implementer['find'], finder: Finder) {
  return {
    search: os.search.handler(({ input }) => finder.search(input.text, input.limit)),
    people: os.people.handler(({ input }) => finder.people(input.kind, input.codes)),
    prepare: os.prepare.handler(async () => {
      await finder.prepare();
      return {};
    }),
  };
}
