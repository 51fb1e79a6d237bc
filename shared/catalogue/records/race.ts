// Race program record: t_ra and d_ra (specification, section 2.3).

import type { Column } from '#shared/catalogue/column.ts';
import {
  clock,
  code,
  codes,
  integer,
  length,
  money,
  name,
  number,
  record,
  inGroup,
  tenths,
  text,
} from '#shared/catalogue/records/build.ts';
import { GROUND } from '#shared/catalogue/records/ground.ts';
import { IDENTITY } from '#shared/catalogue/records/identity.ts';

const SHOWN = [
  'racedate', 'racekey', 'racecourse_cd', 'post_time', 'race_name', 'grade_cd', 'condition_cd', 'class_cd',
  'track_type', 'distance', 'turn_cd', 'headcount', 'turf_condition_cd', 'weather_cd', 'weight_cd', 'prize_win',
]; // prettier-ignore

// prettier-ignore
export const RACE: readonly Column[] = record(SHOWN,
  inGroup('identity', 'S', [
    IDENTITY.data_classification,
    IDENTITY.holding_classification,
    { ...IDENTITY.racekey, beside: 'race_name' },
    IDENTITY.racedate,
    clock('post_time', ['Post time', 'Post', 'When the race starts.'], ['発走時刻', '発走', 'レースの発走時刻。']),
    clock('original_post_time', ['Original post time', 'Orig.', 'Post time before it was changed.'], ['変更前発走時刻', '変更前', '変更される前の発走時刻。'], { type: 'S?' }),
  ]),
  inGroup('conditions', 'S', [
    code('racecourse_cd', 'racecourse_cd', ['Racecourse', 'Course', 'Racecourse at which the race is run.'], ['競馬場', '場', 'レースが行われる競馬場。']),
    length('distance', 'm', ['Distance', 'Dist.', 'Distance of the race.'], ['距離', '距離', 'レースの距離。']),
    code('track_type', 'track_type', ['Surface', 'Surface', 'Turf, dirt or jump.'], ['芝・ダート・障害', '芝ダ', '芝、ダート、障害の別。']),
    code('turn_cd', 'turn_cd', ['Turn', 'Turn', 'Direction in which the race is run; jump courses share the code of the straight.'], ['右・左回り', '回り', '右回り、左回り、直線の別。障害は直線と同じコードになることがある。']),
    code('inside_outside_cd', 'inside_outside_cd', ['Inner or outer', 'In/out', 'Whether the inner or the outer loop is used.'], ['内・外回り', '内外', '内回り、外回りの別。']),
    GROUND.course_cd,
    code('class_cd', 'race_category_cd', ['Age category', 'Ages', 'Ages of the horses that may enter.'], ['競走種別', '種別', '出走できる馬齢の種別。']),
    codes('insignia_cd', 'insignia_cd_1', ['Race symbols', 'Symbols', 'Who may run and ride: origin, sex and jockey restrictions, one digit each.'], ['競走記号', '記号', '産地・性別・騎手などの出走制限。1桁ずつ読む。']),
    code('condition_cd', 'condition_cd', ['Class', 'Class', 'Class of the race, from newcomer to open.'], ['競走条件', '条件', '新馬からオープンまでのクラス。']),
    code('weight_cd', 'weight_cd', ['Weight type', 'Weights', 'How the carried weights are set.'], ['重量種別', '重量', '負担重量の決め方。']),
    code('grade_cd', 'grade_cd', ['Grade', 'Grade', 'Grade of the race; blank for an ordinary race.'], ['グレード', 'G', 'レースの格。空白は一般競走。'], { type: 'S?' }),
    name('race_name', ['Race name', 'Name', 'Name of the race.'], ['レース名', 'レース名', 'レースの名前。'], { type: 'S?' }),
    text('howmany_times', ['Edition', 'Edition', 'Which running of the race this is.'], ['回数', '回数', '第何回の開催か。'], { type: 'S?' }),
    integer('headcount', ['Starters', 'Runners', 'Number of starters.'], ['頭数', '頭数', '出走頭数。'], { type: 'I' }),
  ]),
  inGroup('ground', 'S?', [GROUND.turf_condition_cd, GROUND.weather_cd]),
  inGroup('prize', 'I', [
    money('prize_win', '10,000 yen', ['1st prize', '1st', 'Prize money of the winner.'], ['1着賞金', '1着', '1着馬の本賞金。']),
    money('prize_show', '10,000 yen', ['2nd prize', '2nd', 'Prize money of the second; the interface calls it “show”.'], ['2着賞金', '2着', '2着馬の本賞金（項目名はshow）。']),
    money('prize_place', '10,000 yen', ['3rd prize', '3rd', 'Prize money of the third; the interface calls it “place”.'], ['3着賞金', '3着', '3着馬の本賞金（項目名はplace）。']),
    money('prize_4th', '10,000 yen', ['4th prize', '4th', 'Prize money of the fourth.'], ['4着賞金', '4着', '4着馬の本賞金。']),
    money('prize_5th', '10,000 yen', ['5th prize', '5th', 'Prize money of the fifth.'], ['5着賞金', '5着', '5着馬の本賞金。']),
    money('inclusion1', '10,000 yen', ['Added earnings, 1st', 'Added 1', 'Classification money added for the winner.'], ['1着算入賞金', '算入1', '1着馬の収得賞金に算入される額。']),
    money('inclusion2', '10,000 yen', ['Added earnings, 2nd', 'Added 2', 'Classification money added for the second.'], ['2着算入賞金', '算入2', '2着馬の収得賞金に算入される額。']),
  ]),
  inGroup('data', 'S?', [
    codes('cancel_horse', 'flag_0_1', ['Withdrawn horses', 'Out', 'One flag for each horse number: which horses were withdrawn.'], ['取消馬', '取消', '馬番ごとの取消フラグを並べたもの。'], { type: 'S' }),
    tenths('assumption_time', ['Assumed time', 'Assumed', 'Time assumed for the race.'], ['想定タイム', '想定', 'レースの想定タイム。']),
    text('correction_flag', ['Correction flag', 'Corr.', 'Whether the record corrects an earlier one.'], ['訂正フラグ', '訂正', '以前のデータを訂正したものか。']),
    number('win5_number', ['WIN5 leg', 'WIN5', 'Which leg of the five-race win bet this race is.'], ['WIN5番号', 'WIN5', 'WIN5の何番目の対象レースか。']),
    { ...IDENTITY.updated_at, type: 'S' },
  ]),
);
