// Short comments in Japanese on a past run, composed from its data.

import type { Draw } from '../draw.ts';
import type { Gear } from '../people-and-horses/gear.ts';
import type { RunnerResult } from './running.ts';

const LOOKS = [
  '毛艶良く',
  '落ち着きあり',
  '気合乗り良く',
  'やや太め残り',
  '細く見せ',
  '踏み込み力強く',
  'トモに物足りなさあり',
  'テンション高め',
  '硬さが見え',
  '馬体に張り',
];
const STATES = [
  '好気配',
  '状態は平行線',
  '仕上がり良好',
  'もう一段上がありそう',
  '及第点',
  '今ひとつ',
  '変わり身に期待',
  '上積みは小さい',
];

export function paddockComment(draw: Draw): string | null {
  return draw.chance(0.55) ? `${draw.of(LOOKS)}、${draw.of(STATES)}。` : null;
}

const TACK_WORDS: Readonly<Record<string, string>> = {
  '001': 'ブリンカー', '002': 'シャドーロール', '003': 'リングハミ', '007': 'バンテージ', '008': 'メンコ', '013': 'ノートンハミ',
  '018': 'ノーズバンド', '021': '舌を縛る', '044': 'スリーリングハミ', '074': 'チークピース', '099': '耳栓',
}; // prettier-ignore

export function tackComment(gear: Gear): string | null {
  const words = gear.tack.flatMap((code) => TACK_WORDS[code] ?? []);
  return words.length === 0 ? null : `${words.join('・')}着用。`;
}

const STARTS = ['スタート五分', '好発', '出たなり', 'ダッシュつかず', '行き脚良く'];
const POSITIONS = { 1: 'ハナを切り', 2: '先行して', 3: '中団から', 4: '後方から' } as const;
const WAYS = [
  '内を通り',
  '外を回って',
  '馬群の中で我慢し',
  '折り合い良く',
  'やや掛かり気味に',
  '早めに動いて',
];

/** How the run went, from its style, finish and time lost. */
export function raceComment(draw: Draw, run: RunnerResult, place: number, runners: number): string | null {
  if (draw.chance(0.12)) return null;
  const start = run.corrections.start === null ? draw.of(STARTS) : '出遅れ';
  if (place === 0) return `${start}。競走中止。`;
  const way = `${POSITIONS[run.style]}${draw.of(WAYS)}`;
  const trouble = run.corrections.adverse === null ? '' : '不利あり。';
  const end =
    place === 1
      ? draw.of(['直線抜け出し快勝', '接戦を制す', '力が違った', '差し切り勝ち'])
      : place <= 3
        ? draw.of(['直線よく伸びて好走', '最後まで粘る', '勝ち馬に迫る', '惜しい内容'])
        : place > runners * 0.7
          ? draw.of(['見せ場なく大敗', '直線失速', '追走に苦労', '手応え悪く後退'])
          : draw.of([
              '直線伸びを欠く',
              'ジリジリと伸びる',
              '流れに乗れず',
              '一応の脚は使う',
              '差を詰めただけ',
            ]);
  return `${start}。${way}、${end}。${trouble}`;
}

/** Special-note codes on the run or the horse. */
const NOTES_GOOD = [
  '051',
  '058',
  '079',
  '080',
  '082',
  '084',
  '120',
  '124',
  '150',
  '154',
  '306',
  '410',
  '442',
  '417',
  '480',
];
const NOTES_BAD = [
  '033',
  '052',
  '059',
  '060',
  '061',
  '078',
  '081',
  '085',
  '091',
  '096',
  '098',
  '103',
  '104',
  '112',
  '126',
  '130',
  '149',
  '157',
  '164',
  '167',
  '194',
  '419',
  '436',
  '485',
];
const NOTES_BUILD = ['162', '091', '125', '249', '250', '164', '136'];

export function runNotes(draw: Draw, run: RunnerResult, place: number, runners: number): string[] {
  const notes: string[] = [];
  if (run.corrections.start !== null) notes.push('059');
  if (run.corrections.adverse !== null) notes.push('387');
  const good = place > 0 && place <= Math.max(3, runners * 0.3);
  while (notes.length < 6 && draw.chance(notes.length === 0 ? 0.6 : 0.28)) {
    const note = draw.of(good === draw.chance(0.85) ? NOTES_GOOD : NOTES_BAD);
    if (!notes.includes(note)) notes.push(note);
  }
  return notes;
}

/** Notes on the horse itself: up to three codes for the horse, and up to three for its build. */
export function horseNotes(draw: Draw): {
  readonly own: readonly string[];
  readonly build: readonly string[];
} {
  const own: string[] = [];
  for (const probability of [0.75, 0.5, 0.4]) {
    if (!draw.chance(probability)) break;
    const note = draw.of(draw.chance(0.5) ? NOTES_GOOD : NOTES_BAD);
    if (!own.includes(note)) own.push(note);
  }
  const build: string[] = [];
  if (draw.chance(0.45)) build.push(draw.chance(0.6) ? '162' : draw.of(NOTES_BUILD));
  if (build.length > 0 && draw.chance(0.2)) build.push('303');
  return { own, build };
}
