// What is found by name: in the palette.

import { texts } from './texts.ts';

export const find = texts({
  kinds: {
    horse: ['Horse', '馬'],
    jockey: ['Jockey', '騎手'],
    trainer: ['Trainer', '調教師'],
    race: ['Race', 'レース'],
    sire: ['Sire', '種牡馬'],
    dam: ['Dam', '繁殖牝馬'],
    day: ['Race day', '開催日'],
  },
  search: ['A name, a race, a date, a key, or a command', '馬・騎手などの名前、レース、日付、キー、コマンド'],
  dayAt: ['{{date}} {{courses}}', '{{date}} {{courses}}'],
  and: [', ', '・'],
  seen: ['last seen {{date}}', '最終 {{date}}'],
  onCard: ['on the card of {{date}}', '{{date}}の出馬表'],
  runner: ['no. {{number}}', '{{number}}番'],
  key: ['key {{key}}', 'キー {{key}}'],
  bornIn: ['born {{year}}', '{{year}}年生'],
  notStored: ['not downloaded', '未取得'],
  reading: ['Reading the names that are stored', '保存済みの名前を読み込み中'],
  nothing: [
    'Nothing that is downloaded matches. Horses, jockeys, trainers, sires, dams and races are found by name, also in Latin letters (rooreru); races by “tokyo 11”; days by “11/15”.',
    'ダウンロード済みのデータに該当がありません。馬・騎手・調教師・父・母・レースは名前で（ひらがな、ローマ字も可）、レースは「東京11R」、開催日は「11/15」のように入力します。',
  ],
  problems: {
    not_a_date: ['{{text}} is not a date.', '{{text}} という日付はありません。'],
    not_a_key: [
      '{{text}} is neither a date nor the key of anything stored.',
      '{{text}} は日付ではなく、保存済みデータのキーでもありません。',
    ],
  },
  more_one: [
    '{{count}} more matches: type more of the name',
    '他に{{count}}件あります。続けて入力してください',
  ],
  more_other: [
    '{{count}} more match: type more of the name',
    '他に{{count}}件あります。続けて入力してください',
  ],
});
