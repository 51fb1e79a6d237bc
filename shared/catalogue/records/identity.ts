// The day, race, runner and horse of a record: columns that most records have (specification, section 1).

import { code, date, key, name, number, race, timestamp } from '#shared/catalogue/records/build.ts';

// prettier-ignore
export const IDENTITY = {
  data_classification: code('data_classification', 'data_classification', ['Data stage', 'Stage', 'How far along the data was when it was made: from early entries to the final evening before.'], ['データ区分', '区分', 'データが作られた段階。特別登録から前日最終まで。']),
  holding_classification: code('holding_classification', 'holding_classification', ['Region', 'Region', 'Region that hosts the meeting.'], ['開催区分', '地区', '開催の地区（関東・関西・ローカル）。']),
  racedate: date('racedate', ['Race date', 'Date', 'Day on which the race is run.'], ['開催日', '日付', 'レースが行われる日。']),
  racekey: race('racekey', ['Race key', 'Race', 'Identifies one race: course, year, meeting, day and race number.'], ['レースキー', 'レース', '場・年・回・日・レース番号からなるレースの識別子。'], { beside: '__race_name', sortsBy: ['racedate', 'racekey'] }),
  holdingkey: key('holdingkey', ['Meeting key', 'Meeting', 'First six characters of the race keys of the meeting day; a postponed day keeps it, so it needs the date beside it.'], ['開催キー', '開催', '場・年・回・日からなる開催の識別子。順延日は同じキーになる。']),
  resultkey: key('resultkey', ['Result key', 'Run', 'Identifies one run of one horse: registration number and race date.'], ['競走成績キー', '成績キー', '血統登録番号と開催日からなる、出走一回の識別子。']),
  bracket_number: number('bracket_number', ['Bracket', 'Brk', 'Bracket (cap color), 1 to 8.'], ['枠番', '枠', '枠番（1から8、帽色）。']),
  horse_number: number('horse_number', ['Horse number', 'No.', 'Number the horse carries in this race.'], ['馬番', '馬番', 'このレースでの馬番。']),
  horse_id: key('horse_id', ['Horse ID', 'Horse ID', 'The service’s own identifier of the horse, 12 characters.'], ['馬ID', '馬ID', 'サービスが馬ごとに付ける12文字の識別子。']),
  horse_name: name('horse_name', ['Horse', 'Horse', 'Name of the horse.'], ['馬名', '馬名', '馬の名前。']),
  updated_at: timestamp('updated_at', ['Updated', 'Updated', 'When the service last changed the record.'], ['更新日時', '更新', 'レコードが最後に更新された日時。']),
};
