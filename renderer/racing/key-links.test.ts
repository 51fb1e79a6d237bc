import { describe, expect, it } from 'vitest';
import type { RowSource } from '../grid/data/row-source.ts';
import { BROWSABLES } from '#shared/catalogue/browsable.ts';
import { keyLink, linkKeys, racePlace } from './key-links.ts';

const RACE = '05265711';

const sourceOf = (record: Readonly<Record<string, string>>) =>
  ({ cell: (_row: number, name: string) => record[name] ?? null }) as unknown as RowSource;

const column = (table: 'd_se' | 't_ze' | 't_ky', name: string) => {
  const found = BROWSABLES[table].columns.find((each) => each.name === name);
  if (found === undefined) throw new Error(`${table} has no ${name}`);
  return found;
};

describe('a link to a race', () => {
  it('selects the runner of its row', () => {
    const source = sourceOf({ racekey: RACE, horse_number: '07' });
    expect(keyLink(source, column('d_se', 'racekey'), 0, 'result')).toEqual({
      screen: 'race',
      racekey: RACE,
      tab: 'result',
      runner: 7,
    });
  });

  it('selects nobody if the row is of no runner, or has no number yet', () => {
    const place = { screen: 'race', racekey: RACE, tab: 'card' };
    expect(racePlace(RACE, 'card')).toEqual(place);
    expect(racePlace(RACE, 'card', { horse_number: '' })).toEqual(place);
    expect(racePlace('not a key', 'card', { horse_number: '07' })).toBeUndefined();
  });

  it('of an earlier run selects the horse by its number in that race', () => {
    const source = sourceOf({
      horse_number: '07',
      race_back_1_racekey: RACE,
      race_back_1_horse_number: '12',
    });
    const run = column('t_ze', 'race_back_1_racekey');
    expect(keyLink(source, run, 0, 'past')).toEqual({
      screen: 'race',
      racekey: RACE,
      tab: 'result',
      runner: 12,
    });
    expect(linkKeys([run])).toContain('race_back_1_horse_number');
    const byCard = sourceOf({ horse_number: '07', lastrace_racekey1: RACE });
    expect(keyLink(byCard, column('t_ky', 'lastrace_racekey1'), 0, 'card')).toEqual({
      screen: 'race',
      racekey: RACE,
      tab: 'result',
    });
  });

  it.each(['3916BU11', 'A106BU01', '00000000'])('is none for %s, which the service never has', (racekey) => {
    expect(racePlace(racekey, 'result')).toBeUndefined();
    const source = sourceOf({ race_back_1_racekey: racekey, racekey });
    expect(keyLink(source, column('t_ze', 'race_back_1_racekey'), 0, 'past')).toBeUndefined();
    expect(keyLink(source, column('t_ze', 'racekey'), 0, 'past')).toBeUndefined();
  });

  it('reads the number of the runner with every row', () => {
    expect(linkKeys([])).toEqual(['racekey', 'horse_number', 'horse_id']);
  });
});
