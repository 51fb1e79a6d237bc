// Training record, one workout before a race: t_ch (specification, section 2.7).

import type { Column } from '#shared/catalogue/column.ts';
import { code, date, decimal, inGroup, integer, record, tenths } from '#shared/catalogue/records/build.ts';
import { IDENTITY } from '#shared/catalogue/records/identity.ts';

const SHOWN = [
  'racedate', 'racekey', 'horse_number', 'exercise_date', 'exercise_day', 'exercise_course_cd', 'work_kind',
  'work_situation', 'work_rider', 'exercise_distance', 'ten', 'naka', 'shimai', 'ten_index', 'nakasisu', 'shimaisisu',
  'oikirisisu', 'abreast_result', 'abreast_class', 'abreast_age',
]; // prettier-ignore

// prettier-ignore
export const TRAINING: readonly Column[] = record(SHOWN,
  inGroup('identity', 'S', [IDENTITY.racedate, IDENTITY.racekey, IDENTITY.horse_number, IDENTITY.horse_id]),
  inGroup('work', 'S', [
    code('exercise_day', 'dayofweek_cd', ['Work day', 'Day', 'Day of the week of the work, as a code or as the day’s character.'], ['調教曜日', '曜日', '追い切りの曜日（コードまたは曜日の字）。']),
    date('exercise_date', ['Work date', 'Work', 'Date of the work.'], ['調教日', '調教日', '追い切りの日付。']),
    integer('number_of_times', ['Count of works', 'Works', 'Count of the work: which of several it is.'], ['調教回数', '回数', '追い切りの回数。']),
    code('exercise_course_cd', 'exercise_course_cd', ['Work course', 'Course', 'Training course on which the work was done.'], ['調教コース', 'コース', '追い切りを行った調教コース。']),
    code('work_kind', 'work_kind', ['Kind of work', 'Kind', 'How hard the horse was asked: all-out, strong or easy.'], ['追切種類', '種類', '一杯、強目、馬なりの別。']),
    code('work_situation', 'work_situation', ['How it went', 'How', 'How the horse moved in the work.'], ['追い状態', '状態', '追い切りでの動き。']),
    code('work_rider', 'work_rider', ['Work rider', 'Rider', 'Who rode the work; in the source data 1 is the assistant and 2 the trainer.'], ['乗り役', '乗役', '追い切りの騎乗者。元データでは1が助手、2が調教師。']),
    integer('exercise_distance', ['Work distance', 'Dist.', 'Distance of the work; small values are furlongs.'], ['調教距離', '距離', '追い切りの距離。小さい値はハロン数。']),
    tenths('ten', ['Early split', 'Early', 'Time per furlong at the start of the work.'], ['テンF', 'テン', '追い切り序盤の1ハロンあたりのタイム。']),
    tenths('naka', ['Middle split', 'Middle', 'Time per furlong in the middle of the work.'], ['中間F', '中間', '追い切り中盤の1ハロンあたりのタイム。']),
    tenths('shimai', ['Final split', 'Final', 'Time per furlong at the end of the work.'], ['終いF', '終い', '追い切り終盤の1ハロンあたりのタイム。']),
  ]),
  inGroup('index', 'N?', [
    decimal('ten_index', ['Early index', 'Early ix', 'Index of the early split.'], ['テンF指数', 'テン指', '序盤タイムの指数。']),
    decimal('nakasisu', ['Middle index', 'Mid ix', 'Index of the middle split.'], ['中間F指数', '中間指', '中盤タイムの指数。']),
    decimal('shimaisisu', ['Final index', 'Final ix', 'Index of the final split.'], ['終いF指数', '終い指', '終盤タイムの指数。']),
    decimal('oikirisisu', ['Work index', 'Work ix', 'Index of the work as a whole.'], ['追切指数', '追切指', '追い切り全体の指数。']),
  ]),
  inGroup('paired', 'S', [
    code('abreast_result', 'abreast_result', ['Paired result', 'Paired', 'Whether the horse finished ahead of its work partner.'], ['併せ結果', '併せ', '併せ馬に先着したか。']),
    code('abreast_work_type', 'work_kind', ['Partner’s kind of work', 'P kind', 'How hard the partner was asked.'], ['併せ馬追切種類', '併種類', '併せ馬の追切種類。']),
    code('abreast_class', 'condition_cd', ['Partner’s class', 'P class', 'Class of the work partner.'], ['併せ馬クラス', '併クラ', '併せ馬のクラス。']),
    integer('abreast_age', ['Partner’s age', 'P age', 'Age of the work partner.'], ['併せ馬年齢', '併年齢', '併せ馬の馬齢。'], { type: 'I?', unit: 'years' }),
  ]),
);
