// Before each test file: what is drawn is waited for as long as vitest.config.ts says.

import { expect, inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    readonly patience: number;
  }
}

// Only components are waited for, and only their tests should pay for the library that does it.
if (expect.getState().testPath?.endsWith('.tsx')) {
  const { configure } = await import('@testing-library/dom');
  configure({ asyncUtilTimeout: inject('patience') });
}
