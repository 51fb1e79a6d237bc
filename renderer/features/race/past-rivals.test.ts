import { describe, expect, it } from 'vitest';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { rivalsOfRuns } from './past-rivals.ts';
import { pastRunsOf, type PastRun } from './past-runs.ts';

const TODAY = '05266411';
const SHARED = '05265503';

const runner = (number: number, more: RecordValues = {}): RecordValues => ({
  racekey: TODAY,
  horse_number: `0${number}`,
  bracket_number: String(number),
  horse_name: `ハルナヤードベイ${number}`,
  ...more,
});

/** The last run of a horse, and the one before it. */
const ran = (...runs: readonly RecordValues[]): RecordValues =>
  Object.assign(
    {},
    ...runs.map((run, at) =>
      Object.fromEntries(
        Object.entries({ racedate: '20261101', ...run }).map(([field, raw]) => [
          `race_back_${at + 1}_${field}`,
          raw,
        ]),
      ),
    ),
  );

const run = (racekey: string, order_of_finish: string, more: RecordValues = {}): RecordValues => ({
  racekey,
  order_of_finish,
  ...more,
});

/** By number, for each of its runs: the numbers and places of those that it met. */
function metBy(records: readonly RecordValues[], withdrawn: ReadonlySet<number> = new Set()) {
  const runsOf = new Map<string, readonly PastRun[]>(
    records.map((record, at) => [`${TODAY} ${at + 1}`, pastRunsOf(record, undefined)]),
  );
  const runners = records.map((_, at) => runner(at + 1));
  const met = rivalsOfRuns(runners, runsOf, (each) =>
    withdrawn.has(Number(each['horse_number'])) ? 'Withdrawn' : undefined,
  );
  return [...runsOf.values()].map((runs) =>
    runs.map((each) => met.get(each)?.rivals.map(({ number, place }) => [number, place])),
  );
}

describe('the rivals of a past run', () => {
  it('are those of today that ran in the same race, the first at the finish first', () => {
    const records = [
      ran(run(SHARED, '9'), run('05265403', '1')),
      ran(run('05265404', '1'), run(SHARED, '4')),
      ran(run(SHARED, '1')),
      ran(run(SHARED, '0', { trouble_classification: '3' })),
    ];
    expect(metBy(records)).toEqual([
      [
        [[3, 1], [2, 4], [4, undefined]],
        undefined,
      ],
      [undefined, [[3, 1], [1, 9], [4, undefined]]],
      [[[2, 4], [1, 9], [4, undefined]]],
      [[[3, 1], [2, 4], [1, 9]]],
    ]); // prettier-ignore
  });

  it('are none that were scratched from that race, or whose run there has no outcome', () => {
    const scratched = ran(run(SHARED, '0', { trouble_classification: '1' }));
    expect(metBy([ran(run(SHARED, '2')), scratched, ran(run(SHARED, '0'))])).toEqual([
      [undefined],
      [undefined],
      [undefined],
    ]);
  });

  it('are none that do not run today', () => {
    const records = [ran(run(SHARED, '2')), ran(run(SHARED, '1')), ran(run(SHARED, '3'))];
    expect(metBy(records, new Set([2]))).toEqual([
      [[[3, 3]]],
      [
        [
          [1, 2],
          [3, 3],
        ],
      ],
      [[[1, 2]]],
    ]);
  });

  it('have their number, bracket and name of today', () => {
    const records = [ran(run(SHARED, '2')), ran(run(SHARED, '1'))];
    const runsOf = new Map(
      records.map((record, at) => [`${TODAY} ${at + 1}`, pastRunsOf(record, undefined)]),
    );
    const met = rivalsOfRuns([runner(1), runner(2)], runsOf, () => undefined);
    const [own] = runsOf.get(`${TODAY} 1`) ?? [];
    expect(own && met.get(own)?.rivals).toMatchObject([{ number: 2, bracket: 2, name: 'ハルナヤードベイ2' }]);
  });

  it('of an overseas run are those with the same winner: its key names a country, not a course', () => {
    const abroad = '7126C809';
    const beaten = (winning_horse: string, place: string): RecordValues =>
      ran(run(abroad, place, { winning_horse }));
    // The record cuts the winner's name after six letters.
    const winner = ran(run(abroad, '1', { winning_horse: 'ほかの馬' }));
    expect(
      metBy([winner, beaten('ハルナヤード', '2'), beaten('ツキノコルコ', '3'), beaten('', '4')]),
    ).toEqual([[[[2, 2]]], [[[1, 1]]], [undefined], [undefined]]);
  });

  it('of a local run are those with the same key', () => {
    expect(metBy([ran(run('3926A105', '1')), ran(run('3926A105', '2'))])).toEqual([[[[2, 2]]], [[[1, 1]]]]);
  });
});
