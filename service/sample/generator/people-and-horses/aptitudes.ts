// The aptitudes of a horse, as codes: surface, distance and wet going; unknown before it has run.

import type { CardEntry } from '../race/card.ts';
import { dirtinessOf, mudOf, staminaOf } from './horses.ts';

/** How well the surface suits the horse: codes of `tekisei_cd`; null if it has not run enough. */
export function groundAptitudes(
  root: number,
  entry: CardEntry,
  starts: number,
): readonly [turf: string | null, dirt: string | null] {
  const dirt = dirtinessOf(root, entry.horse);
  const grade = (fit: number) => (fit > 0.8 ? '1' : fit > 0.5 ? '2' : '3');
  return [
    starts < 2 || dirt > 0.88 ? null : grade(1 - dirt),
    starts < 2 || dirt < 0.3 ? null : grade(dirt - 0.03),
  ];
}

/** Codes of `distance_aptitude_cd`: the best distance and the second best. */
export function distanceAptitudes(
  root: number,
  entry: CardEntry,
  starts: number,
): readonly [string, string | null] {
  if (starts < 2) return ['0', null];
  const reach = staminaOf(root, entry.horse);
  const code = (meters: number) => (meters < 1380 ? '1' : meters < 1720 ? '5' : meters < 2350 ? '2' : '3');
  const second = code(reach * 1.14);
  return [code(reach), second !== code(reach) && entry.horse % 3 === 0 ? second : null];
}

/** `mudder_cd`: blank before it has run. */
export function mudderCode(root: number, entry: CardEntry, starts: number): string {
  if (starts === 0) return '';
  const mud = mudOf(root, entry.horse);
  return mud > 2.1 ? '1' : mud > -0.5 ? '2' : '3';
}
