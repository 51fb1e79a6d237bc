import { describe, expect, it } from 'vitest';
import { runGaps } from './run-gaps.ts';

const run = (racekey: string, racedate: string, hasResult = true) => ({ racekey, racedate, hasResult });
const runs = ['05265611', '05265505', '05265401', '05265301', '05265201'].map((racekey, at) =>
  run(racekey, String(20261115 - at)),
);
const five = runs.map(({ racekey }) => racekey);
const entry = (named: readonly string[], racedate = '20261122') => ({ racedate, named });

describe('the gaps among a horse’s runs', () => {
  it('are before the fifth run that its entry names', () => {
    expect(runGaps({ runs, entry: entry(five), failed: [] })).toEqual([
      { reason: 'earlier_runs', where: '20261111' },
    ]);
  });

  it('are none when the entry names fewer than five', () => {
    expect(runGaps({ runs, entry: entry(five.slice(0, 3)), failed: [] })).toEqual([]);
    expect(runGaps({ runs: [], entry: entry([]), failed: [] })).toEqual([]);
  });

  it('may be anywhere before a result that is newer than the entry, but not before that of the entry itself', () => {
    const since = (racedate: string) => runGaps({ runs, entry: entry([], racedate), failed: [] });
    expect(since('20261114')).toEqual([{ reason: 'earlier_runs', where: '20261115' }]);
    expect(since('20261115')).toEqual([]);
  });

  it('may be anywhere before the newest result if there is no entry', () => {
    expect(runGaps({ runs, entry: undefined, failed: [] })).toEqual([
      { reason: 'earlier_runs', where: '20261115' },
    ]);
  });

  it('are races without a result, except local and overseas ones', () => {
    const some = [
      run('05265611', '20261115'),
      run('05265401', '20261113', false),
      run('3916BU11', '20260930', false),
    ];
    const three = entry(['05265611', '05265401', '06264101']);
    expect(runGaps({ runs: some, entry: three, failed: [] })).toEqual([
      { reason: 'run_unknown', where: '05265401' },
      { reason: 'run_unknown', where: '06264101' },
    ]);
    expect(runGaps({ runs: some, entry: three, failed: ['06264101'] })).toHaveLength(1);
  });

  it('are races that were never asked for where neither the entry names them nor there is one', () => {
    const older = run('05264301', '20260501', false);
    const four = entry(five.slice(0, 4));
    const notFetched = { reason: 'not_fetched', where: older.racekey };
    expect(runGaps({ runs: [...runs, older], entry: four, failed: [] })).toEqual([notFetched]);
    expect(runGaps({ runs: [older], entry: undefined, failed: [] })).toContainEqual(notFetched);
  });
});
