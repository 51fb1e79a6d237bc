import { describe, expect, it } from 'vitest';
import { runGaps } from './run-gaps.ts';

const row = (racekey: string, racedate: string) => ({ racekey, racedate });
const rows = ['05265611', '05265505', '05265401', '05265301', '05265201'].map((racekey, at) =>
  row(racekey, String(20261115 - at)),
);
const five = rows.map(({ racekey }) => racekey);

describe('the gaps among a horse’s runs', () => {
  it('are before the fifth run that its entry names', () => {
    expect(runGaps({ rows, earlier: [], named: five, failed: [] })).toEqual([
      { reason: 'earlier_runs', where: '20261111' },
    ]);
  });

  it('are none when the entry names fewer than five', () => {
    expect(runGaps({ rows, earlier: [], named: five.slice(0, 3), failed: [] })).toEqual([]);
    expect(runGaps({ rows: [], earlier: [], named: [], failed: [] })).toEqual([]);
  });

  it('may be anywhere before the newest result if there is no entry', () => {
    expect(runGaps({ rows, earlier: [], named: undefined, failed: [] })).toEqual([
      { reason: 'earlier_runs', where: '20261115' },
    ]);
  });

  it('are races without a result, except local and overseas ones', () => {
    const earlier = [row('05265401', '20261113'), row('3916BU11', '20260930')];
    const named = ['05265611', '05265401', '06264101'];
    expect(runGaps({ rows, earlier, named, failed: [] })).toEqual([
      { reason: 'run_unknown', where: '05265401' },
      { reason: 'run_unknown', where: '06264101' },
    ]);
    expect(runGaps({ rows, earlier, named, failed: ['06264101'] })).toHaveLength(1);
  });
});
