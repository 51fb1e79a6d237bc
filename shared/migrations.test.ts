import { expect, test } from 'vitest';
import { missingMigrations, newestVersion } from './migrations.ts';

const migrations = [{ version: 1 }, { version: 3 }, { version: 2 }];

test('a store gets the migrations after its version, in order', () => {
  expect(missingMigrations(0, migrations).map(({ version }) => version)).toEqual([1, 2, 3]);
  expect(missingMigrations(2, migrations).map(({ version }) => version)).toEqual([3]);
});

test('a store of this or a later version gets none', () => {
  expect([missingMigrations(3, migrations), missingMigrations(4, migrations)]).toEqual([[], []]);
  expect([newestVersion(migrations), newestVersion([])]).toEqual([3, 0]);
});
