// Calls of the procedures of exports.

import { expect } from 'vitest';
import type { SavedExport } from '#shared/bridge/export-saved.ts';
import type { ExportRequest } from '#shared/bridge/exports.ts';
import { expectCoded, failureOf } from './coded-failure.ts';
import type { Calls } from './call.ts';

const STYLE = { format: 'csv', form: 'delivered', header: 'name' } as const;

const EXPORT: ExportRequest = { resultId: 'r1', columns: ['racekey'], ...STYLE, language: 'en' };

const SAVED: SavedExport = {
  id: 'x1',
  name: '週末',
  source: { kind: 'table', table: 't_ra', filter: { racedate: '20261115' } },
  columns: ['racekey'],
  sort: [],
  filters: [],
  style: STYLE,
  language: 'ja',
};

export const EXPORTS_CALLS: Calls = {
  'exports.start': async ({ exports }) => {
    expect((await exports.start(EXPORT)).exportId).toMatch(/./);
  },
  'exports.watch': async ({ exports }) => {
    const { exportId } = await exports.start(EXPORT);
    let last: unknown;
    for await (const event of await exports.watch({ exportId })) last = event;
    expect(last).toMatchObject({ type: 'done', records: 2, download: `/exports/${exportId}` });
  },
  'exports.cancel': async ({ exports }) => {
    const { exportId } = await exports.start({ ...EXPORT, columns: ['race_name'] });
    expect(await exports.cancel({ exportId })).toEqual({});
  },
  'exports.reveal': async ({ exports }) => {
    expect(await exports.reveal({ exportId: 'unknown' })).toEqual({ shown: false });
    const { exportId } = await exports.start(EXPORT);
    await Array.fromAsync(await exports.watch({ exportId }));
    expect(await exports.reveal({ exportId })).toEqual({ shown: true });
  },
  'savedExports.list': async ({ savedExports }) => {
    expect(await savedExports.list({ table: 'd_hj' })).toEqual([]);
  },
  'savedExports.save': async ({ savedExports }) => {
    await savedExports.save(SAVED);
    const stored = await savedExports.list({ table: 't_ra' });
    expect(stored).toEqual([{ ...SAVED, revision: expect.any(String) }]);
    const basis = stored[0]?.revision ?? '';
    await savedExports.save({ ...SAVED, language: 'en', basis });
    // One window is quicker than another that began with the same one.
    const late = { code: 'CHANGED_ELSEWHERE', values: { name: SAVED.name } } as const;
    expectCoded(await failureOf(savedExports.save({ ...SAVED, columns: ['racedate'], basis })), late);
    expectCoded(await failureOf(savedExports.remove({ id: SAVED.id, basis })), late);
  },
  'savedExports.remove': async ({ savedExports }) => {
    await savedExports.save(SAVED);
    const [stored] = await savedExports.list({ table: 't_ra' });
    await savedExports.remove({ id: SAVED.id, basis: stored?.revision ?? '' });
    expect(await savedExports.list({ table: 't_ra' })).toEqual([]);
  },
};
