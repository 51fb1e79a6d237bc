// Payoffs of every bet as after years of use, made in SQL in seconds: amounts spread as in real racing.

import { Archive } from '../../electron/archive/archive.ts';
import { quoted } from '../../electron/archive/filter-sql.ts';
import { BETS, type BetName } from '#shared/catalogue/bets.ts';

/** Mean and deviation of the natural logarithm of a payoff, as counted over 600 races of 2020. */
const SPREAD: Readonly<Record<BetName, readonly [mean: number, deviation: number]>> = {
  win: [6.41, 0.94],
  place: [5.53, 0.69],
  bracket_quinella: [7.15, 0.98],
  quinella: [7.73, 1.22],
  quinella_place: [6.95, 1.02],
  exacta: [8.38, 1.27],
  trio: [8.81, 1.41],
  trifecta: [10.48, 1.51],
};

/** Three courses with ten races on each of these days a year. */
const DAYS_A_YEAR = 115;
const RACES_A_DAY = 30;
export const RACES_A_YEAR = DAYS_A_YEAR * RACES_A_DAY;

/** Between 0 and 1, constant for a race and a salt. */
const drawn = (salt: number): string => `((hash(n, ${salt}) % 1000000 + 0.5) / 1000000)`;

/** A payoff in yen: whole tens, at least the stake. */
const payoffSql = (bet: BetName, salt: number): string => {
  const [mean, deviation] = SPREAD[bet];
  const normal = `sqrt(-2 * ln(${drawn(salt)})) * cos(2 * pi() * ${drawn(salt + 1)})`;
  return `greatest(100, 10 * floor(exp(${mean} + ${deviation} * ${normal}) / 10))::BIGINT::VARCHAR`;
};

/** Adds programs and payoffs of so many races to `file`, from 2 January 2016 on. */
export async function makePayoffs(file: string, races: number): Promise<void> {
  const archive = await Archive.open(file, 0);
  const slots = BETS.flatMap((bet, at) =>
    Array.from({ length: bet.winners }, (_, index) => ({
      bet,
      slot: index + 1,
      salt: 100 * at + 10 * index,
    })),
  );
  const values = slots.flatMap(({ bet, slot, salt }) => [
    [bet.numberField(slot), `lpad((1 + hash(n, ${salt + 2}) % 16)::VARCHAR, 2, '0')`],
    [bet.payoffField(slot), payoffSql(bet.name, salt)],
    [bet.popularityField(slot), `(1 + floor(-3 * ln(${drawn(salt + 3)})))::INTEGER::VARCHAR`],
  ]);
  await archive.rows(
    `create temp table made as
       select n, strftime(date '2016-01-02' + (n // ${RACES_A_DAY} * 365 // ${DAYS_A_YEAR})::INTEGER, '%Y%m%d') as racedate,
           lpad((3 + n % 3)::VARCHAR, 2, '0') || racedate[3:4] || (1 + n // ${RACES_A_DAY} % ${DAYS_A_YEAR} // 15)::VARCHAR
             || to_hex(n // ${RACES_A_DAY} % ${DAYS_A_YEAR} % 15) || lpad((1 + n // 3 % 10)::VARCHAR, 2, '0') as racekey
         from range(${races}) numbers(n)`,
  );
  await archive.rows(
    `insert into d_ra (racedate, racekey, headcount, track_type, distance, __fetched_at, __seq)
       select racedate, racekey, (8 + hash(n, 1) % 11)::VARCHAR, (1 + n % 2)::VARCHAR, (1200 + 200 * (n % 5))::VARCHAR, 1, n from made`,
  );
  await archive.rows(
    `insert into d_hj (racedate, racekey, ${values.map(([name = '']) => quoted(name)).join(', ')}, __fetched_at, __seq)
       select racedate, racekey, ${values.map(([, sql]) => sql).join(', ')}, 1, n from made`,
  );
  // As after an update of the app that computes the subjects differently.
  await archive.rows(`delete from note where name = 'schema'`);
  await archive.rows('checkpoint');
  await archive.close();
}
