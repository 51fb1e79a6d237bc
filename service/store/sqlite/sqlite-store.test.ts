// The SQLite store does what every store must.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { SqliteBulkWriter } from './bulk-writer.ts';
import { SqliteStore } from './sqlite-store.ts';
import { storeSuite } from '../testing/store-suite.ts';

describe('SQLite', () => {
  storeSuite(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'railbird-store-'));
    const file = join(folder, 'records.sqlite');
    const store = new SqliteStore(file);
    return {
      store,
      bulkWriter: async () => new SqliteBulkWriter(file),
      async close() {
        await store.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  });
});
