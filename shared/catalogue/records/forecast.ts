// Forecasts for a runner: columns of the entry record with indices, marks, race shape and tipsters.

import {
  code,
  decimal,
  integer,
  mark,
  odds,
  rank,
  rate,
  type ColumnDraft,
} from '#shared/catalogue/records/build.ts';
import { CARD_INDICES } from '#shared/catalogue/records/prerace.ts';
import { INDICES } from '#shared/catalogue/records/run.ts';

// prettier-ignore
export const ABILITY: readonly ColumnDraft[] = [
  decimal('adjust_idm', ['Adjusted IDM', 'IDM', 'Ability figure adjusted to this race.'], ['調整IDM', 'IDM', 'このレース向けに調整した能力指数。']),
  CARD_INDICES.jockey_index,
  CARD_INDICES.insideinfo_index,
  decimal('integration_index', ['Overall index', 'Overall', 'Adjusted IDM, jockey index and information index added up.'], ['総合指数', '総合', '調整IDM・騎手指数・情報指数の合計。'], { sumOf: ['adjust_idm', 'jockey_index', 'insideinfo_index'] }),
  decimal('training_index', ['Training index', 'Training', 'What the trade papers’ marks say of its training.'], ['調教指数', '調教', '専門紙の調教評価による指数。']),
  decimal('stable_index', ['Stable index', 'Stable', 'What the trade papers’ marks say of the stable’s intent.'], ['厩舎指数', '厩舎', '専門紙の厩舎評価による指数。']),
  decimal('cid_training', ['CID training score', 'CID trn', 'Raw training score of the CID.'], ['CID調教素点', 'CID調', 'CIDの調教素点。']),
  decimal('cid_stable', ['CID stable score', 'CID stb', 'Raw stable score of the CID.'], ['CID厩舎素点', 'CID厩', 'CIDの厩舎素点。']),
  rate('jockey_expect_placerate', ['Jockey expected first-two rate', 'Jky 1-2', 'How often the jockey is expected in the first two at these odds.'], ['騎手期待連対率', '騎連', 'このオッズで騎手に期待される連対率。']),
  rate('jockey_expect_winrate', ['Jockey expected win rate', 'Jky win', 'How often the jockey is expected to win at these odds.'], ['騎手期待単勝率', '騎勝', 'このオッズで騎手に期待される勝率。']),
  rate('jockey_expect_showrate', ['Jockey expected first-three rate', 'Jky 1-3', 'How often the jockey is expected in the first three at these odds.'], ['騎手期待3着内率', '騎複', 'このオッズで騎手に期待される3着内率。']),
  INDICES.ten_index,
  INDICES.pace_index,
  INDICES.agari_index,
  INDICES.ichi_index,
  decimal('horse_start_index', ['Start index', 'Start', 'How well the horse breaks.'], ['スタート指数', '発馬指', 'スタートの良さを示す指数。']),
  rate('horse_left_at_post_rate', ['Slow-start rate', 'Slow %', 'How often the horse starts slowly.'], ['出遅率', '出遅率', '出遅れる割合。']),
];

// prettier-ignore
export const REFERENCE_ODDS: readonly ColumnDraft[] = [
  odds('criteria_win_odds', ['Reference win odds', 'Ref win', 'Win odds expected on the previous day.'], ['基準単勝オッズ', '基準単', '前日に予想した単勝オッズ。']),
  odds('criteria_place_odds', ['Reference place odds', 'Ref plc', 'Place odds expected on the previous day.'], ['基準複勝オッズ', '基準複', '前日に予想した複勝オッズ。']),
];

// prettier-ignore
export const REFERENCE_RANKS: readonly ColumnDraft[] = [
  rank('criteria_win_popularity', ['Reference popularity', 'Ref pop', 'Rank by reference win odds.'], ['基準人気', '基準人', '基準単勝オッズの人気順。']),
  rank('criteria_place_popularity', ['Reference place popularity', 'Ref plcP', 'Rank by reference place odds.'], ['基準複勝人気', '複人気', '基準複勝オッズの人気順。']),
];

// prettier-ignore
const TIPPED: readonly (readonly [by: string, en: string, short: string, ja: string])[] = [
  ['integration', 'Overall mark', 'Overall', '総合'],
  ['idm', 'IDM mark', 'IDM', 'IDM'],
  ['insideinfo', 'Information mark', 'Info', '情報'],
  ['jockey', 'Jockey mark', 'Jockey', '騎手'],
  ['trainer', 'Stable mark', 'Stable', '厩舎'],
  ['training', 'Training mark', 'Training', '調教'],
];
// prettier-ignore
const LATER_TIPPED: readonly (readonly [by: string, en: string, short: string, ja: string])[] = [
  ['manken', 'Big-payoff mark', 'Big pay', '万券'],
  ['tenkai_tip', 'Race-shape mark', 'Shape', '展開'],
  ['odds', 'Odds mark', 'Odds', 'オッズ'],
  ['paddock', 'Paddock mark', 'Paddock', 'パドック'],
  ['last_integration', 'Final overall mark', 'Final', '直前'],
];

const tipped = ([by, en, short, ja]: (typeof TIPPED)[number]): ColumnDraft =>
  mark(
    `${by}_mark`,
    'mark',
    [
      en,
      short,
      `Rank of the horse in the race as a tipster’s mark, by ${en.toLowerCase().replace(' mark', '')}.`,
    ],
    [`${ja}印`, ja, `${ja}による評価順を印にしたもの。`],
  );

// prettier-ignore
export const MARKS: readonly ColumnDraft[] = [
  ...TIPPED.map(tipped),
  mark('gekiso_mark', 'gekiso_mark', ['Surprise mark', 'Surprise', 'Picked to run far better than its odds.'], ['激走印', '激走', '人気以上の激走が見込まれる馬。']),
  ...LATER_TIPPED.map(tipped),
  mark('est_tenkai_mark', 'est_tenkai_mark', ['Race-shape symbol', 'Role', 'Part the horse is predicted to play in the race.'], ['展開記号', '展開記', '展開予想での役どころ。']),
];

const STAGES: readonly (readonly [stage: string, en: string, short: string, ja: string, shortJa: string])[] =
  [
    ['mae3f', 'mid-race', 'Mid', '道中', '道中'],
    ['ato3f', 'at the last 3F', 'L3F', '後3F', '後3F'],
    ['goal', 'at the finish', 'Goal', 'ゴール', 'ゴール'],
  ];

// prettier-ignore
export const PREDICTED_LANES: readonly ColumnDraft[] = STAGES.map(([stage, en, short, ja, shortJa]) =>
  code(`est_${stage}_lane_position`, 'lane_position', [`Predicted lane, ${en}`, `${short} ln`, `Lane in which the horse is predicted ${en}.`], [`予想${ja}内外`, `${shortJa}内`, `予想される進路（${ja}）。`]));

// prettier-ignore
export const PREDICTED_PLACES: readonly ColumnDraft[] = STAGES.flatMap(([stage, en, short, ja, shortJa]) => [
  rank(`est_${stage}_order`, [`Predicted order, ${en}`, short, `Place in which the horse is predicted ${en}.`], [`予想${ja}順位`, `${shortJa}順`, `予想される順位（${ja}）。`]),
  integer(`est_${stage}_timediff`, [`Predicted gap, ${en}`, `${short} gap`, `Half lengths behind the leader, predicted ${en}; one is about 0.1 s.`], [`予想${ja}差`, `${shortJa}差`, `予想される先頭との差（${ja}、半馬身単位、およそ0.1秒）。`], { unit: 'half lengths' }),
]);

// prettier-ignore
export const INDEX_RANKS: readonly ColumnDraft[] = [
  rank('est_ten_index_rank', ['Early index rank', 'Early rk', 'Rank in the race by early index.'], ['テン指数順位', 'テン順', 'テン指数のレース内順位。']),
  rank('est_pace_index_rank', ['Pace index rank', 'Pace rk', 'Rank in the race by pace index.'], ['ペース指数順位', 'P順', 'ペース指数のレース内順位。']),
  rank('est_agari_index_rank', ['Finish index rank', 'Late rk', 'Rank in the race by finish index.'], ['上がり指数順位', '上順', '上がり指数のレース内順位。']),
  rank('est_position_index_rank', ['Position index rank', 'Pos rk', 'Rank in the race by position index.'], ['位置指数順位', '位置順', '位置指数のレース内順位。']),
];

const GLYPHS: readonly (readonly [name: string, glyph: string])[] = [
  ['honmei', '◎'],
  ['taikou', '○'],
  ['kurosankaku', '▲'],
  ['shirosankaku', '△'],
  ['batsu', '×'],
];

// prettier-ignore
export const TIPSTER_COUNTS: readonly ColumnDraft[] = [
  ...GLYPHS.map(([name, glyph]) => integer(`identification_info_${name}`, [`Selected tipsters: ${glyph}`, `Sel ${glyph}`, `How many selected tipsters gave the horse ${glyph}.`], [`特定情報${glyph}`, `特定${glyph}`, `特定の予想者が${glyph}を付けた数。`])),
  // The interface omits an underscore in the last one (section 2.5).
  ...GLYPHS.map(([name, glyph]) => integer(name === 'batsu' ? 'integrationinfo_batsu' : `integration_info_${name}`, [`All tipsters: ${glyph}`, `All ${glyph}`, `How many of all tipsters gave the horse ${glyph}.`], [`総合情報${glyph}`, `総合${glyph}`, `全予想者のうち${glyph}を付けた数。`])),
];
