import { describe, expect, it } from 'vitest';
import type { ResultSource } from '#shared/bridge/source.ts';
import { fakeBridge } from '../../testing/fake-bridge.ts';
import { sheetOf } from '../../testing/sheet-of.ts';
import { raceSources, readRace } from './use-race-sheet.ts';

const bridge = (records: Readonly<Record<string, number>>, asked: string[] = []) =>
  fakeBridge({
    results: {
      read: async ({ source }: { source: ResultSource }) => {
        const table = source.kind === 'table' ? source.table : '';
        asked.push(table);
        return sheetOf(Array.from({ length: records[table] ?? 0 }, () => ({ horse_number: '1' })));
      },
    },
  });

const tableOf = ({ source }: { source: ResultSource }) =>
  source.kind === 'table' ? source.table : undefined;

describe('a race’s records', () => {
  it('are asked of the present table first, of the past one where the race is known to be over', () => {
    const tables = (isPast: boolean) =>
      raceSources('entry', '05266411', isPast).map((source) => tableOf({ source }));
    expect(tables(false)).toEqual(['t_ky', 'd_ky']);
    expect(tables(true)).toEqual(['d_ky', 't_ky']);
  });

  it('of a kind with one table are asked once', () => {
    expect(raceSources('training', '05266411', true)).toHaveLength(1);
  });

  it('come from the other table when the first has none', async () => {
    const asked: string[] = [];
    const found = await readRace(
      bridge({ d_ky: 3 }, asked),
      raceSources('entry', '05266411', false),
      false,
      undefined,
    );
    expect([tableOf(found), found.sheet.records, asked]).toEqual(['d_ky', 3, ['t_ky', 'd_ky']]);
  });

  it('are an empty answer of the likelier table when neither has any', async () => {
    const found = await readRace(bridge({}), raceSources('entry', '05266411', true), false, undefined);
    expect([tableOf(found), found.sheet.records]).toEqual(['d_ky', 0]);
  });

  it('fail where the service failed, without asking elsewhere', async () => {
    const client = fakeBridge({ results: { read: () => Promise.reject(new Error('down')) } });
    await expect(
      readRace(client, raceSources('entry', '05266411', false), false, undefined),
    ).rejects.toThrow();
  });
});
