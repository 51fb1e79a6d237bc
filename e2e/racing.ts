// Selects the racing that the tests use: it depends on the day on which they run.

import type { TableCode } from '#shared/catalogue/table.ts';
import { addDays, todayInTokyo } from '#shared/racing/racedate.ts';
import type { SampleService, ServiceRecord } from './sample-service.ts';

/** Four weeks up to yesterday, for which results exist. */
export function lastMonth(): { readonly from: string; readonly to: string } {
  const today = todayInTokyo(Date.now());
  return { from: addDays(today, -28), to: addDays(today, -1) };
}

/** The next race day after today that has cards. After today's last race, today's runners have all run. */
export async function nextRaceDay(service: SampleService): Promise<string> {
  const today = todayInTokyo(Date.now());
  for (let ahead = 1; ahead <= 8; ahead += 1) {
    const racedate = addDays(today, ahead);
    const races = await service.query('t_ra', { racedate });
    if (races.length > 0) return racedate;
  }
  throw new Error('The sample has no racing to come.');
}

export interface PastRace {
  readonly racedate: string;
  readonly racekey: string;
  /** Its race numbers and courses are those of the key. */
  readonly program: ServiceRecord;
}

/** The eleventh race of the first course, about a week ago: results are no longer provisional. */
export async function pastRace(service: SampleService): Promise<PastRace> {
  const today = todayInTokyo(Date.now());
  const filter = { start_racedate: addDays(today, -16), end_racedate: addDays(today, -7) };
  const races = await service.query('d_ra', filter);
  const newest = races
    .map(({ racedate }) => String(racedate))
    .toSorted()
    .at(-1);
  const program = races.find(
    ({ racedate, racekey }) => racedate === newest && String(racekey).endsWith('11'),
  );
  if (newest === undefined || program === undefined) throw new Error('The sample has no racing a week ago.');
  return { racedate: newest, racekey: String(program['racekey']), program };
}

/** A race with its winner, which has more runs to show than other horses. */
export async function pastStops(service: SampleService): Promise<PastRace & { readonly horseId: string }> {
  const race = await pastRace(service);
  const results = await service.query('d_se', { racekey: race.racekey });
  const winner = results.find((result) => Number(result['order_of_finish']) === 1);
  return { ...race, horseId: String(winner?.['horse_id']) };
}

export interface UnusualRaces {
  /** Horses shared one of the first three places. */
  readonly deadHeat: string;
  /** Runners were scratched or excluded, and their bets refunded. */
  readonly scratched: string;
  readonly jumps: string;
}

/** Weeks of the sample, in requests of four: each of these races happens several times in them. */
const LOOK_BACK = [-28, -56] as const;

/** The newest races of each kind, by their keys; none is that of `pastRace`, nor the same as another. */
export async function unusualRaces(service: SampleService): Promise<UnusualRaces> {
  const { racekey } = await pastRace(service);
  const today = todayInTokyo(Date.now());
  const taken = new Set([racekey]);
  const found: Partial<Record<keyof UnusualRaces, string>> = {};
  const kinds = [
    ['deadHeat', 'd_hj', (paid) => Number(paid['trifecta_payoff_2']) > 0],
    ['scratched', 'd_hj', (paid) => Number(paid['refund_number_1']) > 0],
    ['jumps', 'd_ra', (program) => Number(program['track_type']) === 3],
  ] as const satisfies readonly (readonly [
    keyof UnusualRaces,
    TableCode,
    (record: ServiceRecord) => boolean,
  ])[];
  for (const back of LOOK_BACK)
    for (const [kind, table, is] of kinds) {
      if (found[kind] !== undefined) continue;
      const filter = { start_racedate: addDays(today, back), end_racedate: addDays(today, back + 27) };
      const records = await service.query(table, filter);
      const key = records
        .filter(is)
        .map((record) => String(record['racekey']))
        .findLast((each) => !taken.has(each));
      if (key === undefined) continue;
      taken.add(key);
      found[kind] = key;
    }
  const { deadHeat, scratched, jumps } = found;
  if (deadHeat === undefined || scratched === undefined || jumps === undefined)
    throw new Error(`The sample has no such races: found ${JSON.stringify(found)}.`);
  return { deadHeat, scratched, jumps };
}
