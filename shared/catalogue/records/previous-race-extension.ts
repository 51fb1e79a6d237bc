// Previous-race extension record, with gear, legs and comments of the past five runs: t_zk and d_zk (section 2.10).

import type { Column } from '#shared/catalogue/column.ts';
import {
  code,
  decimal,
  inGroup,
  record,
  text,
  upTo,
  type ColumnDraft,
} from '#shared/catalogue/records/build.ts';
import { IDENTITY } from '#shared/catalogue/records/identity.ts';
import { RIDER } from '#shared/catalogue/records/rider.ts';
import { BIT, FINAL_ODDS, FINISH, IDM, INDICES, PASSING } from '#shared/catalogue/records/run.ts';
import { prefixOf, RUNS_BACK, runsBack } from '#shared/catalogue/records/runs-back.ts';

const LAST_RUN = [
  'racedate', 'racekey', 'order_of_finish', 'confirmed_win_popularity', 'idm', 'winner_idm', 'special_note_cd1',
  'tack_cd1', 'paddock_comment', 'race_comment',
]; // prettier-ignore
const EARLIER_RUN = ['order_of_finish', 'race_comment'];

const SHOWN = [
  'racedate',
  'racekey',
  'horse_number',
  'horse_name',
  ...RUNS_BACK.flatMap((back) => (back === 1 ? LAST_RUN : EARLIER_RUN).map((name) => prefixOf(back) + name)),
];

/** The parts with leg codes: the whole, then each limb. */
const LIMBS: readonly (readonly [part: string, en: string, short: string, ja: string, shortJa: string])[] = [
  ['overall1', 'overall', 'All', '全体', '全'],
  ['left_front', 'left fore', 'LF', '左前', '左前'],
  ['right_front', 'right fore', 'RF', '右前', '右前'],
  ['left_back', 'left hind', 'LH', '左後', '左後'],
  ['right_back', 'right hind', 'RH', '右後', '右後'],
];

/** What it has of each of the five runs, without the prefix. */
// prettier-ignore
export const RUN_NOTES: readonly ColumnDraft[] = [
  IDENTITY.racedate,
  IDENTITY.resultkey,
  IDENTITY.racekey,
  IDENTITY.horse_number,
  IDM.idm,
  decimal('winner_idm', ['Winner’s IDM', 'Win IDM', 'Ability figure of that race’s winner.'], ['勝ち馬IDM', '勝IDM', 'そのレースの勝ち馬のIDM。']),
  FINAL_ODDS.confirmed_win_odds,
  FINAL_ODDS.confirmed_win_popularity,
  FINISH.order_of_finish,
  ...PASSING,
  RIDER.jockey_cd,
  INDICES.ten_index,
  INDICES.pace_index,
  INDICES.agari_index,
  ...upTo(6, (n) => code(`special_note_cd${n}`, 'special_note_code', [`Special note ${n}`, `Note ${n}`, 'Something noted about the horse in that race.'], [`特記${n}`, `特記${n}`, 'そのレースでの特記事項。'])),
  ...upTo(8, (n) => code(`tack_cd${n}`, 'tack_code', [`Tack ${n}`, `Tack ${n}`, 'Piece of tack worn.'], [`馬具${n}`, `馬具${n}`, '装着していた馬具。'])),
  ...LIMBS.flatMap(([part, en, short, ja, shortJa]) => upTo(3, (n) => code(`hoof_${part}_cd${n}`, 'leg_code', [`Legs, ${en} ${n}`, `${short} ${n}`, `State of the legs, ${en}.`], [`脚元 ${ja}${n}`, `${shortJa}${n}`, `脚元の状態（${ja}）。`]))),
  text('paddock_comment', ['Paddock comment', 'Paddock', 'What was written about the horse in the paddock.'], ['パドックコメント', 'パ短評', 'パドックでのコメント。']),
  text('tack_comment', ['Tack comment', 'Tack txt', 'What was written about its tack and legs.'], ['馬具・脚元コメント', '馬具評', '馬具・脚元についてのコメント。']),
  text('race_comment', ['Race comment', 'Comment', 'What was written about its race.'], ['レースコメント', 'R短評', 'レースについてのコメント。']),
  BIT,
  code('bantages_on', 'tack_code', ['Bandages', 'Bandage', 'Whether bandages were worn.'], ['バンテージ', 'バンデ', 'バンテージの装着。']),
  code('horse_shoe_cd', 'tack_code', ['Horseshoe', 'Shoe', 'Kind of horseshoe.'], ['蹄鉄', '蹄鉄', '蹄鉄の種類。']),
  code('splint_cd', 'tack_code', ['Splint', 'Splint', 'State of splints as the interface calls it; the source means bucked shins.'], ['ソエ', 'ソエ', 'ソエの状態（英語の項目名はsplint）。']),
  code('bone_spavin_cd', 'tack_code', ['Bone spavin', 'Spavin', 'State of bone spavin as the interface calls it; the source means splints.'], ['骨瘤', '骨瘤', '骨瘤の状態（英語の項目名はbone spavin）。']),
];

// prettier-ignore
export const PREVIOUS_RACE_EXTENSION: readonly Column[] = record(SHOWN,
  inGroup('identity', 'S?', [
    IDENTITY.racedate,
    IDENTITY.resultkey,
    IDENTITY.racekey,
    IDENTITY.horse_number,
    { ...IDENTITY.horse_id, type: 'S' },
    IDENTITY.horse_name,
  ]),
  ...runsBack(RUN_NOTES),
);
