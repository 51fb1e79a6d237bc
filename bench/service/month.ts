// Periods of the sample that benchmarks ask for.

const DAY = 86_400_000;

const racedate = (at: number) => new Date(at).toISOString().slice(0, 10).replaceAll('-', '');

/** The 31 days before a day. */
export const monthBefore = (now: Date) => ({
  start_racedate: racedate(now.getTime() - 31 * DAY),
  end_racedate: racedate(now.getTime() - DAY),
});
