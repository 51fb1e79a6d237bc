// The person's own marks and notes in the rows of a subject, in plain loops: what each column shows, and of whom, is said
// here once more by the names of the columns.

import type { NaiveRow } from './naive-subjects.ts';

/** What was noted about something, by the values of its key. */
export interface NaiveNote {
  readonly target: 'runner' | 'race' | 'horse' | 'jockey' | 'trainer' | 'sire';
  readonly key: readonly string[];
  readonly mark?: string;
  readonly note?: string;
  readonly watched?: true;
  /** Epoch milliseconds. */
  readonly at: number;
}

const KEYS: { readonly [target in NaiveNote['target']]: readonly string[] } = {
  runner: ['racekey', 'horse_number'],
  race: ['racekey'],
  horse: ['horse_id'],
  jockey: ['jockey_cd'],
  trainer: ['trainer_cd'],
  sire: ['sire_name', 'sire_birth_year'],
};

const inTokyo = (at: number): string => new Date(at + 9 * 3_600_000).toISOString();

/** Before the minute of the start, or before the day if there is no post time. */
function beforeStart(at: number, row: NaiveRow): '0' | '1' {
  const minute = inTokyo(at).replace(/[-T:]/g, '').slice(0, 12);
  const clock = (row['post_time'] ?? '').trim().replace(':', '');
  const start = `${row['racedate']}${/^\d{3,4}$/.test(clock) ? clock.padStart(4, '0') : ''}`;
  return minute < start ? '1' : '0';
}

/** What the columns show of a note on a target. */
const SHOWN: {
  readonly [column: string]: readonly [
    target: NaiveNote['target'],
    show: (note: NaiveNote, row: NaiveRow) => string | undefined,
  ];
} = {
  my_mark: ['runner', ({ mark }) => mark],
  my_mark_at: ['runner', ({ mark, at }) => (mark === undefined ? mark : `${inTokyo(at).slice(0, 19)}+09:00`)],
  my_mark_before_start: ['runner', ({ mark, at }, row) => (mark === undefined ? mark : beforeStart(at, row))],
  my_note: ['runner', ({ note }) => note],
  my_race_note: ['race', ({ note }) => note],
  my_watch: ['horse', ({ watched }) => (watched === true ? '1' : undefined)],
  my_horse_note: ['horse', ({ note }) => note],
  my_jockey_note: ['jockey', ({ note }) => note],
  my_trainer_note: ['trainer', ({ note }) => note],
  my_sire_note: ['sire', ({ note }) => note],
};

/** The rows with what was noted about each; `columns`: those of the subject. */
export function withNotes(
  rows: readonly NaiveRow[],
  columns: readonly string[],
  notes: readonly NaiveNote[],
): readonly NaiveRow[] {
  const own = columns.filter((column) => column.startsWith('my_'));
  const noted = new Map(notes.map((note) => [[note.target, ...note.key].join('\n'), note]));
  return rows.map((row) => {
    const cells: Record<string, string | null> = { ...row };
    for (const column of own) {
      const [target, show] = SHOWN[column] ?? [];
      if (target === undefined || show === undefined) throw new Error(`nothing is known of ${column}`);
      const key = KEYS[target].map((field) => (row[field] ?? '').trim());
      const note = noted.get([target, ...key].join('\n'));
      cells[column] = (note && show(note, row)) ?? null;
    }
    return cells;
  });
}

const DAY = 86_400_000;
/** When marks are set, beside the start of the race: some of them to the minute. */
const BESIDE_START = [-DAY, -60_000, 0, 60_000, DAY, -3_600_000, 5 * 60_000];
const MARKS = ['1', '2', '3', '4', '5', '6', '7', '8'];

/** The moment of a race day's clock in Japan, or of its midnight. */
function startOf({ racedate, post_time: clock }: NaiveRow): number {
  const [, hours = '00', minutes = '00'] = /^(\d\d):?(\d\d)$/.exec((clock ?? '').trim()) ?? [];
  const day = (racedate ?? '').replace(/^(....)(..)(..)$/, '$1-$2-$3');
  return Date.parse(`${day}T${hours}:${minutes}:00+09:00`);
}

/** Marks, notes and watches on some of what runs, races and rides in these rows of runners and runs. */
export function someNotes(rows: readonly NaiveRow[]): readonly NaiveNote[] {
  const found = new Map<string, NaiveNote>();
  const add = (
    row: NaiveRow,
    target: NaiveNote['target'],
    said: Omit<NaiveNote, 'target' | 'key' | 'at'>,
  ) => {
    const key = KEYS[target].map((field) => (row[field] ?? '').trim());
    // Nothing can be noted about what has no key.
    if (key.includes('') || (target === 'runner' && Number(key[1]) === 0)) return;
    const at = startOf(row) + (BESIDE_START[found.size % BESIDE_START.length] ?? 0);
    found.set([target, ...key].join('\n'), { target, key, ...said, at });
  };
  for (const [at, row] of rows.entries()) {
    const note = { note: `メモ ${at}` };
    if (at % 5 === 0)
      add(row, 'runner', {
        mark: MARKS[(at / 5) % MARKS.length] ?? '1',
        ...(at % 3 === 0 ? note : {}),
      });
    if (at % 17 === 0) add(row, 'runner', note);
    if (at % 41 === 0) add(row, 'race', note);
    if (at % 13 === 0) add(row, 'horse', { ...(at % 2 === 0 ? { watched: true } : note) });
    if (at % 97 === 0) add(row, 'horse', { watched: true, ...note });
    if (at % 101 === 0) add(row, 'jockey', note);
    if (at % 103 === 0) add(row, 'trainer', note);
    if (at % 107 === 0) add(row, 'sire', note);
  }
  return [...found.values()];
}
