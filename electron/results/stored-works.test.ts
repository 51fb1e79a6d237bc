// The works that a race's page compares with are those of the subject of all works, read without computing it.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { Archive } from '../archive/archive.ts';
import { openSpool, type Spool } from '../service-client/spool.ts';
import { storedAnswerOf } from '../testing/answers.ts';
import { putEmptyArchive } from '../testing/empty-archive.ts';
import { racekeyOf, recordOf } from '../testing/fake-records.ts';
import { storedWorks } from './stored-works.ts';

const NOW = Date.UTC(2026, 10, 24, 3);
const DAYS = ['20261101', '20261108', '20261115'];
const BEFORE = '20261115';

let dir: string;
let spool: Spool;
let archive: Archive;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-works-'));
  spool = openSpool(dir);
  await putEmptyArchive(join(dir, 'a.duckdb'));
  archive = await Archive.open(join(dir, 'a.duckdb'), NOW);
});

afterEach(async () => {
  await archive.close();
  await rm(dir, { recursive: true, force: true });
});

async function write(table: TableCode, filter: Filter, records: readonly WireRecord[], at = NOW) {
  await archive.write(await storedAnswerOf(table, filter, records, spool, { fetchedAt: at }));
}

const runners = (table: TableCode, day: string, more: (number: number) => WireRecord): WireRecord[] =>
  [1, 2, 3, 4].map((number) =>
    recordOf(table, {
      racedate: day,
      racekey: racekeyOf(day, 1),
      // The tables pad differently.
      horse_number: table === 't_ch' ? String(number).padStart(2, '0') : String(number),
      horse_id: `HX${number}`,
      ...more(number),
    }),
  );

async function fill(): Promise<void> {
  for (const [at, day] of DAYS.entries()) {
    const past = { start_racedate: day, end_racedate: day };
    // Runner 4 has no card on the first day, and another trainer on the card that was fetched before.
    await write('d_ky', past, runners('d_ky', day, (number) => ({ trainer_cd: number % 2 ? '10001' : '10002' })).slice(0, at === 0 ? 3 : 4)); // prettier-ignore
    await write('t_ky', { racedate: day }, runners('t_ky', day, () => ({ trainer_cd: '10002' })).slice(0, 3));
    await write('t_ch', { racedate: day }, runners('t_ch', day, (number) => ({ exercise_date: `2026102${number}`, shimai: '120' }))); // prettier-ignore
    if (at < 2)
      await write(
        'd_se',
        past,
        runners('d_se', day, (number) => ({ order_of_finish: `0${number}` })),
      );
  }
}

/** The same by the subject, whose rows are computed first. */
async function bySubject(trainer: string) {
  const names = ['racedate', 'horse_number', 'trainer_cd', 'order_of_finish'];
  const { rows } = await archive.subject('works', {}, names);
  if (rows.size !== 'small') throw new Error('few works');
  const [days = [], numbers = [], trainers = [], finishes = []] = rows.cells(names);
  const all = days.map((day, at) => ({
    day,
    number: Number(numbers[at]),
    trainer: trainers[at],
    finish: finishes[at],
  }));
  const before = all.filter(({ day }) => (day ?? '') < BEFORE);
  const own = before.filter((each) => each.trainer === trainer);
  return {
    winners: own.filter(({ finish }) => Number(finish) === 1).length,
    ofTrainer: own.length,
    withResult: own.filter(({ finish }) => finish != null && finish !== '').length,
    withoutCard: before.filter((each) => each.trainer == null || each.trainer === '').length,
  };
}

describe('the stored works before a race', () => {
  it.each(['10001', '10002'])('are those of the subject, for trainer %s', async (trainer) => {
    await fill();
    const works = await storedWorks(archive, { trainer_cd: trainer, horse_id: 'HX2', before: BEFORE }, NOW);
    const { winners, winnersInAll, ofTrainer, withResult, withoutCard, ofHorse } = works;
    expect({ winners: winnersInAll, ofTrainer, withResult, withoutCard }).toEqual(await bySubject(trainer));
    expect(winners).toHaveLength(winnersInAll);
    expect(ofHorse.map(({ racedate }) => racedate)).toEqual(['20261108', '20261101']);
  });

  it('without a number are of no trainer, whoever else had none', async () => {
    const day = '20261101';
    const past = { start_racedate: day, end_racedate: day };
    const undrawn = (table: TableCode, more: WireRecord) =>
      runners(table, day, () => ({ ...more, horse_number: '' }));
    await write('d_ky', past, undrawn('d_ky', { trainer_cd: '10001' }).slice(0, 1));
    await write('t_ch', { racedate: day }, undrawn('t_ch', { exercise_date: '20261021' }));
    const works = await storedWorks(archive, { trainer_cd: '10001', horse_id: '', before: BEFORE }, NOW);
    expect([works.ofTrainer, works.withoutCard]).toEqual([0, 4]);
  });

  it('name the days before the race that are not stored, and none after it', async () => {
    await fill();
    await archive.remove(['t_ch'], { from: '20261108', to: '20261108' });
    const { summary } = await storedWorks(
      archive,
      { trainer_cd: '10001', horse_id: '', before: BEFORE },
      NOW,
    );
    expect(summary.complete).toBe(false);
    const periods = summary.reasons.map(({ where }) => where.split('-'));
    expect(periods.some(([from = '', to = from]) => from <= '20261108' && to >= '20261108')).toBe(true);
    expect(periods.every(([from = '', to = from]) => to < BEFORE)).toBe(true);
  });
});
