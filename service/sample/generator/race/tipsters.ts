// How many tipsters gave a runner each of their five marks.

import type { Card } from './card.ts';
import { unit } from '../draw.ts';

const MARKS = ['honmei', 'taikou', 'kurosankaku', 'shirosankaku', 'batsu'] as const;
/** Numbers of tipsters: the selected ones, and all. */
const SELECTED = 7;
const ALL = 50;

export interface TipsterCounts {
  readonly [field: `identification_info_${string}` | `integration_info_${string}`]: number;
  readonly integrationinfo_batsu: number;
}

/** The counts of one runner, in the interface's order: the best mark goes to favorites, the last to outsiders. */
export function tipsterCounts(root: number, card: Card, index: number): TipsterCounts {
  const counted = (people: number, mark: number): number => {
    const power = [1.55, 1.1, 0.85, 0.65, 0.5][mark] ?? 1;
    let total = 0;
    for (const other of card.entries) total += other.fancied ** power;
    const each = card.entries[index];
    const share = ((each?.fancied ?? 0) ** power / total) * people * (mark === 3 ? 1.8 : 1);
    return Math.floor(share + unit(root, each?.entry ?? 0, mark, people));
  };
  const fields: Record<string, number> = {};
  MARKS.forEach((name, mark) => (fields[`identification_info_${name}`] = counted(SELECTED, mark)));
  MARKS.forEach((name, mark) => {
    fields[name === 'batsu' ? 'integrationinfo_batsu' : `integration_info_${name}`] = counted(ALL, mark);
  });
  return fields as TipsterCounts & Record<string, number>;
}
