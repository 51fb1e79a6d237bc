// Entry record, one runner on the card: d_ky, and t_ky without the withdrawal flag (specification, section 2.5).

import type { Column } from '#shared/catalogue/column.ts';
import { code, codes, date, decimal, inGroup, integer, key, money, name, race, rank, record, upTo } from '#shared/catalogue/records/build.ts'; // prettier-ignore
import {
  ABILITY, INDEX_RANKS, MARKS, PREDICTED_LANES, PREDICTED_PLACES, REFERENCE_ODDS, REFERENCE_RANKS, TIPSTER_COUNTS,
} from '#shared/catalogue/records/forecast.ts'; // prettier-ignore
import { IDENTITY } from '#shared/catalogue/records/identity.ts';
import { DESCRIPTION, PEDIGREE } from '#shared/catalogue/records/pedigree.ts';
import { WITHDRAWN } from '#shared/catalogue/records/prerace.ts';
import { RIDER } from '#shared/catalogue/records/rider.ts';

const SHOWN = [
  'racedate', 'racekey', 'bracket_number', 'horse_number', 'horse_name', 'sex_cd', 'horse_age', 'jockey_name',
  'weight_to_carry', 'trainer_name', 'integration_mark', 'adjust_idm', 'integration_index', 'training_index',
  'stable_index', 'ten_index', 'agari_index', 'foottype_cd', 'criteria_win_odds', 'criteria_win_popularity', 'rotation',
  'training_arrow', 'est_pace', 'sire_name', 'blinker_cd',
]; // prettier-ignore

// prettier-ignore
export const ENTRY: readonly Column[] = record(SHOWN,
  inGroup('identity', 'S', [
    IDENTITY.data_classification, IDENTITY.resultkey, IDENTITY.racedate, IDENTITY.racekey,
    IDENTITY.bracket_number, IDENTITY.horse_number, IDENTITY.horse_id, IDENTITY.horse_name, IDENTITY.updated_at,
  ]),
  inGroup('index', 'S?', ABILITY),
  inGroup('odds', 'S?', REFERENCE_ODDS),
  inGroup('longshot', 'S?', [
    decimal('longshot_index', ['Longshot index', 'Longshot', 'How likely an unfancied horse is to surprise; 0 for most.'], ['LS指数', 'LS', '人気薄の好走を示す指数。多くの馬は0。']),
  ]),
  inGroup('aptitude', 'S', [
    code('foottype_cd', 'foottype_cd', ['Running style', 'Style', 'Where in the field the horse likes to run.'], ['脚質', '脚質', '得意とする位置取り。']),
    code('distance_aptitude_cd1', 'distance_aptitude_cd', ['Distance aptitude', 'Dist apt', 'Distance that suits the horse.'], ['距離適性', '距離適', '得意な距離。']),
  ]),
  inGroup('condition', 'S', [
    code('rising_level_cd', 'rising_level_cd', ['Rising level', 'Rising', 'How much improvement is expected.'], ['上昇度', '上昇度', '上昇の見込み。']),
    code('training_arrow', 'training_arrow', ['Training arrow', 'Arrow', 'Direction in which its training points.'], ['調教矢印', '調教矢', '調教から見た調子の向き。']),
    code('stable_arrow', 'stable_arrow', ['Stable confidence', 'Conf.', 'How confident the stable is.'], ['厩舎評価', '厩舎評', '厩舎の自信の度合い。']),
  ]),
  inGroup('aptitude', 'S', [
    code('hoof_cd', 'hoof_cd', ['Hoof', 'Hoof', 'Size and shape of the hooves.'], ['蹄', '蹄', '蹄の大きさと形。']),
    code('mudder_cd', 'mudder_cd', ['Wet-going aptitude', 'Wet', 'How the horse handles wet going.'], ['重適性', '重適', '道悪の巧拙。']),
    code('terms_class_cd', 'terms_class_cd', ['Class eligible', 'Class', 'Class that the horse may enter by its earnings.'], ['条件クラス', 'クラス', '収得賞金により出走できるクラス。']),
  ]),
  inGroup('rider', 'S', [RIDER.jockey_name, RIDER.jockey_cd, RIDER.weight_to_carry, RIDER.apprentice_class]),
  inGroup('connections', 'S', [DESCRIPTION.trainer_name, DESCRIPTION.trainer_cd]),
  inGroup('condition', 'S', [WITHDRAWN]),
  inGroup('identity', 'S', [DESCRIPTION.sex_cd]),
  inGroup('connections', 'S', [DESCRIPTION.horse_owner_name]),
  inGroup('rest', 'I', [
    integer('rotation', ['Weeks since last run', 'Weeks', 'Full weeks between the last run and this one; 0 is back to back.'], ['ローテーション', '間隔', '前走からの中何週か。0は連闘。'], { unit: 'weeks' }),
  ]),
  inGroup('career', 'I', [
    money('total_prize', '10,000 yen', ['Total prize', 'Prize', 'All prize money won, added money included.'], ['獲得賞金', '獲得', '付加賞を含む獲得賞金の合計。']),
    money('earned_prize', '10,000 yen', ['Classification prize', 'Class pr', 'Prize money that decides the horse’s class.'], ['収得賞金', '収得', 'クラス分けの基準になる賞金。']),
  ]),
  inGroup('identity', 'I', [integer('horse_age', ['Age', 'Age', 'Age of the horse.'], ['馬齢', '齢', '馬の年齢。'], { unit: 'years' })]),
  inGroup('links', 'S?', [
    ...upTo(5, (n) => key(`lastrace_resultkey${n}`, [`Result key, ${n} back`, `Run -${n}`, `Result key of the run ${n} back.`], [`${n}走前成績キー`, `${n}走成績`, `${n}走前の競走成績キー。`])),
    ...upTo(5, (n) => race(`lastrace_racekey${n}`, [`Race key, ${n} back`, `Race -${n}`, `Race key of the run ${n} back; local and overseas runs have letters in it.`], [`${n}走前レースキー`, `${n}走R`, `${n}走前のレースキー。地方・海外では英字を含む。`], { beside: `__lastrace_race_name${n}` })),
  ]),
  inGroup('mark', 'S?', MARKS),
  inGroup('aptitude', 'S?', [
    code('distance_aptitude_cd2', 'distance_aptitude_cd', ['Distance aptitude 2', 'Dist. 2', 'Second distance that suits the horse.'], ['距離適性2', '距離適2', '二番目に得意な距離。']),
  ]),
  inGroup('gear', 'S?', [
    code('blinker_cd', 'blinker_cd', ['Blinkers', 'Blinkers', 'Whether blinkers are worn, and whether for the first time.'], ['ブリンカー', 'ブリ', 'ブリンカーの装着と、初めてかどうか。']),
  ]),
  inGroup('aptitude', 'S?', [
    code('turf_tekisei_cd', 'tekisei_cd', ['Turf aptitude', 'Turf', 'How turf suits the horse.'], ['芝適性', '芝適', '芝への適性。']),
    code('dirt_tekisei_cd', 'tekisei_cd', ['Dirt aptitude', 'Dirt', 'How dirt suits the horse.'], ['ダート適性', 'ダ適', 'ダートへの適性。']),
  ]),
  inGroup('shape', 'S?', [
    code('est_pace', 'pace', ['Predicted pace', 'Pace', 'Predicted pace of the race: high, medium or slow.'], ['ペース予想', '予想P', 'レースの予想ペース（H・M・S）。']),
    ...PREDICTED_LANES,
  ]),
  inGroup('connections', 'S?', [DESCRIPTION.horse_owner_association_cd]),
  inGroup('identity', 'S?', [DESCRIPTION.horse_attribute_cd]),
  inGroup('shape', 'S?', INDEX_RANKS),
  inGroup('rest', 'S?', [
    code('shipment_classification_cd', 'shipment_classification_cd', ['Shipping', 'Shipping', 'How far the horse travels to the course.'], ['輸送区分', '輸送', '競馬場への輸送の区分。']),
  ]),
  inGroup('body', 'S?', [
    codes('bodytype', 'bodytype_part', ['Build', 'Build', 'Eighteen parts of the body, one digit each.'], ['体型', '体型', '馬体の18の部位を1桁ずつ示す。']),
    ...upTo(3, (n) => code(`horse_bodytype_integration_cd${n}`, 'special_note_code', [`Build note ${n}`, `Build ${n}`, 'Something noted about its build as a whole.'], [`体型総合${n}`, `体総${n}`, '体型全体についての特記。'])),
    ...upTo(3, (n) => code(`horse_special_mention_cd${n}`, 'special_note_code', [`Special note ${n}`, `Note ${n}`, 'Something noted about the horse.'], [`馬特記${n}`, `馬特${n}`, '馬についての特記。'])),
  ]),
  inGroup('longshot', 'S?', [
    rank('manken_index_order', ['Big-payoff index rank', 'Big rk', 'Rank in the race by big-payoff index.'], ['万券指数順位', '万券順', '万券指数のレース内順位。']),
    code('gekiso_type', 'gekiso_type', ['Surprise type', 'S type', 'Why the horse is a surprise pick.'], ['激走タイプ', '激走型', '激走馬に選ばれた型。']),
  ]),
  inGroup('rest', 'S?', [
    code('reason_for_rest', 'reason_for_rest', ['Reason for layoff', 'Layoff', 'Why the horse was rested.'], ['休養理由', '休養', '休養した理由。']),
    date('putin_stables_date', ['Entered stables', 'Stabled', 'Date on which the horse came back to its stable.'], ['入厩年月日', '入厩日', '厩舎に入った日。']),
    name('outer_stable', ['Farm', 'Farm', 'Farm that the horse came from.'], ['放牧先', '放牧先', '放牧されていた牧場。']),
    code('outer_stable_rank', 'outer_stable_rank', ['Farm rank', 'Farm rk', 'How well horses from the farm run, A to E.'], ['放牧先ランク', '牧場R', '放牧先の成績によるランク（AからE）。']),
  ]),
  inGroup('longshot', 'S?', [
    rank('gekiso_order', ['Surprise rank', 'Surp. rk', 'Rank in the race by surprise index.'], ['激走順位', '激走順', '激走指数のレース内順位。']),
    code('longshot_evaluate', 'longshot_evaluate', ['Longshot grade', 'LS grade', 'Grade as a longshot, A to C.'], ['LS評価', 'LS評', '穴馬としての評価（AからC）。']),
    rank('longshot_sisu_order', ['Longshot rank', 'LS rk', 'Rank in the race by longshot index.'], ['LS指数順位', 'LS順', 'LS指数のレース内順位。']),
  ]),
  inGroup('pedigree', 'S?', [DESCRIPTION.breeding_area, DESCRIPTION.coatcolor_cd, ...PEDIGREE]),
  inGroup('odds', 'I?', REFERENCE_RANKS),
  inGroup('tipsters', 'I?', TIPSTER_COUNTS),
  inGroup('odds', 'I?', [integer('popularity_index', ['Popularity index', 'Pop ix', 'How much support the horse draws.'], ['人気指数', '人気指', '支持の集まり具合を示す指数。'])]),
  inGroup('longshot', 'I?', [integer('gekiso_index', ['Surprise index', 'Surp. ix', 'How likely the horse is to run above its odds.'], ['激走指数', '激走指', '人気以上に走る見込みの指数。'])]),
  inGroup('shape', 'I?', PREDICTED_PLACES),
  inGroup('longshot', 'I?', [integer('manken_index', ['Big-payoff index', 'Big ix', 'How likely the horse is to bring a big payoff.'], ['万券指数', '万券指', '高配当をもたらす見込みの指数。'])]),
  inGroup('rest', 'I?', [
    integer('number_of_races_after_putin_stables', ['Runs since stabled', 'Nth run', 'Which run this is since the horse entered its stable.'], ['入厩何走目', '入厩走', '入厩から何走目か。']),
    integer('number_of_days_after_putin_stables', ['Days since stabled', 'Days in', 'Days since the horse entered its stable.'], ['入厩後日数', '入厩日数', '入厩からの日数。'], { unit: 'days' }),
  ]),
  inGroup('pedigree', 'I?', upTo(4, (n) => money(`sibling${n}_total_prize`, '10,000 yen', [`Sibling ${n} prize`, `Sib. ${n}`, 'Prize money of a sibling.'], [`兄弟${n}獲得賞金`, `兄弟${n}`, '兄弟姉妹の獲得賞金。']))),
);

/** t_ky: the entry without `withdrawn_flag`, which is in t_pd on race day. */
export const ENTRY_OF_THE_DAY: readonly Column[] = ENTRY.filter((column) => column.name !== WITHDRAWN.name);
