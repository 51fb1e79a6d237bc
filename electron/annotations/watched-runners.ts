// Watched horses that run on a day.

import type { WatchedRunner } from '#shared/bridge/annotations.ts';
import type { Archive } from '../archive/archive.ts';

/** By race and number, from the stored cards and results. Errors: ARCHIVE_FAILED. */
export async function watchedRunners(archive: Archive, racedate: string): Promise<WatchedRunner[]> {
  await archive.renewSubjects({ from: racedate, to: racedate });
  const rows = await archive.rows(
    `select racekey, horse_number, horse_id, horse_name, my_horse_note from runners
       where racedate = ? and my_watch = '1' order by racekey, horse_number`,
    [racedate],
  );
  return rows.map(([racekey, horseNumber, horseId, horseName, note]) => ({
    racekey: String(racekey),
    horseNumber: String(horseNumber),
    horseId: String(horseId).trim(),
    horseName: String(horseName ?? '').trim(),
    ...(typeof note === 'string' ? { note } : {}),
  }));
}
