// A race as a text page: its card before the race, its result and payoffs afterwards.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { commandLine, type CommandLine } from '../../testing/command-line.ts';
import { openSettingsFile } from '../../settings/settings-file.ts';
import { racesOf, recordOf, runnersOf } from '../../testing/fake-records.ts';
import { SATURDAY, TODAY } from '../../testing/three-days.ts';

let cli: CommandLine;
beforeEach(async () => {
  cli = await commandLine();
});
afterEach(() => cli.remove());

/** Six horses; the jockey of each but the first has another allowance. */
const FIELD: readonly WireRecord[] = ['0', '1', '2', '3', '4', '9'].map((apprentice_class, at) => ({
  apprentice_class,
  jockey_name: `騎手${apprentice_class}`,
  sex_cd: '1',
  horse_age: '4',
  bracket_number: String(at + 1),
  weight_to_carry: '570',
}));

/** Records of a day's first race, in the order of the horse numbers. */
const firstRace = (
  table: 't_ky' | 'd_ky' | 'd_se',
  racedate: string,
  field: readonly WireRecord[],
): readonly WireRecord[] =>
  runnersOf(table, { racedate, races: 1, runners: field.length }).map((record, at) => ({
    ...record,
    ...field[at],
  }));

const OF_CARD =
  'Riders and weights that no pre-race record states are from the card and may have changed since; sex and age are from the card.';

const linesOf = async (line: string): Promise<readonly string[]> =>
  (await cli.run(line)).out.trimEnd().split('\n');

describe('a race that was run', () => {
  const { racedate } = SATURDAY;
  beforeEach(() => {
    const programs = { racedate, races: 1, runners: 6 };
    cli.service.records.t_ra = racesOf('t_ra', programs);
    cli.service.records.d_ra = racesOf('d_ra', programs);
    cli.service.records.d_ky = firstRace('d_ky', racedate, FIELD);
    // By horse number, which is not the order of finish.
    cli.service.records.d_se = firstRace('d_se', racedate, [
      { order_of_finish: '02', time_record: '0948', time_deff: '003', confirmed_win_odds: '8.1' },
      { order_of_finish: '00', trouble_classification: '3' },
      { order_of_finish: '01', time_record: '0945', time_deff: '003', confirmed_win_odds: '2.4' },
      { order_of_finish: '02', time_record: '0948', time_deff: '003', confirmed_win_odds: '15.0' },
      { order_of_finish: '00', trouble_classification: '1' },
      { order_of_finish: '04', time_record: '0950', time_deff: '005', confirmed_win_odds: '33.5' },
    ]);
    const payoffs = {
      win_horse_number_1: '03',
      win_payoff_1: '240',
      win_popularity_1: '01',
      bracket_quinella_number_1: '13',
      bracket_quinella_payoff_1: '510',
      exacta_number_1: '0301',
      exacta_payoff_1: '1230',
      exacta_popularity_1: '3',
      exacta_number_2: '0304',
      exacta_payoff_2: '12340',
      exacta_popularity_2: '12',
      refund_number_1: '05',
      refund_number_2: '00',
    };
    cli.service.records.d_hj = [recordOf('d_hj', { racedate, racekey: '05260701', ...payoffs })];
  });

  test('prints its result, with the winner first and the dead heat marked, and its payoffs with the refunds', async () => {
    expect(await linesOf('race 05260701')).toEqual([
      'Tokyo 1R  レース1',
      '2026-11-07 (Sat)  1600 m  5 runners',
      '05260701',
      '',
      'Dead heat for place 2: numbers 1 and 4',
      '',
      'Fin        Brk  No.  Horse   S/A  Carried kg  Rider    Time   Gap  Odds   IDM',
      '1            3    3  馬1の3  M4         57.0  騎手2  1:34.5  -0.3   2.4  40.5',
      '2            1    1  馬1の1  M4         57.0  騎手0  1:34.8  +0.3   8.1  40.5',
      '2            4    4  馬1の4  M4         57.0  騎手3  1:34.8  +0.3  15.0  40.5',
      '4            6    6  馬1の6  M4         57.0  騎手9  1:35.0  +0.5  33.5  40.5',
      'Stopped      2    2  馬1の2  M4         57.0  騎手1       –     –     –  40.5',
      'Scratched    5    5  馬1の5  M4         57.0  騎手4       –     –     –  40.5',
      '',
      OF_CARD,
      '',
      'Win               3       ¥240   (1)',
      'Bracket quinella  1-3     ¥510',
      'Exacta            3→1   ¥1,230   (3)',
      'Exacta            3→4  ¥12,340  (12)',
      'Refunded: All stakes on number 5.',
    ]);

    const lines = await linesOf('race 05260701 --language ja');
    expect(lines).toContain('2026年11月7日(土)  1600 m  5頭');
    expect(lines).toContain('2着同着: 1・4番');
    expect(lines).toContain('馬単  3→1   1,230円   (3)');
    expect(lines.at(-1)).toBe('返還: 馬番5は返還されました。');
  });

  test('names who rode, and has the weight that was carried, if the jockey was changed after the card', async () => {
    const rider = { jockey_cd: '01234', jockey_name: '代わり', weight_to_carry: '550' };
    const changed = { racedate, racekey: '05260701', ...rider };
    cli.service.records.t_pd = [recordOf('t_pd', { ...changed, horse_number: '3' })];
    const [winner] = (await linesOf('race 05260701')).filter((line) => line.startsWith('1 '));
    expect(winner).toMatch(/chg 55\.0  chg 代わり/);
  });

  test('is incomplete without its pre-race records, and its riders are said to be those of the card', async () => {
    cli.service.misbehave = ({ table }) => (table === 't_pd' ? { status: 503, text: '' } : undefined);
    const { code, out, account } = await cli.run('race 05260701');
    expect(out).toContain(OF_CARD);
    const reasons = [{ reason: 'not_fetched', where: '05260701', because: { code: 'SERVICE_FAILED' } }];
    expect([code, account]).toMatchObject([3, { complete: false, reasons }]);
  });

  test('says nothing of the card if the pre-race records state every rider and weight', async () => {
    const field = FIELD.map(({ jockey_name = '' }) => ({
      jockey_name,
      jockey_cd: '01234',
      weight_to_carry: '570',
    }));
    cli.service.records.t_pd = field.map((runner, at) =>
      recordOf('t_pd', { racedate, racekey: '05260701', horse_number: String(at + 1), ...runner }),
    );
    expect((await cli.run('race 05260701')).out).not.toContain('from the card');
  });

  test('prints offline what is stored, and names what is not', async () => {
    expect(await cli.run('race 05260701 --offline')).toMatchObject({ code: 3, out: '' });
    for (const table of ['d_ra', 'd_se']) await cli.run(`query ${table} --racedate ${racedate}`);
    const { code, out, account, messages } = await cli.run('race 05260701 --offline');
    expect(out.split('\n')).toEqual(
      expect.arrayContaining([
        'Tokyo 1R  レース1',
        expect.stringMatching(/^1 .* 1:34\.5 /),
        'Could not be read: Entries, Pre-race, Payoffs',
      ]),
    );
    const reasons = [{ reason: 'not_fetched', where: '05260701' }];
    expect([code, account]).toMatchObject([3, { complete: false, requests: 0, reasons }]);
    expect(messages).toContain('Not fetched: 05260701. Not downloaded yet. Ask again without --offline.');
    expect((await cli.run('race 05260701 --offline --language ja')).out).toContain('読み込めなかったもの: ');
  });

  test('without a network, a card alone is not taken for a race that has no result', async () => {
    await cli.run(`query d_ky --racedate ${racedate}`);
    cli.service.misbehave = () => ({ breaks: true });
    const { code, out } = await cli.run('race 05260701');
    expect(code).toBe(5);
    expect(out).toContain('馬1の3');
    expect(out).toMatch(/^Could not be read: Pre-race, Results, Payoffs$/m);
  });

  test('of which only the payoffs are stored is still a race, and they are printed', async () => {
    cli.service.misbehave = ({ table }) => (table === 'd_hj' ? undefined : { status: 400, text: 'no' });
    await cli.run(`query d_hj --racedate ${racedate}`);
    const lines = await linesOf('race 05260701 --offline');
    expect(lines.slice(0, 3)).toEqual([
      'Tokyo 1R  (05260701)',
      '',
      'Could not be read: Race program, Entries, Pre-race, Results',
    ]);
    expect(lines).toContain('Win               3       ¥240   (1)');
  });

  test('runners that could not be read are not said to be unknown', async () => {
    await cli.run(`query d_ra --racedate ${racedate}`);
    const { out } = await cli.run('race 05260701 --offline');
    expect(out).toContain('Tokyo 1R');
    expect(out).not.toContain('No runners are known');
  });

  test('writes names in kana as the settings of the window say', async () => {
    const named = (records: readonly WireRecord[] = []) =>
      records.map((record) => ({
        ...record,
        horse_name: 'リュマ',
        jockey_name: 'ローレル',
        race_name: 'マイルハイ賞',
      }));
    cli.service.records.d_se = named(cli.service.records.d_se);
    cli.service.records.d_ky = named(cli.service.records.d_ky);
    for (const table of ['t_ra', 'd_ra'] as const)
      cli.service.records[table] = named(cli.service.records[table]);
    expect((await linesOf('race 05260701'))[0]).toBe('Tokyo 1R  マイルハイ賞');
    const settings = await openSettingsFile({ dataDir: cli.dataDir, notify: () => undefined });
    const state = await settings.read();
    await settings.update(() => ({ ...state, settings: { ...state.settings, names: 'latin' } }));
    const printed = (await linesOf('race 05260701')).join('\n');
    expect(printed).toContain('Ryuma');
    expect(printed).toContain('Rooreru');
    expect(printed).not.toContain('リュマ');
  });

  test('has a generic name in English as in the window, and in Japanese as it is', async () => {
    for (const table of ['t_ra', 'd_ra'] as const)
      cli.service.records[table] = (cli.service.records[table] ?? []).map((record) => ({
        ...record,
        race_name: '２歳未勝利',
      }));
    expect((await linesOf('race 05260701'))[0]).toBe('Tokyo 1R  2yo Maiden');
    expect((await linesOf('race 05260701 --language ja'))[0]).toBe('東京 1R  ２歳未勝利');
  });

  test('reports a runner of the card that the result lacks, and indices that are still to come', async () => {
    const { d_se = [] } = cli.service.records;
    cli.service.records.d_se = d_se.slice(0, 5).map((record) => ({ ...record, idm: '' }));
    const lines = await linesOf('race 05260701');
    expect(lines).toContain(
      'The program states 6 runners, but these records have 4. Not in these records: number 6.',
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/^Provisional: .*IDM and corrections are still blank/),
    );
  });
});

describe('a race that is still to be run', () => {
  const { racedate } = TODAY;
  const card = FIELD.map((runner, at) => ({
    ...runner,
    trainer_name: `調教師${at + 1}`,
    integration_mark: String(at + 1),
    integration_index: `${60 - at}.5`,
    adjust_idm: `${41 + at}.2`,
    foottype_cd: String((at % 4) + 1),
    criteria_win_odds: `${at + 2}.4`,
    criteria_win_popularity: String(at + 1),
    withdrawn_flag: at === 2 ? '1' : '0',
  }));
  beforeEach(() => {
    cli.service.records.t_ra = racesOf('t_ra', { racedate, races: 1, runners: 6 });
    // The service guarantees no order.
    cli.service.records.t_ky = firstRace('t_ky', racedate, card).toReversed();
    cli.service.records.t_se = [];
  });

  test("prints its card, each apprentice with the allowance's sign, and the scratched runners", async () => {
    expect(await linesOf('race 05261501')).toEqual([
      'Tokyo 1R  レース1',
      '2026-11-15 (Sun)  1600 m  5 runners',
      '05261501',
      '',
      'Brk  No.  Horse               S/A  Carried kg  Jockey  Trainer  Overall  Overall   IDM  Style         Ref win  Ref pop',
      '  1    1  馬1の1              M4         57.0  騎手0   調教師1  ◎           60.5  41.2  Front-runner      2.4        1',
      '  2    2  馬1の2              M4         57.0  ☆騎手1  調教師2  ○           59.5  42.2  Prominent         3.4        2',
      '  3    3  馬1の3 (Withdrawn)  M4         57.0  △騎手2  調教師3  ▲           58.5  43.2  Mid-pack          4.4        3',
      '  4    4  馬1の4              M4         57.0  ▲騎手3  調教師4  注          57.5  44.2  Closer            5.4        4',
      '  5    5  馬1の5              M4         57.0  ★騎手4  調教師5  △           56.5  45.2  Front-runner      6.4        5',
      '  6    6  馬1の6              M4         57.0  ◇騎手9  調教師6  △           55.5  46.2  Prominent         7.4        6',
    ]);

    const lines = await linesOf('race 05261501 --language ja');
    expect(lines.slice(4, 8)).toEqual([
      '枠  馬番  馬名           性齢  斤量 kg  騎手    調教師   総合  総合   IDM  脚質  基準単  基準人',
      ' 1     1  馬1の1         牡4      57.0  騎手0   調教師1  ◎     60.5  41.2  逃げ     2.4       1',
      ' 2     2  馬1の2         牡4      57.0  ☆騎手1  調教師2  ○     59.5  42.2  先行     3.4       2',
      ' 3     3  馬1の3 (取消)  牡4      57.0  △騎手2  調教師3  ▲     58.5  43.2  差し     4.4       3',
    ]);
  });

  test('reports runners of the program that are not on the card', async () => {
    cli.service.records.t_ky = firstRace('t_ky', racedate, card.slice(0, 5));
    expect(await linesOf('race 05261501')).toContain(
      'The program states 6 runners, but these records have 4.',
    );
  });

  test('reports that no runners are known if there is no card', async () => {
    cli.service.records.t_ky = [];
    expect((await linesOf('race 05261501')).at(-1)).toBe('No runners are known yet.');
    expect((await linesOf('race 05261501 --language ja')).at(-1)).toBe('出走馬はまだありません。');
  });
});
