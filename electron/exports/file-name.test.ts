import { expect, test } from 'vitest';
import type { ResultSource } from '#shared/bridge/source.ts';
import { fileNameOf, safeName } from './file-name.ts';

test.each<[ResultSource, string]>([
  [
    { kind: 'table', table: 'd_hj', filter: { start_racedate: '20260901', end_racedate: '20260930' } },
    'd_hj_2026-09-01_2026-09-30.csv',
  ],
  [{ kind: 'table', table: 't_ra', filter: { racedate: '20261115' } }, 't_ra_2026-11-15.csv'],
  [{ kind: 'table', table: 't_se', filter: { racekey: '05264101' } }, 't_se_05264101.csv'],
  [
    { kind: 'subject', subject: 'payoffs', from: '20260901', to: '20260930' },
    'payoffs_2026-09-01_2026-09-30.csv',
  ],
  [{ kind: 'subject', subject: 'runs', horse_id: '12E345678901' }, 'runs_12E345678901.csv'],
  [{ kind: 'subject', subject: 'runs', horse_id: '../../etc/x' }, 'runs_etcx.csv'],
])('%j is suggested as %s', (source, name) => {
  expect(fileNameOf(source, 'csv')).toBe(name);
});

test.each([
  ['芝 / 指数1位', '芝-指数1位'],
  ['../..', 'export'],
  ['あ'.repeat(120), 'あ'.repeat(60)],
])('a name of the user’s own, %s, becomes %s', (name, safe) => {
  expect(safeName(name)).toBe(safe);
});

test('a long name of a saved export leaves room for its days and the ending', () => {
  const source = { kind: 'table', table: 't_ra', filter: { racedate: '20261115' } } as const;
  const name = fileNameOf(source, 'parquet', { savedAs: 'あ'.repeat(80) });
  expect(name).toBe(`${'あ'.repeat(56)}_2026-11-15.parquet`);
});
