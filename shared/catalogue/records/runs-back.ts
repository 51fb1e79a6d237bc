// Repeats the columns of a run for each of the past five runs, as both past-run records do (sections 2.9, 2.10).

import type { Column, FieldType } from '#shared/catalogue/column.ts';
import { type ColumnDraft, inGroup } from '#shared/catalogue/records/build.ts';

export const RUNS_BACK = [1, 2, 3, 4, 5] as const;

/** A draft and the type of its past-run column. */
export const typed = (type: FieldType, drafts: readonly ColumnDraft[]): readonly ColumnDraft[] =>
  drafts.map((draft) => ({ ...draft, type }));

export const prefixOf = (back: (typeof RUNS_BACK)[number]): string => `race_back_${back}_`;

/** `race_back_1_...` to `race_back_5_...` for each of a run's columns. */
export const runsBack = (drafts: readonly ColumnDraft[]): readonly (readonly Column[])[] =>
  RUNS_BACK.map((back) =>
    inGroup(
      `back${back}`,
      'S?',
      drafts.map((draft) => oneBack(draft, back)),
    ),
  );

function oneBack(draft: ColumnDraft, back: (typeof RUNS_BACK)[number]): ColumnDraft {
  const where = back === 1 ? { en: 'last run', ja: '前走' } : { en: `${back} runs back`, ja: `${back}走前` };
  return {
    ...draft,
    name: prefixOf(back) + draft.name,
    ...(draft.beside === undefined ? {} : { beside: prefixOf(back) + draft.beside }),
    ...(draft.sortsBy === undefined ? {} : { sortsBy: draft.sortsBy.map((name) => prefixOf(back) + name) }),
    label: { en: `${draft.label.en} (${where.en})`, ja: `${where.ja} ${draft.label.ja}` },
    short: { en: `${back}·${draft.short.en}`, ja: `${back}·${draft.short.ja}` },
    meaning: {
      en: `Of the ${back === 1 ? 'last run' : `run ${back} back`}: ${draft.meaning.en}`,
      ja: `${where.ja}: ${draft.meaning.ja}`,
    },
  };
}
