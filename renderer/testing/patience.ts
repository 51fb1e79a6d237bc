// Setup of each test file: queries wait for elements for the time set in vitest.config.ts.

import { expect, inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    readonly patience: number;
  }
}

// Only component tests wait for elements, so only they load the library.
if (expect.getState().testPath?.endsWith('.tsx')) {
  const { configure } = await import('@testing-library/dom');
  configure({ asyncUtilTimeout: inject('patience') });
}
