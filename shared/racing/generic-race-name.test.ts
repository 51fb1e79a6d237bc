import { expect, it } from 'vitest';
import { isGenericName, raceNameIn } from './generic-race-name.ts';

it.each([
  ['2歳未勝利', '2yo Maiden'],
  ['２歳新馬', '2yo Newcomer'],
  ['3歳以上1勝クラス', '3yo+ 1-win class'],
  ['３歳以上２勝クラス　', '3yo+ 2-win class'],
  ['障害3歳以上未勝利', '3yo+ Jump Maiden'],
  ['4歳以上障害オープン', '4yo+ Jump Open'],
  ['サラ系3歳以上500万下', '3yo+ 5M yen class'],
  ['東京優駿', '東京優駿'],
  ['2歳ステークス', '2歳ステークス'],
  ['', ''],
])('%s in English', (name, english) => {
  expect(raceNameIn(name, 'en')).toBe(english);
  expect(raceNameIn(name, 'ja')).toBe(name);
  expect(isGenericName(name)).toBe(english !== name);
});
