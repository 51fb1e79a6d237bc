// A record counted over runs: of a person, of a horse; as one line and as tables.

import { texts } from './texts.ts';

export const record = texts({
  record: ['Record', '成績'],
  runs: ['Runs', '出走'],
  places: ['1st-2nd-3rd-others', '1着-2着-3着-着外'],
  winRate: ['Win', '勝率'],
  placeRate: ['First three', '複勝率'],
  winReturn: ['Win return', '単勝回収率'],
  placeReturn: ['Place return', '複勝回収率'],
  breakdowns: {
    course: ['Course', '競馬場'],
    surface: ['Surface', '芝・ダート'],
    distance: ['Distance', '距離'],
    going: ['Going', '馬場状態'],
    class: ['Class', 'クラス'],
    jockey: ['Jockey', '騎手'],
    trainer: ['Trainer', '調教師'],
    age: ['Age', '馬齢'],
  },
  by: {
    course: ['By course', '競馬場別'],
    surface: ['By surface', '芝・ダート別'],
    distance: ['By distance', '距離別'],
    going: ['By going', '馬場状態別'],
    class: ['By class', 'クラス別'],
    jockey: ['By jockey', '騎手別'],
    trainer: ['By trainer', '調教師別'],
    age: ['By age', '馬齢別'],
  },
  unnamed: [
    'No name is stored for those shown by their code.',
    'コードだけの人は、名前のある記録が保存されていません。',
  ],
  more: ['Show all {{count, number}}', '全{{count, number}}件を表示'],
  fewer: ['Show fewer', '一部だけ表示'],
});
