import { afterEach, expect, it, vi } from 'vitest';
import { ALL_ROWS, ROWS_MEMORY } from '../features/table/table-state.ts';
import { useAnnouncementStore } from './announce.ts';
import { copyAddress } from './open-address.ts';

afterEach(() => vi.unstubAllGlobals());

const route = { screen: 'table', table: 't_se', filter: { racedate: '20261122' } } as const;
const copied = () => useAnnouncementStore.getState().announcement?.values?.['address'];
const filter = { column: 'horse_number', text: '1', on: true };

async function said(memory?: Readonly<Record<string, unknown>>): Promise<string | undefined> {
  const writeText = vi.fn().mockResolvedValue(undefined);
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  await copyAddress({ route, memory }, window);
  expect(writeText).toHaveBeenCalledOnce();
  return useAnnouncementStore.getState().announcement?.text;
}

it('copies the filters of a table with its address', async () => {
  expect(await said()).toBe('addressCopied');
  expect(await said({ [ROWS_MEMORY]: ALL_ROWS })).toBe('addressCopied');
  expect(await said({ [ROWS_MEMORY]: { ...ALL_ROWS, filters: [filter] } })).toBe('addressCopied');
  expect(copied()).toMatch(/&where\.horse_number=1$/);
});

it('says that the copied address has no filters if it cannot have them', async () => {
  const filters = [{ ...filter, text: '馬'.repeat(2000) }];
  expect(await said({ [ROWS_MEMORY]: { ...ALL_ROWS, filters } })).toBe('addressCopiedBare');
  expect(copied()).toMatch(/22%7D$/);
});
