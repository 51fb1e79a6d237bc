// Pre-race record, with data from shortly before the start: t_pd (specification, section 2.6).

import type { Column } from '#shared/catalogue/column.ts';
import { clock, code, decimal, inGroup, odds, record, upTo } from '#shared/catalogue/records/build.ts';
import { GROUND } from '#shared/catalogue/records/ground.ts';
import { IDENTITY } from '#shared/catalogue/records/identity.ts';
import { RIDER } from '#shared/catalogue/records/rider.ts';

const SHOWN = [
  'racedate', 'racekey', 'horse_number', 'horse_name', 'integration_index', 'idm', 'jockey_index', 'insideinfo_index',
  'odds_index', 'paddock_index', 'this_horse_body_state', 'this_horse_mind_state', 'underfoot_info',
  'change_equipment_flag', 'withdrawn_flag', 'jockey_name', 'weight_to_carry', 'win_odds', 'place_odds', 'horse_weight',
  'weight_cycling', 'this_gear1_cd',
]; // prettier-ignore

const LIMBS: readonly (readonly [part: string, en: string, short: string, ja: string])[] = [
  ['left_front', 'left fore', 'LF', '左前'],
  ['right_front', 'right fore', 'RF', '右前'],
  ['left_back', 'left hind', 'LH', '左後'],
  ['right_back', 'right hind', 'RH', '右後'],
];

// prettier-ignore
export const WITHDRAWN = code('withdrawn_flag', 'flag_0_1', ['Withdrawn', 'Out', 'Whether the horse was withdrawn.'], ['取消', '取消', '出走を取り消したか。']);

// prettier-ignore
export const CARD_INDICES = {
  jockey_index: decimal('jockey_index', ['Jockey index', 'Jky ix', 'What the jockey adds to the IDM.'], ['騎手指数', '騎手指', '騎手によりIDMに加わる値。']),
  insideinfo_index: decimal('insideinfo_index', ['Information index', 'Info', 'What stable and press information adds to the IDM; -1.0 is its floor.'], ['情報指数', '情報', '情報によりIDMに加わる値。-1.0が下限。']),
};

// prettier-ignore
export const PRERACE: readonly Column[] = record(SHOWN,
  inGroup('identity', 'S?', [
    IDENTITY.data_classification,
    IDENTITY.racedate,
    IDENTITY.racekey,
    IDENTITY.horse_number,
    { ...IDENTITY.horse_id, type: 'S' },
    IDENTITY.resultkey,
    IDENTITY.horse_name,
  ]),
  inGroup('index', 'S?', [
    decimal('idm', ['IDM', 'IDM', 'Ability figure for the day.'], ['IDM', 'IDM', '当日の能力指数。']),
    CARD_INDICES.jockey_index,
    CARD_INDICES.insideinfo_index,
    decimal('odds_index', ['Odds index', 'Odds ix', 'What the market says of the horse.'], ['オッズ指数', 'オッズ指', 'オッズから見た評価。']),
    decimal('paddock_index', ['Paddock index', 'Paddock', 'What the paddock says of the horse.'], ['パドック指数', 'パ指数', 'パドックから見た評価。']),
    decimal('integration_index', ['Pre-race overall index', 'Overall', 'All indices of the day together.'], ['直前総合指数', '直前総合', '当日の指数を合わせた直前の総合評価。']),
  ]),
  inGroup('condition', 'S?', [
    code('this_horse_body_state', 'body_code', ['Body in the paddock', 'Body', 'Build as seen in the paddock.'], ['馬体（パドック）', '馬体', 'パドックで見た馬体。']),
    code('this_horse_mind_state', 'demeanour_code', ['Demeanour', 'Mind', 'Temper as seen in the paddock.'], ['気配（パドック）', '気配', 'パドックで見た気配。']),
    code('change_equipment_flag', 'change_equipment_flag', ['Equipment change', 'Gear chg', 'Whether the gear differs from the last run.'], ['馬具変更', '馬具変', '前走から馬具が変わったか。']),
    code('underfoot_info', 'underfoot_info', ['Leg judgment', 'Legs', 'Whether the legs look better or worse than before.'], ['脚元情報', '脚元', '脚元が前より良いか悪いかの判断。']),
    WITHDRAWN,
  ]),
  inGroup('rider', 'S?', [RIDER.jockey_name, RIDER.jockey_cd, RIDER.weight_to_carry, RIDER.apprentice_class]),
  inGroup('ground', 'S?', [GROUND.turf_condition_cd, GROUND.weather_cd]),
  inGroup('odds', 'S?', [
    odds('win_odds', ['Win odds', 'Win', 'Win odds when the record was made.'], ['単勝オッズ', '単勝', 'データ作成時点の単勝オッズ。']),
    odds('place_odds', ['Place odds, low', 'Place', 'Lower side of the place odds when the record was made.'], ['複勝オッズ下限', '複勝', 'データ作成時点の複勝オッズの下限。']),
    clock('odds_obtained_time', ['Odds taken at', 'Odds at', 'When the odds were taken.'], ['オッズ取得時刻', '取得', 'オッズを取得した時刻。']),
  ]),
  inGroup('body', 'S?', [RIDER.horse_weight, RIDER.weight_cycling]),
  inGroup('gear', 'S?', upTo(7, (n) => code(`this_gear${n}_cd`, 'tack_code', [`Gear ${n}`, `Gear ${n}`, 'Piece of gear worn in this run.'], [`馬具${n}`, `馬具${n}`, 'このレースで装着する馬具。']))),
  inGroup('legs', 'S?', [
    ...LIMBS.flatMap(([part, en, short, ja]) => upTo(4, (n) => code(`this_leg_${part}${n}_cd`, 'leg_code', [`Leg, ${en} ${n}`, `${short} ${n}`, `State of the leg, ${en}.`], [`脚元 ${ja}${n}`, `${ja}${n}`, `脚元の状態（${ja}）。`]))),
    ...upTo(3, (n) => code(`this_leg_all${n}_cd`, 'leg_code', [`Legs, overall ${n}`, `All ${n}`, 'State of the legs as a whole.'], [`脚元 全体${n}`, `全${n}`, '脚元全体の状態。'])),
  ]),
  inGroup('data', 'S?', [IDENTITY.updated_at]),
);
