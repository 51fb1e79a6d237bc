import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { ResultSource } from '#shared/bridge/source.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { useNavigationStore } from '../../app/navigation/navigation.ts';
import { currentStep } from '../../app/navigation/trail.ts';
import type { RowModel } from '../../grid/data/row-model.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge } from '../../testing/fake-bridge.ts';
import { sheetOf } from '../../testing/sheet-of.ts';
import { fieldOfRun } from './FieldHistory.tsx';
import { RowDetail } from './RowDetail.tsx';

afterEach(cleanup);

const RECORD = new Map<string, string | null>([
  ['racekey', '05264101'],
  ['horse_number', '04'],
  ['horse_id', '12E345678901'],
  ['horse_name', 'アカツキ'],
  ['idm', '52'],
  ['order_of_finish', '03'],
]);

async function open() {
  const sources: ResultSource[] = [];
  const client = fakeBridge({
    results: {
      read: async ({ source }: { source: ResultSource }) => {
        sources.push(source);
        return sheetOf([
          { racedate: '20261115', racekey: '05264101', idm: '52' },
          { racedate: '20261018', racekey: '05264001', idm: null },
        ]);
      },
    },
  });
  const names = [...RECORD.keys()];
  await draw(
    <RowDetail
      source={{ record: async () => RECORD } as unknown as RowModel}
      resultId="r1"
      rowsKey={[]}
      columns={TABLES.d_se.columns.filter(({ name }) => names.includes(name))}
      row={0}
      rows={3}
      tab="result"
      onStep={() => undefined}
      onClose={() => undefined}
    />,
    client,
  );
  await screen.findByText('アカツキ');
  return { sources, user: userEvent.setup() };
}

it('opens the race of the record with its runner selected', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Open race' }));
  expect(currentStep(useNavigationStore.getState().trail).route).toEqual({
    screen: 'race',
    racekey: '05264101',
    tab: 'result',
    runner: 4,
  });
});

it('finds a field of the record in either language', async () => {
  const { user } = await open();
  await user.type(screen.getByRole('searchbox', { name: 'Find a field' }), '着順');
  expect(screen.queryByText('アカツキ')).toBeNull();
  expect(screen.getByText('Finish', { selector: 'dt *' })).toBeTruthy();
});

it('shows a field in the stored runs, only on request', async () => {
  const { sources, user } = await open();
  expect(sources).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'IDM' }));
  const past = await screen.findByRole('list', { name: 'IDM in past runs' });
  expect(
    within(past)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['2026-11-15 (Sun)52', '2026-10-18 (Sun)–']);
  expect(sources).toEqual([{ kind: 'subject', subject: 'runs', horse_id: '12E345678901' }]);
});

it('maps a past-run column to the field of a run', () => {
  expect(fieldOfRun('race_back_3_later3f_time')?.name).toBe('later3f_time');
  expect(fieldOfRun('race_back_1_racedate')).toBeUndefined();
  expect(fieldOfRun('sire_name')).toBeUndefined();
});
