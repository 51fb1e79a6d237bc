// Gear and legs of a runner before its race.

import { texts } from './texts.ts';

export const gear = texts({
  title: ['Gear and legs: {{name}}', '馬具・脚元：{{name}}'],
  drawing: [
    'Where the gear and the notes on the legs of {{name}} are; the table says the same',
    '{{name}}の馬具と脚元の位置（内容は表と同じ）',
  ],
  since: [
    'Compared with its last run on {{date}}. Filled and with a plus: new since then.',
    '前走（{{date}}）との比較。●と＋は前走からの変更。',
  ],
  sinceUnknown: [
    'What it wore at its last run is not stored, so changes are not known.',
    '前走の馬具・脚元は保存されていないため、変更は不明です。',
  ],
  sinceDebut: ['Its first run: there is nothing to compare with.', '初出走のため、比べる前走はありません。'],
  place: ['Where', '位置'],
  what: ['What', '内容'],
  change: ['Since the last run', '前走から'],
  comma: [', ', '、'],
  changes: {
    new: ['new', '新しい'],
    same: ['as before', '前走と同じ'],
    gone: ['not noted this time', '今回は記載なし'],
    unknown: ['not known', '不明'],
  },
  places: {
    ears: ['Ears', '耳'],
    eyes: ['Eyes', '目'],
    head: ['Head', '頭部'],
    nose: ['Nose', '鼻'],
    mouth: ['Mouth', '口'],
    neck: ['Neck', '首'],
    body: ['Body', '馬体'],
    left_front: ['Left fore', '左前'],
    right_front: ['Right fore', '右前'],
    left_back: ['Left hind', '左後'],
    right_back: ['Right hind', '右後'],
    forelegs: ['Forelegs', '前肢'],
    legs: ['Legs', '四肢'],
    hooves: ['Hooves', '蹄'],
  },
});
