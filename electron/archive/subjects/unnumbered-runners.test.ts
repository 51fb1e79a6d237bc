// Runners without a number, as on a card from before the draw: each is a runner of its own, known by its horse.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TableCode } from '#shared/catalogue/table.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { entriesOf } from '../../results/entries.ts';
import { rivalRuns } from '../../results/rivals.ts';
import { openSpool, type Spool } from '../../service-client/spool.ts';
import { storedAnswerOf } from '../../testing/answers.ts';
import { putEmptyArchive } from '../../testing/empty-archive.ts';
import { horseIdOf, racekeyOf, recordOf } from '../../testing/fake-records.ts';
import { Archive } from '../archive.ts';

const DAY = '20261107';
const RACE = racekeyOf(DAY, 1);
const NOW = Date.UTC(2026, 10, 24, 3);
const MINUTE = 60_000;
const [A, B, C] = [1, 2, 3].map((runner) => horseIdOf(1, runner)) as [string, string, string];
const BLANKS = ['', null, '00', ' ', '０'] as const;

let dir: string;
let spool: Spool;
let archive: Archive;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-unnumbered-'));
  spool = openSpool(dir);
  await putEmptyArchive(join(dir, 'a.duckdb'));
  archive = await Archive.open(join(dir, 'a.duckdb'), NOW, { threads: 1 });
});

afterEach(async () => {
  await archive.close();
  await rm(dir, { recursive: true, force: true });
});

type Numbered = readonly [number: string | null, horse_id: string, more?: WireRecord];

/** Replaces the day's records of the table. */
async function write(table: TableCode, runners: readonly Numbered[], fetchedAt = NOW): Promise<void> {
  const records = runners.map(([horse_number, horse_id, more]) =>
    recordOf(table, { racedate: DAY, racekey: RACE, horse_number, horse_id, horse_name: horse_id, ...more }),
  );
  await archive.write(await storedAnswerOf(table, { racedate: DAY }, records, spool, { fetchedAt }));
}

const finished = (place: number): WireRecord => ({
  order_of_finish: String(place).padStart(2, '0'),
  trouble_classification: '0',
});

/** The cells of all rows of the subject. */
async function read(subject: 'runners' | 'runs' | 'races' | 'works', names: readonly string[]) {
  await archive.renewSubjects();
  const snapshot = await archive.subject(subject, {}, names);
  try {
    const { rows } = snapshot;
    const cells =
      rows.size === 'small' ? rows.cells(names) : await rows.reader.cells(names, rows.reader.rowids);
    return Array.from({ length: snapshot.records }, (_, at) => cells.map((column) => column[at] ?? null));
  } finally {
    snapshot.close();
  }
}

it.each(BLANKS)('each horse of a card with the number %j is one', async (blank) => {
  await write(
    't_ky',
    [A, B, C].map((horse): Numbered => [blank, horse, { jockey_name: horse.slice(-1) }]),
  );
  await write(
    't_pd',
    [A, B, C].map((horse): Numbered => [blank, horse, { win_odds: horse.slice(-1) }]),
  );
  expect(await read('runners', ['horse_number', 'horse_id', 'jockey_name', 'prerace_win_odds'])).toEqual(
    [A, B, C].map((horse) => [blank, horse, horse.slice(-1), horse.slice(-1)]),
  );
  expect(await read('races', ['runners_entered'])).toEqual([['3']]);
});

it('a card from before the draw and records from after it are of the same runners', async () => {
  await write('t_ky', [['', A], ['', B], ['00', C, { jockey_name: '新' }]]); // prettier-ignore
  await write('t_pd', [['2', A, { win_odds: '4.1' }], ['01', B]]); // prettier-ignore
  await write('d_ky', [['01', B, { jockey_name: '乙' }], ['2', A, { jockey_name: '甲' }]]); // prettier-ignore
  expect(await read('runners', ['horse_number', 'horse_id', 'jockey_name', 'prerace_win_odds'])).toEqual([
    ['00', C, '新', null],
    ['01', B, '乙', null],
    ['02', A, '甲', '4.1'],
  ]);
});

it('records with neither a number nor a horse are of as many runners', async () => {
  await write('d_se', [['', '', finished(1)], [null, '0000000000', finished(2)]]); // prettier-ignore
  expect(await read('runs', ['order_of_finish'])).toHaveLength(2);
});

it('results without numbers are a run of each horse, of which nothing is known to be paid', async () => {
  await write('d_se', [['', B, finished(2)], ['', A, finished(1)]]); // prettier-ignore
  await archive.write(
    await storedAnswerOf(
      'd_hj',
      { racedate: DAY },
      [recordOf('d_hj', { racedate: DAY, racekey: RACE, win_horse_number_1: '05', win_payoff_1: '340' })],
      spool,
      { fetchedAt: NOW },
    ),
  );
  expect(await read('runs', ['horse_id', 'order_of_finish', 'win_payoff', 'win_returned'])).toEqual([
    [A, '01', null, null],
    [B, '02', null, null],
  ]);
  expect(await read('races', ['runners_ran', 'winner_name'])).toEqual([['2', A]]);
  for (const horse_id of [A, B])
    expect((await archive.subject('runs', { horse_id }, ['racedate'])).records).toBe(1);
});

it('a run without a number has the one that a record fetched later tells', async () => {
  const numbers = () => read('runs', ['horse_id', 'horse_number']);
  await write('t_se', [['', A, finished(1)]]);
  expect(await numbers()).toEqual([[A, '']]);
  await write('t_pd', [['3', A]], NOW + MINUTE);
  expect(await numbers()).toEqual([[A, '03']]);
});

it('a work without a number is of its horse, and has its number', async () => {
  await write('d_ky', [['01', A, { jockey_name: '甲' }], ['02', B, { jockey_name: '乙' }]]); // prettier-ignore
  await write('t_ch', [['', B], ['', A]]); // prettier-ignore
  expect(await read('works', ['horse_number', 'horse_id', 'jockey_name'])).toEqual([
    ['01', A, '甲'],
    ['02', B, '乙'],
  ]);
});

it('the horses of a race have met, each once, by the past table and however its number is padded', async () => {
  await write('t_se', [['1', A, finished(1)], ['2', B, finished(2)], ['', C, finished(3)]], NOW + MINUTE); // prettier-ignore
  await write('d_se', [['01', A, finished(2)], ['02', B, finished(1)], ['03', C, finished(3)]]); // prettier-ignore
  const finishes = async () =>
    (await rivalRuns(archive, [A, B], '20991231')).map((run) => [run.horse_id, run.order_of_finish]);
  expect(await finishes()).toEqual([[A, '02'], [B, '01'], [C, '03']]); // prettier-ignore
  await write('d_se', [['', A, finished(2)], ['', B, finished(1)], ['', C, finished(3)]]); // prettier-ignore
  await write('t_se', []);
  expect(await finishes()).toEqual([[A, '02'], [B, '01'], [C, '03']]); // prettier-ignore
});

it('a horse runs next once, with its number, whichever of its cards has one, and is withdrawn without one', async () => {
  await write('t_ky', [['', A], ['', B]]); // prettier-ignore
  await write('d_ky', [['03', A]], NOW + MINUTE);
  await write('t_pd', [['', B, { withdrawn_flag: '1' }]], NOW + MINUTE);
  const next = async (horse: string) =>
    (await entriesOf(archive, horse, DAY)).entries.map(({ entry, isWithdrawn }) => [
      entry.horse_number,
      isWithdrawn,
    ]);
  expect(await next(A)).toEqual([['03', false]]);
  expect(await next(B)).toEqual([['', true]]);
  await write('d_se', [['03', A, finished(1)]], NOW + MINUTE);
  expect(await next(A)).toEqual([]);
});
