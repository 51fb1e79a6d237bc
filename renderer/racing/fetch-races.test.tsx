import { useQueries } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Activity, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { runsOfHorse, type ResultSource } from '#shared/bridge/source.ts';
import { useBridge } from '../client/bridge.tsx';
import { draw } from '../testing/draw.tsx';
import { fakeBridge } from '../testing/fake-bridge.ts';
import { sheetOf } from '../testing/sheet-of.ts';
import { FetchRaces } from './FetchRaces.tsx';
import { raceInShort, racesToAsk, raceWords } from './run-races.ts';
import { useAutomaticRaceFetch, useRaceFetch, useRunRaces } from './use-run-races.ts';

const RUNS = [
  { racekey: '05265505', racedate: '20261101' },
  { racekey: '08264108', racedate: '20261010' },
  { racekey: '3926A105', racedate: '20261001' },
  { racekey: '05265505', racedate: '20261101' },
];
const RACES = racesToAsk(RUNS);

/** An archive with some of the races, and the action that fetches the others. */
function Runs() {
  const { byKey } = useRunRaces(RACES);
  const fetch = useRaceFetch();
  return (
    <>
      <p>{`stored: ${[...(byKey?.keys() ?? [])].join(' ')}`}</p>
      <FetchRaces races={RACES.filter(({ racekey }) => byKey?.has(racekey) !== true)} fetch={fetch} />
    </>
  );
}

/** The runs of a horse beside its master record. */
function HorseRuns() {
  const { queries } = useBridge();
  const sources: ResultSource[] = [
    runsOfHorse('h1'),
    { kind: 'table', table: 'm_uk', filter: { horse_id: 'h1' } },
  ];
  useQueries({ queries: sources.map((source) => queries.results.read.queryOptions({ input: { source } })) });
  return <FetchRaces races={RACES} fetch={useRaceFetch()} />;
}

function AutomaticRuns({ races = RACES }: { readonly races?: typeof RACES }) {
  return <FetchRaces races={races} fetch={useAutomaticRaceFetch(races)} />;
}

/** A tab whose races come one after the other, and which can be hidden. */
function Tab() {
  const [isShown, setIsShown] = useState(true);
  const [count, setCount] = useState(1);
  return (
    <>
      <button type="button" onClick={() => setIsShown(!isShown)}>
        tab
      </button>
      <button type="button" onClick={() => setCount(count + 1)}>
        more
      </button>
      <Activity mode={isShown ? 'visible' : 'hidden'}>
        <AutomaticRuns races={RACES.slice(0, count)} />
      </Activity>
    </>
  );
}

afterEach(cleanup);

describe('the races of past runs', () => {
  it('are each requested once, except those that the service cannot have', () => {
    expect(RACES).toEqual(RUNS.slice(0, 2));
  });

  it('are described as in a race paper, with a dash for unknown facts', () => {
    const t = ((_: string, { count }: { count: number }) => `${count}頭`) as never;
    const race = { track_type: '2', distance: '1600', turf_condition_cd: '10', headcount: '16' };
    const named = { ...race, grade_cd: '2', race_name: '秋風記念 ' };
    expect(raceInShort(raceWords(named, 'ja'), t)).toBe('ダ1600 良 16頭 G2 秋風記念');
    expect(raceInShort(raceWords({ class_cd: '12', condition_cd: '05', distance: ' ' }, 'ja'), t)).toBe(
      '– – – 3歳1勝クラス',
    );
  });

  it('are named in English where the name says only age and class', () => {
    expect(raceWords({ race_name: '２歳未勝利', grade_cd: '' }, 'en').name).toBe('2yo Maiden');
    expect(raceWords({ race_name: '秋風記念', grade_cd: '2' }, 'en').name).toBe('G2 秋風記念');
    expect(raceWords({ race_name: '水仙特別 ', grade_cd: '', condition_cd: '05' }, 'ja').name).toBe(
      '1勝クラス 水仙特別',
    );
  });

  it('are fetched on request, with progress, and then show what the service does not have', async () => {
    const user = userEvent.setup();
    let stored: string[] = [];
    let finish = (): void => undefined;
    const client = fakeBridge({
      races: {
        conditions: async () => stored.map((racekey) => ({ racekey })),
        fetch: async () =>
          (async function* () {
            yield { type: 'progress', done: 1, total: 2 };
            await new Promise<void>((resolve) => (finish = resolve));
            stored = ['05265505'];
            yield { type: 'done', missing: ['08264108'] };
          })(),
      },
    });
    await draw(<Runs />, client);
    await user.click(await screen.findByRole('button', { name: 'Get conditions of 2 races' }));
    expect((await screen.findByRole('progressbar')).getAttribute('aria-valuetext')).toBe('1 / 2');
    finish();
    expect(await screen.findByText('The service has no program for 1 race')).toBeDefined();
    await waitFor(() => expect(screen.getByText('stored: 05265505')).toBeDefined());
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('are then read with the runs of the horse again, and with nothing else', async () => {
    const user = userEvent.setup();
    const read: ResultSource[] = [];
    const client = fakeBridge({
      races: {
        fetch: async () =>
          (async function* () {
            yield { type: 'done', missing: [] };
          })(),
      },
      results: {
        read: async ({ source }: { source: ResultSource }) => {
          read.push(source);
          return sheetOf([]);
        },
      },
    });
    await draw(<HorseRuns />, client);
    await waitFor(() => expect(read).toHaveLength(2));
    await user.click(await screen.findByRole('button', { name: /^Get conditions of 2/ }));
    await waitFor(() => expect(read.slice(2)).toEqual([runsOfHorse('h1')]));
  });

  it('can be stopped', async () => {
    const user = userEvent.setup();
    const client = fakeBridge({
      races: {
        conditions: async () => [],
        fetch: (async (_: unknown, { signal }: { signal: AbortSignal }) =>
          (async function* () {
            yield { type: 'progress', done: 0, total: 2 };
            await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
          })()) as never,
      },
    });
    await draw(<Runs />, client);
    await user.click(await screen.findByRole('button', { name: /^Get conditions of 2/ }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: /^Get conditions of 2/ })).toBeDefined();
  });

  it('are fetched once by a screen of past runs, whose failure leaves the button instead of an error', async () => {
    const user = userEvent.setup();
    let requests = 0;
    const client = fakeBridge({
      races: {
        conditions: async () => [],
        fetch: async () => {
          requests += 1;
          throw new Error('unreachable');
        },
      },
    });
    await draw(<AutomaticRuns />, client);
    const button = await screen.findByRole('button', { name: /^Get conditions of 2/ });
    expect(requests).toBe(1);
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(button);
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(requests).toBe(2);
  });

  it('are fetched again if the tab was hidden meanwhile, but not if the user stopped that', async () => {
    const user = userEvent.setup();
    let requests = 0;
    const client = fakeBridge({
      races: {
        conditions: async () => [],
        fetch: (async (_: unknown, { signal }: { signal: AbortSignal }) => {
          requests += 1;
          return (async function* () {
            yield { type: 'progress', done: 0, total: 1 };
            await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
          })();
        }) as never,
      },
    });
    await draw(<Tab />, client);
    await screen.findByRole('progressbar');
    await user.click(screen.getByRole('button', { name: 'tab' }));
    await user.click(screen.getByRole('button', { name: 'tab' }));
    await waitFor(() => expect(requests).toBe(2));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await screen.findByRole('button', { name: /^Get conditions/ });
    await user.click(screen.getByRole('button', { name: 'tab' }));
    await user.click(screen.getByRole('button', { name: 'tab' }));
    expect(await screen.findByRole('button', { name: /^Get conditions/ })).toBeDefined();
    expect(requests).toBe(2);
  });

  it('are fetched without a button as they become known, each once', async () => {
    const user = userEvent.setup();
    const requested: string[][] = [];
    const client = fakeBridge({
      races: {
        conditions: async () => [],
        fetch: async ({ races }: { races: readonly { racekey: string }[] }) => {
          requested.push(races.map(({ racekey }) => racekey));
          return (async function* () {
            yield { type: 'done', missing: requested.length === 1 ? requested[0] : [] };
          })();
        },
      },
    });
    await draw(<Tab />, client);
    expect(await screen.findByText('The service has no program for 1 race')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'more' }));
    await waitFor(() => expect(requested).toEqual(RACES.map(({ racekey }) => [racekey])));
    // What the service lacks stays known: it is not offered again.
    expect(await screen.findByText('The service has no program for 1 race')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Get conditions of 1 race' })).toBeDefined();
  });
});
