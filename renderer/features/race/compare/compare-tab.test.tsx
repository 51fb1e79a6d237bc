import type { ReactNode } from 'react';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ofRunner, type Annotation } from '#shared/annotations/annotation.ts';
import { useNavigationStore } from '../../../app/navigation/navigation.ts';
import { currentStep } from '../../../app/navigation/trail.ts';
import { draw } from '../../../testing/draw.tsx';
import { fakeBridge, TODAY } from '../../../testing/fake-bridge.ts';
import { readTables } from '../../../testing/fake-tables.ts';
import type { Row } from '../../../testing/sheet-of.ts';
import { PastRaceContext } from '../known-at/known-race.ts';
import type { RaceStage } from '#shared/racing/race-facts.ts';
import { CompareTab } from './CompareTab.tsx';

const RACE = '05266411';
const EARLIER = '05265511';
const NOT_SERVED = '05263111';

const entry = (horse_number: string, horse_name: string, integration_index: string): Row => ({
  racekey: RACE,
  horse_number,
  bracket_number: horse_number,
  horse_id: `HORSE000000${horse_number}`,
  horse_name,
  integration_index,
  jockey_cd: '01001',
  jockey_name: '騎手',
  weight_to_carry: '540',
});

const CARD = [entry('1', 'アルファ', '61.5'), entry('2', 'ベータ', '60.5'), entry('3', 'ガンマ', '60.1')];

/** The last run of a horse. */
const previous = (horse_number: string, racekey: string): Row => ({
  racekey: RACE,
  horse_number,
  race_back_1_racedate: '20261101',
  race_back_1_racekey: racekey,
  race_back_1_order_of_finish: '2',
});

const result = (horse_number: string, racekey: string, order_of_finish: string): Row => ({
  racekey,
  racedate: '20261101',
  horse_number,
  horse_id: `HORSE000000${horse_number}`,
  horse_name: `馬${horse_number}`,
  order_of_finish,
  trouble_classification: '0',
  time_record: '0950',
});

interface Service {
  /** Results that arrive when the fetch is let go. */
  readonly arriving?: readonly Row[];
  readonly missing?: readonly string[];
  readonly fails?: boolean;
  readonly lastRuns?: readonly Row[];
  readonly prerace?: readonly Row[];
  readonly card?: readonly Row[];
}

/** A service whose results are on their way until `letGo` is called. */
function service({
  arriving = [],
  missing = [],
  fails = false,
  lastRuns = [previous('1', EARLIER), previous('2', NOT_SERVED)],
  prerace = [],
  card = CARD,
}: Service) {
  const stored: Row[] = [result('3', '05265403', '4')];
  const gate = Promise.withResolvers<void>();
  const client = fakeBridge({
    results: {
      read: readTables(
        (table) => (table === 't_ky' ? card : table === 't_ze' ? lastRuns : table === 't_pd' ? prerace : []),
        TODAY,
      ),
    },
    races: {
      rivals: async () => [...stored],
      fetch: async ({ record }: { record: string }) =>
        (async function* () {
          if (record !== 'result') return;
          yield { type: 'progress', done: 0, total: 2 };
          await gate.promise;
          if (fails) throw new Error('offline');
          stored.push(...arriving);
          yield { type: 'done', missing };
        })(),
    },
  });
  return { client, letGo: () => act(async () => gate.resolve()) };
}

const drawTab = (
  client: ReturnType<typeof service>['client'],
  language: 'en' | 'ja' = 'en',
  within: (tab: ReactNode) => ReactNode = (tab) => tab,
  stage: RaceStage = 'coming',
) =>
  draw(
    within(
      <CompareTab
        race={{ racekey: RACE, racedate: '20261121' }}
        racekey={RACE}
        stage={stage}
        runners={{
          records: {} as never,
          out: new Map(),
          withdrawn: new Set(),
          reasonOf: () => undefined,
          isLoading: false,
          again: () => undefined,
        }}
        memoryName="compare"
      />,
    ),
    client,
    language,
  );

const DENIED = /These runners have not met|Nothing (?:stored )?joins/;

afterEach(cleanup);

describe('the comparison while results arrive', () => {
  it('denies no meeting and calls nothing complete', async () => {
    const { client, letGo } = service({ arriving: [result('1', EARLIER, '1'), result('2', EARLIER, '3')] });
    await drawTab(client);
    await screen.findByRole('progressbar', { name: 'Getting results' });
    expect(document.body.textContent).not.toMatch(DENIED);
    expect(screen.queryByText('Complete')).toBeNull();
    await letGo();
    const met = await screen.findByRole('table', { name: 'Met before' });
    expect(within(met).getAllByRole('row')).toHaveLength(2);
    act(() => within(met).getByRole('link').click());
    expect(currentStep(useNavigationStore.getState().trail).route).toEqual({
      screen: 'race',
      racekey: EARLIER,
      tab: 'result',
      runner: 1,
    });
  });

  it('has the last runs of a record without a number, by the horse', async () => {
    const undrawn = { ...previous('1', EARLIER), horse_number: null, horse_id: 'HORSE0000001' };
    const { client, letGo } = service({ lastRuns: [undrawn] });
    await drawTab(client);
    expect((await screen.findByRole('row', { name: /^Last five/ })).textContent).toBe('Last five2––');
    await letGo();
  });

  it.each([
    ['has no numbers yet', CARD.map((each) => ({ ...each, horse_number: '00' })), 'No numbers yet'],
    ['is not there yet', [], 'No card yet'],
  ])('of a card that %s says so', async (_, card, title) => {
    await drawTab(service({ card }).client);
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('then says in how many results they have not met, and that the service has no others', async () => {
    const { client, letGo } = service({ missing: [EARLIER, NOT_SERVED] });
    await drawTab(client);
    await screen.findByRole('progressbar');
    await letGo();
    await screen.findByText('These runners have not met in the 1 result of theirs that is stored.');
    expect(screen.getByText('The service has no results for 2 of their last races')).toBeTruthy();
    expect(screen.getAllByText(/Nothing joins these two in the 1 result of the field/)).toHaveLength(3);
    expect(screen.getByText('Complete')).toBeTruthy();
  });

  it('then offers in the same place what could not be fetched, and is incomplete', async () => {
    const { client, letGo } = service({ fails: true });
    await drawTab(client);
    await screen.findByRole('progressbar');
    await letGo();
    await screen.findByText(
      /have not met in the 1 result of theirs that is stored\. 2 more can be fetched\./,
    );
    const met = screen.getByRole('heading', { name: 'Met before' }).closest('section');
    expect(
      within(met as HTMLElement).getByRole('button', { name: 'Get results of 2 earlier races' }),
    ).toBeTruthy();
    expect(screen.queryByText('Complete')).toBeNull();
    expect(screen.getByText('Incomplete')).toBeTruthy();
  });
});

describe('the facts side by side', () => {
  it('align figures to the right, and number the best three', async () => {
    const { client } = service({ lastRuns: [] });
    await drawTab(client);
    const facts = await screen.findByRole('table', { name: 'Side by side' });
    const cellsOf = (name: string) => {
      const row = within(facts).getByRole('rowheader', { name }).closest('tr');
      return within(row as HTMLElement).getAllByRole('cell');
    };
    const indices = cellsOf('Overall index');
    expect(indices.map(({ textContent }) => textContent)).toEqual(['61.51', '60.52', '60.13']);
    expect(indices.map((cell) => cell.querySelector('sub')?.textContent)).toEqual(['1', '2', '3']);
    expect(indices.every((cell) => cell.classList.contains('is-figure'))).toBe(true);
    expect(cellsOf('Rider').some((cell) => cell.classList.contains('is-figure'))).toBe(false);
  });

  it('have who rides, and with what weight, marked if the card has others', async () => {
    const late = { racekey: RACE, jockey_cd: '01009', jockey_name: '代打', weight_to_carry: '550' };
    const { client } = service({ lastRuns: [], prerace: [{ ...late, horse_number: '02' }] });
    await drawTab(client, 'en', undefined, 'past');
    const facts = await screen.findByRole('table', { name: 'Side by side' });
    const textsOf = (name: string) => {
      const row = within(facts).getByRole('rowheader', { name }).closest('tr');
      return [...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent);
    };
    await within(facts).findByTitle('No. 2: jockey 騎手 → 代打.');
    expect(textsOf('Rider')).toEqual(['騎手', 'chg 代打', '騎手']);
    expect(textsOf('Weight carried')).toEqual(['54.0 kg', 'chg 55.0 kg', '54.0 kg']);
  });
});

describe('the suggested runners', () => {
  const MARKED: readonly Annotation[] = [
    { ...ofRunner(RACE, 1), mark: '1', at: 3000 },
    { ...ofRunner(RACE, 2), mark: '3', at: 900 },
    { ...ofRunner(RACE, 3), mark: '2', at: 900 },
  ];
  const suggested = () =>
    screen
      .getAllByRole('button', { pressed: true })
      .map(({ textContent }) => textContent.replaceAll(/\d/g, ''));
  const client = () =>
    fakeBridge({
      results: { read: readTables((table) => (table === 't_ky' ? CARD : []), TODAY) },
      races: { rivals: async () => [] },
      annotations: { read: async () => [...MARKED] },
    });

  it('are those that the user marked', async () => {
    await drawTab(client());
    await screen.findByRole('table', { name: 'Side by side' });
    await waitFor(() => expect(suggested()).toEqual(['アルファ', 'ベータ', 'ガンマ']));
  });

  it('are in a race as it was known before those that were marked then', async () => {
    const past = { at: 1000, records: { race: [], entry: CARD, prerace: [] } };
    await drawTab(client(), 'en', (tab) => <PastRaceContext value={past}>{tab}</PastRaceContext>);
    await screen.findByRole('table', { name: 'Side by side' });
    await waitFor(() => expect(suggested()).toEqual(['ベータ', 'ガンマ']));
  });
});
