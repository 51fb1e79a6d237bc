// Whom runs are counted for. A ride is its rider's: the one that the pre-race record names or, without it, the card's
// jockey. A sire's birth year need not be recorded.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PeopleName } from '#shared/catalogue/subjects/subject.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { openSpool, type Spool } from '../../service-client/spool.ts';
import { storedAnswerOf } from '../../testing/answers.ts';
import { putEmptyArchive } from '../../testing/empty-archive.ts';
import { horseIdOf, racekeyOf, recordOf } from '../../testing/fake-records.ts';
import { Archive } from '../archive.ts';

const DAY = '20261107';
const RACE = racekeyOf(DAY, 1);
const NOW = Date.UTC(2026, 10, 24, 3);
const [A, B] = [horseIdOf(1, 1), horseIdOf(1, 2)] as const;

const KO: WireRecord = { jockey_cd: '01001', jockey_name: '甲' };
const OTSU: WireRecord = { jockey_cd: '01002', jockey_name: '乙' };
/** Rides only what he takes over. */
const HEI: WireRecord = { jockey_cd: '01003', jockey_name: '丙' };

let dir: string;
let spool: Spool;
let archive: Archive;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-riders-'));
  spool = openSpool(dir);
  await putEmptyArchive(join(dir, 'a.duckdb'));
  archive = await Archive.open(join(dir, 'a.duckdb'), NOW, { threads: 1 });
  await write('d_ky', [['01', A, KO], ['02', B, OTSU]]); // prettier-ignore
  await write('d_se', [
    ['01', A, { order_of_finish: '01', trouble_classification: '0' }],
    ['02', B, { order_of_finish: '02', trouble_classification: '0' }],
  ]);
  await write('d_hj', [[null, null, { win_horse_number_1: '01', win_payoff_1: '340' }]]);
});

afterEach(async () => {
  await archive.close();
  await rm(dir, { recursive: true, force: true });
});

type Numbered = readonly [number: string | null, horse_id: string | null, more?: WireRecord];

/** Replaces the table's records of a day. */
async function write(table: TableCode, runners: readonly Numbered[], racedate = DAY): Promise<void> {
  const records = runners.map(([horse_number, horse_id, more]) =>
    recordOf(table, { racedate, racekey: RACE, horse_number, horse_id, ...more }),
  );
  await archive.write(await storedAnswerOf(table, { racedate }, records, spool, { fetchedAt: NOW }));
}

/** The cells of all rows, or of the runs of a horse. */
async function read(subject: 'runners' | 'runs', names: readonly string[], horse_id?: string) {
  if (horse_id === undefined) await archive.renewSubjects();
  const snapshot = await archive.subject(subject, { horse_id }, names);
  try {
    const { rows } = snapshot;
    const cells =
      rows.size === 'small' ? rows.cells(names) : await rows.reader.cells(names, rows.reader.rowids);
    return Array.from({ length: snapshot.records }, (_, at) => cells.map((column) => column[at] ?? null));
  } finally {
    snapshot.close();
  }
}

/** What is counted for each of them. */
async function people(subject: PeopleName, names: readonly string[]) {
  await archive.renewSubjects();
  const { records, columns } = await archive.people(subject, {});
  const at = (name: string) => SUBJECTS[subject].columns.findIndex((column) => column.name === name);
  return Array.from({ length: records }, (_, row) => names.map((name) => columns[at(name)]?.[row] ?? null));
}

/** By code. */
async function jockeys(): Promise<readonly (readonly (string | null)[])[]> {
  const rows = await people('jockeys', ['jockey_cd', 'jockey_name', 'runs', 'wins', 'win_return']);
  return rows.toSorted(([a], [b]) => Number(a) - Number(b));
}

const RIDER = ['rider_cd', 'rider_name'];
const CARD = [
  ['01001', '甲'],
  ['01002', '乙'],
];
const CHANGED = [
  ['01003', '丙'],
  ['01002', '乙'],
];

describe('a win', () => {
  it('is the rider’s that the pre-race record names, not the card’s jockey’s', async () => {
    await write('t_pd', [['1', A, HEI], ['2', B, OTSU]]); // prettier-ignore
    expect(await jockeys()).toEqual([
      ['01002', '乙', '1', '0', '0.0'],
      ['01003', '丙', '1', '1', '340.0'],
    ]);
    expect(await read('runners', RIDER)).toEqual(CHANGED);
    expect(await read('runs', RIDER)).toEqual(CHANGED);
    // The card says what it said.
    expect(await read('runners', ['jockey_cd', 'jockey_name'])).toEqual(CARD);
    expect(await read('runs', ['jockey_cd', 'jockey_name'])).toEqual(CARD);
  });

  it('is the card’s jockey’s without a pre-race record', async () => {
    await write('t_pd', [['2', B, HEI]]);
    expect(await jockeys()).toEqual([
      ['01001', '甲', '1', '1', '340.0'],
      ['01003', '丙', '1', '0', '0.0'],
    ]);
    expect((await read('runners', RIDER))[0]).toEqual(CARD[0]);
    expect((await read('runs', RIDER))[0]).toEqual(CARD[0]);
  });

  it.each(['', ' 　', '00000', null])('is the card’s jockey’s if the pre-race code is %j', async (blank) => {
    await write('t_pd', [['1', A, { jockey_cd: blank, jockey_name: '丙' }]]);
    expect((await jockeys())[0]).toEqual(['01001', '甲', '1', '1', '340.0']);
    expect(await read('runners', RIDER)).toEqual(CARD);
    expect(await read('runs', RIDER)).toEqual(CARD);
  });

  it('is his too whose runner has no card', async () => {
    await write('d_ky', [['02', B, OTSU]]);
    await write('t_pd', [['1', A, HEI]]);
    expect(await jockeys()).toContainEqual(['01003', '丙', '1', '1', '340.0']);
    expect(await read('runs', RIDER)).toEqual(CHANGED);
  });
});

it('the weight carried is the one that the pre-race record states, whoever it names, not the card’s', async () => {
  const weights = ['weight_to_carry', 'carried_weight'];
  await write('d_ky', [['01', A, { ...KO, weight_to_carry: '540' }], ['02', B, { ...OTSU, weight_to_carry: '560' }]]); // prettier-ignore
  for (const [late, carried] of [
    ['550', '550'],
    ['000', '540'],
    ['', '540'],
  ] as const) {
    // prettier-ignore
    await write('t_pd', [['1', A, { jockey_cd: '', weight_to_carry: late }]]);
    const expected = [['540', carried], ['560', '560']]; // prettier-ignore
    expect(await read('runners', weights)).toEqual(expected);
    expect(await read('runs', weights)).toEqual(expected);
    expect(await read('runs', weights, A)).toEqual(expected.slice(0, 1));
  }
});

it('the runs of one horse have its rider, whether their rows are stored or computed', async () => {
  expect(await read('runs', RIDER, A)).toEqual([CARD[0]]);
  await archive.renewSubjects();
  await write('t_pd', [['1', A, HEI], ['2', B, OTSU]]); // prettier-ignore
  expect(await read('runs', RIDER, A)).toEqual([CHANGED[0]]);
  await archive.renewSubjects();
  expect(await read('runs', RIDER, A)).toEqual([CHANGED[0]]);
  // Another horse's record has the number of this one.
  await write('t_pd', [['1', B, HEI]]);
  for (const renew of [false, true]) {
    if (renew) await archive.renewSubjects();
    expect(await read('runs', RIDER, A)).toEqual([CHANGED[0]]);
  }
});

it('a run that only a card names has the rider of its own day', async () => {
  await archive.remove(['d_se']);
  const named = {
    race_back_1_racedate: DAY,
    race_back_1_racekey: RACE,
    race_back_1_horse_number: '01',
    race_back_1_jockey_cd: '01009',
  };
  await write('t_zk', [['05', A, named]], '20261121');
  const source = ['known_from', 'jockey_cd', ...RIDER];
  expect(await read('runs', source)).toEqual([['card', '01001', '01001', '甲']]);
  await write('t_pd', [['1', A, HEI]]);
  expect(await read('runs', source)).toEqual([['card', '01001', '01003', '丙']]);
  expect(await read('runs', source, A)).toEqual([['card', '01001', '01003', '丙']]);
  await archive.remove(['d_ky', 't_pd']);
  expect(await read('runs', source)).toEqual([['card', '01009', '01009', null]]);
});

it('in SQL he is a column of runners and runs, and what jockeys are counted by', async () => {
  await write('t_pd', [['1', A, HEI]]);
  await archive.renewSubjects();
  for (const subject of ['runners', 'runs'])
    expect(
      await archive.rows(`select rider_cd, rider_name from typed.${subject} order by horse_number`),
    ).toEqual(CHANGED);
  expect(await archive.rows('select jockey_cd from typed.jockeys where wins = 1')).toEqual([['01003']]);
});

it('sires of one name are told apart by birth year, and those without a recorded one are one more', async () => {
  const years = ['2004', '  ', null, ''];
  const numbered = years.map((year, at) => ({ number: `0${at + 1}`, horse: horseIdOf(1, at + 1), year }));
  await write(
    'd_ky',
    numbered.map(({ number, horse, year }) => [
      number,
      horse,
      { sire_name: 'ローレル', sire_birth_year: year },
    ]),
  );
  await write(
    'd_se',
    numbered.map(({ number, horse }) => [number, horse, { order_of_finish: number }]),
  );
  expect(await people('sires', ['sire_name', 'sire_birth_year', 'runs', 'wins'])).toEqual([
    ['ローレル', null, '3', '0'],
    ['ローレル', '2004', '1', '1'],
  ]);
});
