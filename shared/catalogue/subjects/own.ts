// The columns of a subject with what the user noted: marks, notes and watched horses.

import type { AnnotationTarget } from '#shared/annotations/target.ts';
import { code, inGroup, mark, text, timestamp, type ColumnDraft } from '#shared/catalogue/records/build.ts';
import type { AnnotationField, SubjectColumn } from '#shared/catalogue/subjects/subject.ts';

const own = (
  target: AnnotationTarget,
  by: readonly string[],
  drafts: Readonly<Partial<Record<AnnotationField, ColumnDraft>>>,
): readonly SubjectColumn[] =>
  Object.entries(drafts).flatMap(([field, draft]) =>
    inGroup('own', 'S?', [draft]).map((column) => ({
      ...column,
      origin: { annotation: field as AnnotationField, target, by },
    })),
  );

/** Marks and notes on the runner of a row. */
// prettier-ignore
export const OWN_RUNNER = own('runner', ['racekey', 'horse_number'], {
  mark: mark('my_mark', 'own_mark', ['My mark', 'Mine', 'Your own mark on this runner.'], ['自分の印', '自印', 'この出走馬に自分で付けた印。']),
  marked_at: timestamp('my_mark_at', ['My mark set', 'Marked', 'When your mark on this runner was set, or last changed, in Tokyo time. A note does not change it.'], ['自分の印の時刻', '印時刻', 'この出走馬の印を付けた、または最後に変えた日時（日本時間）。メモでは変わらない。']),
  marked_before_start: code('my_mark_before_start', 'flag_0_1', ['Marked before the start', 'In time', 'Whether your mark on this runner was set, and last changed, before the start of the race: a mark set afterwards is no tip. Without a post time, before the day of the race.'], ['発走前の印', '発走前', 'この出走馬の印が発走前に付けられ、その後変わっていないか。発走後の印は予想ではない。発走時刻が不明なら前日まで。']),
  note: text('my_note', ['My note', 'My note', 'Your own note on this runner.'], ['自分のメモ', 'メモ', 'この出走馬についての自分のメモ。']),
});

/** Notes on the race of a row. */
// prettier-ignore
export const OWN_RACE = own('race', ['racekey'], {
  note: text('my_race_note', ['My note on the race', 'Race note', 'Your own note on this race.'], ['レースのメモ', 'レースメモ', 'このレースについての自分のメモ。']),
});

/** Watching and notes on the horse of a row. */
// prettier-ignore
export const OWN_HORSE = own('horse', ['horse_id'], {
  watched: code('my_watch', 'flag_0_1', ['Watched', 'Watch', 'Whether this horse is on your watch list.'], ['注目馬', '注目', '注目馬リストにあるか。']),
  note: text('my_horse_note', ['My note on the horse', 'Horse note', 'Your own note on this horse.'], ['馬のメモ', '馬メモ', 'この馬についての自分のメモ。']),
});

/** Notes on a person or sire of a row. */
// prettier-ignore
export const OWN_JOCKEY = own('jockey', ['jockey_cd'], {
  note: text('my_jockey_note', ['My note on the jockey', 'Jky note', 'Your own note on this jockey.'], ['騎手のメモ', '騎手メモ', 'この騎手についての自分のメモ。']),
});

// prettier-ignore
export const OWN_TRAINER = own('trainer', ['trainer_cd'], {
  note: text('my_trainer_note', ['My note on the trainer', 'Tr note', 'Your own note on this trainer.'], ['調教師のメモ', '厩舎メモ', 'この調教師についての自分のメモ。']),
});

// prettier-ignore
export const OWN_SIRE = own('sire', ['sire_name', 'sire_birth_year'], {
  note: text('my_sire_note', ['My note on the sire', 'Sire note', 'Your own note on this sire.'], ['種牡馬のメモ', '父メモ', 'この種牡馬についての自分のメモ。']),
});
