// One run of a horse: columns of the result, which the past-run records repeat with a prefix.

import {
  code,
  decimal,
  gap,
  key,
  name,
  odds,
  rank,
  tenths,
  text,
  upTo,
  type ColumnDraft,
} from '#shared/catalogue/records/build.ts';

// prettier-ignore
const CORRECTIONS: readonly (readonly [part: string, en: string, short: string, ja: string, shortJa: string])[] = [
  ['track_diff', 'track difference', 'Track', '馬場差', '馬場差'],
  ['pace', 'pace', 'Pace', 'ペース', 'P補'],
  ['start', 'slow start', 'Start', '出遅', '出遅'],
  ['positioning', 'positioning', 'Pos.', '位置取', '位置取'],
  ['corner1', 'first corner', 'Cnr 1', '1角', '1角補'],
  ['corner4', 'last corner', 'Cnr 4', '4角', '4角補'],
  ['adverse', 'trouble', 'Trouble', '不利', '不利'],
  ['adverse_firsthalf', 'trouble early', 'Tr early', '前不利', '前不利'],
  ['adverse_halfway', 'trouble halfway', 'Tr half', '中不利', '中不利'],
  ['adverse_lasthalf', 'trouble late', 'Tr late', '後不利', '後不利'],
  ['race_detail', 'race detail', 'Race', 'レース', 'R補'],
];

/** The margins that are words. All others are lengths in figures ("1 1/2"). */
const MARGINS = { ハナ: 'nose', アタマ: 'head', クビ: 'neck', 同着: 'dead heat', 大差: 'distance' };

// prettier-ignore
export const FINISH = {
  order_of_finish: rank('order_of_finish', ['Finish', 'Fin', 'Order of finish; 0 when the horse was not placed.'], ['着順', '着', '着順。0は着順なし。']),
  margin: text('margin', ['Margin', 'Margin', 'Distance to the horse in front, as announced.'], ['着差', '着差', '前の馬との着差（発表どおり）。'], { english: MARGINS }),
  trouble_classification: code('trouble_classification', 'trouble_classification', ['Irregularity', 'Irreg.', 'Why the horse has no ordinary finish: scratched, stopped, disqualified and so on.'], ['異常区分', '異常', '取消、中止、失格など、通常の着順にならなかった理由。']),
};

export const TIME_RECORD = tenths(
  'time_record',
  ['Time', 'Time', 'Finishing time, in tenths of a second in the interface.'],
  ['走破タイム', 'タイム', '走破タイム。元の値は0.1秒単位。'],
);

// prettier-ignore
export const FINAL_ODDS = {
  confirmed_win_odds: odds('confirmed_win_odds', ['Win odds', 'Odds', 'Final win odds.'], ['確定単勝オッズ', '単勝', '確定した単勝オッズ。']),
  confirmed_win_popularity: rank('confirmed_win_popularity', ['Popularity', 'Pop', 'Rank by final win odds: 1 is the favorite.'], ['確定単勝人気', '人気', '確定単勝オッズの人気順。']),
  confirmed_place_odds: odds('confirmed_place_odds', ['Place odds, low', 'Place', 'Lower bound of the final place odds; not what was paid: see the payoffs.'], ['確定複勝オッズ下限', '複勝', '確定複勝オッズの下限。実際の払戻ではない。']),
  morning_place_odds: odds('morning_place_odds', ['Morning place odds', 'AM place', 'Place odds of the morning of the previous day as the interface states it; the source data takes them about ten o’clock on race day.'], ['朝の複勝オッズ', '朝複勝', '前日朝の複勝オッズとされるが、元データでは当日10時頃の値。']),
};

// prettier-ignore
export const OPPONENT: readonly ColumnDraft[] = [
  name('winning_horse', ['Winner (or 2nd)', 'Opponent', 'The winner; on the winner’s own row, the second. Long names are cut.'], ['1(2)着馬', '相手馬', '1着馬。自身が1着なら2着馬。長い名前は途中で切れる。']),
  key('winner_horse_id', ['Winner’s horse ID', 'Win. ID', 'Horse ID of the race’s winner.'], ['1着馬ID', '1着ID', 'そのレースの1着馬の馬ID。']),
];

// prettier-ignore
export const TIME_GAP = gap('time_deff', ['Time gap', 'Gap', 'Behind the winner; on the winner’s row, ahead of the second.'], ['1(2)着タイム差', 'タイム差', '1着馬との差。自身が1着なら2着馬との差。']);

// prettier-ignore
export const PASSING: readonly ColumnDraft[] = upTo(4, (n) => rank(`corner${n}_order`, [`Corner ${n}`, `C${n}`, `Place at corner ${n}; 0 where the race does not pass it.`], [`${n}コーナー順位`, `${n}角`, `${n}コーナーの通過順位。0は通過なし。`]));

// prettier-ignore
export const SECTIONALS: readonly ColumnDraft[] = [
  tenths('first3f_time', ['First 3F', 'F3F', 'Time of the first 600 m.'], ['前3Fタイム', '前3F', '最初の600mのタイム。']),
  tenths('later3f_time', ['Last 3F', 'L3F', 'Time of the last 600 m.'], ['後3Fタイム', '上3F', '最後の600mのタイム。']),
  gap('first3f_deff', ['First 3F gap', 'F3F gap', 'Gap to the leader after the first 600 m.'], ['前3F先頭差', '前3F差', '前3F地点での先頭との差。']),
  gap('later3f_deff', ['Last 3F gap', 'L3F gap', 'Gap to the leader 600 m from home.'], ['後3F先頭差', '後3F差', '後3F地点での先頭との差。']),
];

export const STYLE = code(
  'race_kyakushitsu',
  'foottype_cd',
  ['Style in the race', 'Style', 'How the horse ran this race.'],
  ['レース脚質', '脚質', 'このレースでの脚質。'],
);

// prettier-ignore
export const IDM = {
  idm: decimal('idm', ['IDM', 'IDM', 'Ability figure of the run: raw score plus the corrections; published days after the race.'], ['IDM', 'IDM', '素点に補正を加えた能力指数。レースの数日後に入る。'], { sumOf: ['idm_rawscore', 'correction_value_pace', 'correction_value_start', 'correction_value_positioning', 'correction_value_adverse'] }),
  idm_rawscore: decimal('idm_rawscore', ['IDM raw score', 'Raw', 'The figure before correction.'], ['IDM素点', '素点', '補正前の素点。']),
};

// prettier-ignore
export const CORRECTION: readonly ColumnDraft[] = CORRECTIONS.map(([part, en, short, ja, shortJa]) =>
  decimal(`correction_value_${part}`, [`Correction: ${en}`, short, `Points by which the figure was corrected for ${en}.`], [`補正 ${ja}`, shortJa, `IDMの補正値（${ja}）。`], { signed: true }));

// prettier-ignore
export const OBSERVED: readonly ColumnDraft[] = [
  code('selected_lane_cd', 'lane_position', ['Lane taken', 'Lane', 'Part of the track on which the horse ran.'], ['コース取り', 'コース', '通った位置（最内から大外）。']),
  code('class_cd', 'class_cd', ['Class reached', 'Class', 'Level at which the horse can compete, judged from this run.'], ['クラス', 'クラス', 'この走りから見た、通用するクラス。']),
  code('body_condition_cd', 'body_code', ['Body', 'Body', 'Build as seen in the paddock.'], ['馬体', '馬体', 'パドックで見た馬体。']),
  code('mind_condition_cd', 'demeanour_code', ['Demeanour', 'Mind', 'Temper as seen in the paddock.'], ['気配', '気配', 'パドックで見た気配。']),
  code('rising_level_cd', 'rising_level_cd', ['Rising level', 'Rising', 'How much improvement is expected.'], ['上昇度', '上昇度', '次走に向けた上昇の見込み。']),
];

// prettier-ignore
export const PACE: readonly ColumnDraft[] = [
  code('race_pace', 'pace', ['Race pace', 'R pace', 'Pace of the race: high, medium or slow.'], ['レースペース', 'Rペース', 'レースのペース（H・M・S）。']),
  code('horse_pace', 'pace', ['Horse pace', 'H pace', 'Pace that the horse itself ran at.'], ['馬ペース', '馬P', 'その馬自身のペース（H・M・S）。']),
];

// prettier-ignore
export const INDICES = {
  ten_index: decimal('ten_index', ['Early index', 'Early', 'Speed over the first 600 m; higher is faster, and most values are negative.'], ['テン指数', 'テン', '前半600mの速さ。高いほど速い。負の値が普通。']),
  pace_index: decimal('pace_index', ['Pace index', 'Pace', 'How demanding a pace the horse kept up; higher is faster.'], ['ペース指数', 'ペース', 'ペースの厳しさ。高いほど速い。']),
  agari_index: decimal('agari_index', ['Finish index', 'Late', 'Speed over the last 600 m; higher is faster.'], ['上がり指数', '上がり', '後半600mの速さ。高いほど速い。']),
  ichi_index: decimal('ichi_index', ['Position index', 'Position', 'How forward the horse ran; higher is nearer the front.'], ['位置指数', '位置', '道中の位置。高いほど前。']),
};

export const BIT = code(
  'bit_cd',
  'tack_code',
  ['Bit', 'Bit', 'Bit that the horse wore.'],
  ['ハミ', 'ハミ', '使用したハミの種類。'],
);
