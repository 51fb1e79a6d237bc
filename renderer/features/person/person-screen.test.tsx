import { ORPCError } from '@orpc/client';
import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Group } from '#shared/bridge/row-query.ts';
import type { ResultSource } from '#shared/bridge/source.ts';
import { addDays } from '#shared/racing/racedate.ts';
import type { Language } from '#shared/text.ts';
import { navigation, useRoute } from '../../app/navigation/navigation.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge, standing, TODAY } from '../../testing/fake-bridge.ts';
import { sheetOf, type Row } from '../../testing/sheet-of.ts';
import { PersonScreen } from './PersonScreen.tsx';

const runner = (racekey: string, horse_name: string, more: Row): Row => ({
  racedate: TODAY,
  racekey,
  horse_number: racekey.slice(-2),
  horse_name,
  jockey_cd: '01001',
  ...more,
});

const COMING: readonly Row[] = [
  runner('05265601', 'アルファ', { order_of_finish: '02', confirmed_win_odds: '4.1' }),
  runner('05265602', 'ベータ', { prerace_win_odds: '7.5', criteria_win_odds: '9.9' }),
  runner('05265603', 'ガンマ', {
    criteria_win_odds: '12.0',
    withdrawn_flag: 'false',
    prerace_withdrawn_flag: 'no',
  }),
  runner('05265604', 'デルタ', { criteria_win_odds: '3.0', withdrawn_flag: '1' }),
  runner('05265605', 'イプシロン', { criteria_win_odds: '27.0', cancel_horse: '000010000000000000' }),
  runner('05265606', 'ゼータ', { criteria_win_odds: '5.0', cancel_horse: '000010000000000000' }),
];

const WHOLE: Group = {
  key: [],
  filters: [],
  count: 41,
  share: 1,
  finish: { starts: 40, first: 8, firstTwo: 12, firstThree: 17 },
  returns: { win: { n: 38, yen: 3610 }, place: { n: 12, yen: 960 } },
  measures: [],
};

/** Of runners that have not run. */
const NO_STARTS = { starts: 0, first: 0, firstTwo: 0, firstThree: 0 };

const isComing = (source: ResultSource): boolean => source.kind === 'subject' && source.to === undefined;

interface Stored {
  readonly records: number;
  readonly complete?: boolean;
  /** The archive was written since the rows were read, and this reads them again. */
  readonly renew?: () => Promise<unknown>;
}

/** `evicted`: results that the main process has closed meanwhile. */
const bridge = (
  { records, complete = true, renew }: Stored,
  coming: readonly Row[] = COMING,
  evicted: ReadonlySet<string> = new Set(),
  arranging: Promise<void> = Promise.resolve(),
) => {
  let opened = 0;
  return fakeBridge({
    find: {
      people: async ({ codes }: { codes: readonly string[] }) =>
        codes.filter((code) => code === '01001').map((code) => ({ code, name: '田中一' })),
    },
    results: {
      async *open({ source }: { source: ResultSource }) {
        const summary = isComing(source)
          ? sheetOf(coming, { resultId: `coming ${(opened += 1)}` })
          : sheetOf([], {
              resultId: 'period',
              records,
              complete,
              reasons: complete ? [] : [{ reason: 'not_fetched', where: '20251121-20251231' }],
            });
        yield { type: 'opened', summary };
      },
      changed: async ({ resultId }: { resultId: string }) =>
        standing({ writes: renew !== undefined && resultId === 'period' ? 1 : 0 }),
      ...(renew === undefined ? {} : { renew }),
      arrange: async ({
        resultId,
        window,
      }: {
        resultId: string;
        window?: { columns: readonly string[] };
      }) => {
        if (evicted.has(resultId))
          throw new ORPCError('RAILBIRD', { defined: true, data: { code: 'RESULT_CLOSED', values: {} } });
        await arranging;
        const rows = resultId.startsWith('coming') ? coming : [];
        const cells = window?.columns.map((name) => rows.map((row) => row[name] ?? null)) ?? [];
        return { rows: rows.length, total: rows.length, problems: [], cells };
      },
      groups: async ({ by }: { by: readonly string[] }) => ({
        groups:
          by[0] === 'track_type'
            ? [
                { ...WHOLE, key: ['1'] },
                { ...WHOLE, key: ['2'], count: 1, finish: NO_STARTS },
              ]
            : by[0] === 'trainer_cd'
              ? ['01001', '10190'].map((code) => ({ ...WHOLE, key: [code, ''] }))
              : [],
        distinct: 1,
        more: false,
        whole: WHOLE,
      }),
    },
  });
};

function Window() {
  const place = useRoute();
  if (place.screen !== 'person') return <p>{JSON.stringify(place)}</p>;
  const { screen: _, ...person } = place;
  return <PersonScreen {...person} />;
}

async function drawPerson(
  client: ReturnType<typeof bridge>,
  id = '01001',
  language: Language = 'en',
): Promise<void> {
  await draw(<Window />, client, language);
  act(() => navigation.go({ screen: 'person', kind: 'jockey', id }));
}

afterEach(cleanup);

describe('the page of a person', () => {
  it('shows who it is by the code, whoever else has a similar name', async () => {
    await drawPerson(bridge({ records: 500 }));
    expect(await screen.findByRole('heading', { level: 1, name: '田中一' })).toBeDefined();
    expect(screen.getByText(/code 01001; namesakes have another code/)).toBeDefined();
  });

  it('does not call rows complete that could not be read again', async () => {
    const failed = new ORPCError('RAILBIRD', { defined: true, data: { code: 'ARCHIVE_FAILED' } });
    await drawPerson(bridge({ records: 500, renew: () => Promise.reject(failed) }));
    const { parentElement } = await screen.findByText(/^What is stored of/);
    const coverage = within(parentElement ?? document.body);
    expect(coverage.getByText('Complete')).toBeDefined();
    expect(await coverage.findByText('Out of date')).toBeDefined();
    expect(coverage.queryByText('Complete')).toBeNull();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  });

  it('says plainly that no stored record names somebody, with the code', async () => {
    await drawPerson(bridge({ records: 500 }), '10190');
    expect(await screen.findByRole('heading', { level: 1, name: 'Code 10190' })).toBeDefined();
    expect(await screen.findByText(/no name is stored for code 10190/)).toBeDefined();
  });

  it('names whom another stored record names, and says of the others that none does', async () => {
    await drawPerson(bridge({ records: 500 }));
    const trainers = await screen.findByRole('region', { name: 'By trainer' });
    expect(await within(trainers).findByText('田中一')).toBeDefined();
    expect(within(trainers).getByText('code 10190')).toBeDefined();
    expect(within(trainers).getByText('No name is stored for those shown by their code.')).toBeDefined();
    expect(screen.queryByText(/no name is stored for code 01001/)).toBeNull();
  });

  it('has no line for what was never run on', async () => {
    await drawPerson(bridge({ records: 500 }));
    const surfaces = await screen.findByRole('region', { name: 'By surface' });
    expect(await within(surfaces).findByText('Turf')).toBeDefined();
    expect(within(surfaces).queryByText('Dirt')).toBeNull();
  });

  it('shows neither the rows of everybody nor their number until the rows are filtered', async () => {
    const arranging = Promise.withResolvers<void>();
    await drawPerson(bridge({ records: 500 }, undefined, undefined, arranging.promise));
    const runs = await screen.findByRole('region', { name: 'Runs' });
    expect(runs.getAttribute('aria-busy')).toBe('true');
    expect(runs.querySelector('.person-grid.is-unread')).not.toBeNull();
    expect(within(runs).queryByText('500 runners')).toBeNull();
    arranging.resolve();
    expect(await within(runs).findByText('0 runners')).toBeDefined();
    expect(runs.querySelector('.is-unread')).toBeNull();
  });

  it('shows the odds of the moment, of the card without them, and the finish once there is one', async () => {
    await drawPerson(bridge({ records: 500 }));
    const coming = await screen.findByRole('region', { name: 'Runners from today on' });
    await within(coming).findByText('アルファ');
    expect(
      within(coming)
        .getAllByRole('row')
        .map((row) => row.lastElementChild?.textContent),
    ).toEqual([
      'Finish 2, odds 4.1',
      'Odds 7.5',
      'Reference odds 12.0',
      'Withdrawn',
      'Withdrawn',
      'Reference odds 5.0',
    ]);
  });

  it.each([
    [
      'en',
      'Runners from today on',
      ['Finish 2, odds 4.1', 'Stopped, odds 4.1', '5 Demoted, odds 4.1', 'Scratched'],
    ],
    ['ja', '本日以降の出走', ['2着・4.1倍', '中止・4.1倍', '5 降着・4.1倍', '取消']],
  ] as const)('says a finish in words without a place (%s)', async (language, name, words) => {
    const [first] = COMING;
    const ended = [
      {},
      { order_of_finish: '00', trouble_classification: '3' },
      { order_of_finish: '05', trouble_classification: '5' },
      { order_of_finish: '00', trouble_classification: '1', confirmed_win_odds: null },
    ].map((more, at): Row => ({ ...first, horse_name: `馬${at}`, ...more }));
    await drawPerson(bridge({ records: 500 }, ended), '01001', language);
    const coming = await screen.findByRole('region', { name });
    await within(coming).findByText('馬3');
    const rows = within(coming).getAllByRole('row');
    expect(rows.map((row) => row.lastElementChild?.textContent)).toEqual(words);
  });

  it('opens its coming runners again if the main process has closed them', async () => {
    await drawPerson(bridge({ records: 500 }, COMING, new Set(['coming 1'])));
    const coming = await screen.findByRole('region', { name: 'Runners from today on' });
    expect(await within(coming).findByText('アルファ')).toBeDefined();
  });

  it('says of which days it is, and that some of them are missing', async () => {
    await drawPerson(bridge({ records: 500, complete: false }));
    expect(await screen.findByText('What is stored of 2025-11-21 (Fri) to 2026-11-20 (Fri)')).toBeDefined();
    expect(screen.getByText('Incomplete')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Download missing days' })).toBeDefined();
  });

  it('with nothing stored leads to the download of the period', async () => {
    const user = userEvent.setup();
    await drawPerson(bridge({ records: 0, complete: false }, []));
    expect(await screen.findByText('Nothing of this period is downloaded')).toBeDefined();
    expect(await screen.findByText('No card from today on is downloaded.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Download these days' }));
    expect(screen.getByText(/"screen":"downloads".*"from":"20251121"/)).toBeDefined();
  });

  it('of days without racing offers no download', async () => {
    await drawPerson(bridge({ records: 0 }));
    expect(await screen.findByText(/There was no racing on these days/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Download these days' })).toBeNull();
  });

  it('of days to come denies no racing', async () => {
    await drawPerson(bridge({ records: 0 }));
    await screen.findByText(/There was no racing on these days/);
    const period = { from: addDays(TODAY, 20), to: addDays(TODAY, 30) };
    act(() => navigation.replace({ screen: 'person', kind: 'jockey', id: '01001', ...period }));
    expect(await screen.findByText(/These days are still to come/)).toBeDefined();
    expect(screen.queryByText(/There was no racing/)).toBeNull();
  });

  it('shows another period in the same step', async () => {
    const user = userEvent.setup();
    await drawPerson(bridge({ records: 500 }));
    await user.click(await screen.findByRole('button', { name: 'All years' }));
    expect(await screen.findByText('All that is stored to 2026-11-20 (Fri)')).toBeDefined();
    act(() => navigation.back());
    expect(screen.getByText(/"screen":"day"/)).toBeDefined();
  });
});
