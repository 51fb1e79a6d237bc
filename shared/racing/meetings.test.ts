import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meetingsOf, opponentsOf, sharedRaces, timesAhead } from './meetings.ts';

const run = (
  racekey: string,
  horse_id: string,
  order_of_finish = '1',
  time_record: string | null = '950',
  trouble_classification = '0',
) => ({
  racekey,
  racedate: `202610${racekey.slice(-2)}`,
  horse_id,
  horse_name: `Horse ${horse_id}`,
  order_of_finish,
  time_record,
  trouble_classification,
});

describe('meetings', () => {
  it('are the races in which both ran, the latest first, with the margin in time', () => {
    const meetings = meetingsOf([
      run('race01', 'A', '2', '953'),
      run('race01', 'B', '1', '951'),
      run('race09', 'B', '5', '1210'),
      run('race09', 'A', '1', '1203'),
      run('race05', 'A'),
    ]);
    expect(meetings.between('A', 'B')).toMatchObject([
      {
        racekey: 'race09',
        margin: 7,
        first: { finish: 1, horseId: 'A' },
        second: { finish: 5, name: 'Horse B' },
      },
      { racekey: 'race01', margin: -2 },
    ]);
    expect(timesAhead(meetings.between('A', 'B'))).toBe(1);
    expect(timesAhead(meetings.between('B', 'A'))).toBe(1);
    expect(meetings.between('A', 'C')).toEqual([]);
  });

  it('without a finish or a time say so; whoever finished was ahead', () => {
    const meetings = meetingsOf([run('race01', 'A', '0', '0', '3'), run('race01', 'B', '11', null)]);
    const [meeting] = meetings.between('A', 'B');
    expect(meeting).toMatchObject({
      margin: undefined,
      first: { finish: undefined },
      second: { finish: 11 },
    });
    expect(timesAhead(meetings.between('B', 'A'))).toBe(1);
    expect(timesAhead(meetings.between('A', 'B'))).toBe(0);
  });

  it('are none in a race that has not been run, whose records may be there already', () => {
    const records = ['A', 'B'].map((horse) => run('race29', horse, '0', null));
    expect(meetingsOf(records).between('A', 'B')).toEqual([]);
    expect(opponentsOf(records, 'A')).toEqual([]);
  });

  it('of several horses are listed by race', () => {
    const meetings = meetingsOf([
      ...['A', 'B', 'C'].map((horse) => run('race01', horse)),
      ...['A', 'X'].map((horse) => run('race02', horse)),
      ...['B', 'C'].map((horse) => run('race03', horse)),
    ]);
    const races = sharedRaces(meetings, ['A', 'B', 'C']);
    expect(
      races.map(({ racekey, runs }) => [
        racekey,
        runs
          .map(({ horseId }) => horseId)
          .toSorted()
          .join(''),
      ]),
    ).toEqual([
      ['race03', 'BC'],
      ['race01', 'ABC'],
    ]);
  });
});

describe('a chain of common rivals', () => {
  it('joins two that did not meet by the fewest meetings, and adds up their margins', () => {
    const meetings = meetingsOf([
      run('race01', 'A', '1', '900'),
      run('race01', 'X', '2', '903'),
      run('race02', 'X', '4', '1000'),
      run('race02', 'B', '1', '995'),
    ]);
    const chain = meetings.chain('A', 'B');
    expect(
      chain?.links.map(({ racekey, first, second }) => [racekey, first.horseId, second.horseId]),
    ).toEqual([
      ['race01', 'A', 'X'],
      ['race02', 'X', 'B'],
    ]);
    expect(chain?.margin).toBe(3 - 5);
    expect(meetings.chain('A', 'C')).toBeUndefined();
    expect(meetings.chain('A', 'A')).toBeUndefined();
  });

  it('takes the later of two equally short ways, and none over a horse that did not finish', () => {
    const meetings = meetingsOf([
      ...['A', 'X', 'Y'].map((horse) => run('race01', horse)),
      ...['X', 'B'].map((horse) => run('race02', horse)),
      ...['Y', 'B'].map((horse) => run('race03', horse)),
      ...['A', 'X'].map((horse) => run('race04', horse, horse === 'X' ? '0' : '1')),
    ]);
    expect(meetings.chain('A', 'B')?.links.map(({ racekey }) => racekey)).toEqual(['race01', 'race02']);
    const stopped = meetingsOf([run('race01', 'A'), run('race01', 'B', '0')]);
    expect(stopped.chain('A', 'B')).toBeUndefined();
  });

  it('is as short as any, by trying all', () => {
    const horses = ['A', 'B', 'C', 'D', 'E', 'F'];
    const field = fc.uniqueArray(fc.constantFrom(...horses), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(field, { maxLength: 6 }), (fields) => {
        const records = fields.flatMap((runners, race) => runners.map((horse) => run(`race0${race}`, horse)));
        const links = meetingsOf(records).chain('A', 'F')?.links;
        expect(links?.length).toBe(shortest(fields, 'A', 'F'));
        for (const [at, { racekey, first, second }] of (links ?? []).entries()) {
          expect(fields[Number(racekey.at(-1))]).toEqual(
            expect.arrayContaining([first.horseId, second.horseId]),
          );
          expect(first.horseId).toBe(links?.[at - 1]?.second.horseId ?? 'A');
        }
        expect(links?.at(-1)?.second.horseId ?? 'F').toBe('F');
      }),
    );
  });
});

/** The number of races on the shortest way, by trying every way without a horse twice. */
function shortest(
  fields: readonly (readonly string[])[],
  from: string,
  to: string,
  seen: readonly string[] = [from],
): number | undefined {
  if (from === to) return 0;
  const lengths = fields
    .filter((field) => field.includes(from))
    .flatMap((field) => field.filter((horse) => !seen.includes(horse)))
    .flatMap((horse) => shortest(fields, horse, to, [...seen, horse]) ?? []);
  return lengths.length === 0 ? undefined : 1 + Math.min(...lengths);
}

describe('opponents', () => {
  it('are those met most often first, with who was ahead and the last meeting', () => {
    const records = [
      run('race01', 'A', '2'),
      run('race01', 'B', '1'),
      run('race01', 'C', '2'),
      run('race05', 'A', '1'),
      run('race05', 'B', '4'),
      run('race03', 'B', '1'),
      run('race03', 'D', '2'),
    ];
    expect(opponentsOf(records, 'A')).toMatchObject([
      {
        horseId: 'B',
        ahead: 1,
        behind: 1,
        meetings: [{ racekey: 'race05', first: { finish: 1 }, second: { finish: 4 } }, { racekey: 'race01' }],
      },
      // A dead heat.
      { horseId: 'C', ahead: 0, behind: 0, meetings: [{ racekey: 'race01' }] },
    ]);
  });

  it('are none of the horses that were scratched', () => {
    const scratched = { ...run('race01', 'B', '0'), trouble_classification: '1' };
    const stopped = { ...run('race01', 'C', '0'), trouble_classification: '3' };
    expect(opponentsOf([run('race01', 'A', '5'), scratched, stopped], 'A')).toMatchObject([
      { horseId: 'C', ahead: 1, behind: 0 },
    ]);
    expect(opponentsOf([run('race01', 'B', '5'), { ...scratched, horse_id: 'A' }], 'A')).toEqual([]);
  });
});
