// Periods of the sample that benchmarks query.

const DAY = 86_400_000;

const racedate = (at: number) => new Date(at).toISOString().slice(0, 10).replaceAll('-', '');

/** The 31 days before a day. */
export const monthBefore = (now: Date) => ({
  start_racedate: racedate(now.getTime() - 31 * DAY),
  end_racedate: racedate(now.getTime() - DAY),
});

const at = (racedate: string) =>
  Date.UTC(Number(racedate.slice(0, 4)), Number(racedate.slice(4, 6)) - 1, Number(racedate.slice(6)));

/**
 * Queries for distinct races, so that the service has to read its store for each: the race's key and a period around
 * its date, a different one each time.
 */
export function neverTheSame(
  races: readonly { racekey: string; racedate: string }[],
  count: number,
): string[] {
  return Array.from({ length: count }, (_, index) => {
    const { racekey, racedate: day } = races[index % races.length] ?? { racekey: '', racedate: '' };
    const turn = Math.floor(index / races.length);
    const start_racedate = racedate(at(day) - (turn % 15) * DAY);
    const end_racedate = racedate(at(day) + (Math.floor(turn / 15) % 15) * DAY);
    return JSON.stringify({ racekey, start_racedate, end_racedate });
  });
}
