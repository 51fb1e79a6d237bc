// Names the runners that decided what a rule returned.

import type { DecidingRunner, RuleTally } from '#shared/bridge/rules.ts';
import { readNumber } from '#shared/catalogue/reading.ts';
import type { Archive } from '../archive/archive.ts';
import { horsesOfRaces } from '../archive/race-horses.ts';

/** The subjects' rows must be up to date. Errors: ARCHIVE_FAILED. */
export async function withRunnersNamed(archive: Pick<Archive, 'rows'>, tally: RuleTally): Promise<RuleTally> {
  const horses = await horsesOfRaces(archive, [...tally.winners, ...tally.losers]);
  const keyOf = (racedate: string, racekey: string, number: number | undefined): string =>
    [racedate, racekey, number].join(' ');
  const found = new Map(
    horses.map((horse) => [keyOf(horse.racedate, horse.racekey, readNumber(horse.horse_number)), horse]),
  );
  const named = <T extends Pick<RuleTally['losers'][number], 'racedate' | 'racekey' | 'runners'>>(
    race: T,
  ): T => ({
    ...race,
    runners: race.runners.map(({ number }): DecidingRunner => {
      const { horse_name = null, horse_id = null } =
        found.get(keyOf(race.racedate, race.racekey, number)) ?? {};
      return { number, horse_name, horse_id };
    }),
  });
  return { ...tally, winners: tally.winners.map(named), losers: tally.losers.map(named) };
}
