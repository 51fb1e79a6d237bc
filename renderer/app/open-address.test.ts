import { afterEach, expect, it, vi } from 'vitest';
import { ALL_ROWS, ROWS_MEMORY } from '../features/table/table-state.ts';
import { useAnnouncementStore } from './announce.ts';
import { copyAddress } from './open-address.ts';

afterEach(() => vi.unstubAllGlobals());

const route = { screen: 'table', table: 'd_se', filter: { racedate: '20261122' } } as const;
const filter = { column: 'horse_number', text: '1', on: true };

async function said(memory?: Readonly<Record<string, unknown>>): Promise<string | undefined> {
  const writeText = vi.fn().mockResolvedValue(undefined);
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  await copyAddress(route, window, memory);
  expect(writeText).toHaveBeenCalledOnce();
  return useAnnouncementStore.getState().announcement?.text;
}

it('says that the copied address has no filters if rows are filtered or searched', async () => {
  expect(await said()).toBe('addressCopied');
  expect(await said({ [ROWS_MEMORY]: ALL_ROWS })).toBe('addressCopied');
  expect(await said({ [ROWS_MEMORY]: { ...ALL_ROWS, filters: [{ ...filter, on: false }] } })).toBe(
    'addressCopied',
  );
  expect(await said({ [ROWS_MEMORY]: { ...ALL_ROWS, filters: [filter] } })).toBe('addressCopiedBare');
  expect(await said({ [ROWS_MEMORY]: { ...ALL_ROWS, quick: '東京' } })).toBe('addressCopiedBare');
});
