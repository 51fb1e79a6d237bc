import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { startI18n } from '../../text/text.ts';
import type { Rival } from './past-rivals.ts';
import { metLine, pastRunText, pastRunWords } from './past-run-words.ts';
import { idmLine, pastRunsOf, riderCodeOf, runsByRunner, withoutRuns } from './past-runs.ts';

beforeAll(() => startI18n('en'));

describe('past runs', () => {
  const previous = {
    race_back_1_racedate: '20261101',
    race_back_1_racekey: '05265502',
    race_back_1_idm: '44',
    race_back_2_racedate: '20261001',
    race_back_2_racekey: '3926A105',
    race_back_2_idm: null,
    race_back_3_racedate: ' ',
    race_back_3_racekey: null,
  };

  it('are those with a date or a race in the record', () => {
    expect(pastRunsOf(previous, undefined).map(({ back, isNational }) => [back, isNational])).toEqual([
      [1, true],
      [2, false],
    ]);
    expect(pastRunsOf(undefined, undefined)).toEqual([]);
  });

  it('come from the notes if the detail is missing', () => {
    const [run] = pastRunsOf(undefined, {
      race_back_1_racekey: '05265502',
      race_back_1_racedate: '20261101',
    });
    expect(run).toMatchObject({ back: 1, racedate: '20261101', racekey: '05265502' });
  });

  it('are joined by horse where one record of a runner has its number and the other has not', () => {
    const run = { race_back_1_racedate: '20261101' };
    const drawn = { racekey: '05266411', horse_number: '7', horse_id: 'HX1', ...run };
    const undrawn = { ...drawn, horse_number: '00' };
    const runOf = (...records: Parameters<typeof runsByRunner>) =>
      runsByRunner(...records).get('05266411 7')?.[0];
    expect(runOf([drawn], [undrawn])).toMatchObject({ detail: drawn, notes: undrawn });
    expect(runOf([undrawn], [drawn])).toMatchObject({ detail: undrawn, notes: drawn });
  });

  it('say why a horse has a lower place than the one it ran in', () => {
    const record = {
      race_back_1_racedate: '20261101',
      race_back_1_order_of_finish: '16',
      race_back_1_trouble_classification: '5',
    };
    const words = pastRunsOf(record, undefined).map((run) =>
      pastRunWords(run, {}, { t: ((key: string) => key) as never, language: 'en', names: 'kana' }),
    );
    expect(words.map(({ order, finish }) => [order, finish])).toEqual([[16, '16 Demoted']]);
  });

  it('name the rider, then the winner, and below whom of today the horse met, as the cell does', () => {
    const t = i18next.getFixedT('en', 'race');
    const [run] = pastRunsOf(
      {
        race_back_1_racedate: '20261101',
        race_back_1_order_of_finish: '3',
        race_back_1_winning_horse: 'アカ',
      },
      undefined,
    );
    const [lost] = pastRunsOf(
      {
        race_back_1_racedate: '20261101',
        race_back_1_order_of_finish: '0',
        race_back_1_trouble_classification: '3',
      },
      undefined,
    );
    if (run === undefined || lost === undefined) throw new Error('these are runs');
    const rivals: Rival[] = [
      { number: 5, bracket: 3, name: 'アオ', place: 1, run },
      { number: undefined, bracket: undefined, name: 'キイロ', place: 22, run },
      { number: 9, bracket: 5, name: 'クロ', place: undefined, run: lost },
    ];
    const words = { t, language: 'en', names: 'kana' } as const;
    const shown = pastRunWords(run, { rider: '騎手', rivals }, words);
    const lines = pastRunText(shown, false, words, 'full').split('\n');
    expect(lines.slice(-2)).toEqual(['騎手 Winner: アカ', 'Met 5 (1st), キイロ (22nd), 9 (DNF)']);
    expect(metLine(shown.met, { t: i18next.getFixedT('ja', 'race'), language: 'ja' })).toBe(
      '対戦 5(1st)、キイロ(22nd)、9(DNF)',
    );
    expect(pastRunText(shown, false, words, 'compact')).not.toContain('騎手');
    // Those that met nobody of today, and of whom nobody knows the rider, have no such line.
    const without = pastRunText(pastRunWords(run, {}, words), false, words, 'full');
    expect(without.split('\n').at(-1)).toBe('Winner: アカ');
  });

  it('have the code of their rider in the notes alone', () => {
    const codes = [{}, { race_back_1_jockey_cd: '01002 ' }, { race_back_1_jockey_cd: '00000' }].map(
      (more) => {
        const [run] = pastRunsOf(previous, { race_back_1_racedate: '20261101', ...more });
        return run && riderCodeOf(run);
      },
    );
    expect(codes).toEqual([undefined, '01002', undefined]);
  });

  it('are a debut only if the record is there and the card names no last race', () => {
    expect(withoutRuns({ lastrace_racekey1: null }, {}, false)).toBe('debut');
    expect(withoutRuns({ lastrace_racekey1: '05265503' }, {}, false)).toBe('pastUnlisted');
    expect(withoutRuns({}, undefined, false)).toBe('pastNoRecord');
    expect(withoutRuns({}, undefined, true)).toBe('pastFailed');
  });

  it('give their IDM from the oldest on, with blanks', () => {
    expect(idmLine(pastRunsOf(previous, undefined))).toEqual([undefined, 44]);
  });
});
