import { describe, expect, it } from 'vitest';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { columnOf, TABLES } from '#shared/catalogue/tables.ts';
import { BUILT_IN_VIEWS, builtInId, builtInView } from '#shared/saved-views/built-in/built-in-views.ts';

/** A first view is at most a few screens wide; the widest table has 276 columns. */
const WIDEST_VIEW = 36;

describe.each(TABLE_CODES)('the built-in views of %s', (code) => {
  const views = BUILT_IN_VIEWS[code];

  it.each(views.map((view) => [view.id, view] as const))(
    '%s shows columns of the table, each once, and few enough for a first view',
    (_, { columns = [], sort = [] }) => {
      expect(columns.filter((name) => columnOf(code, name) === undefined)).toEqual([]);
      expect(new Set(columns).size).toBe(columns.length);
      expect(columns.length).toBeLessThanOrEqual(WIDEST_VIEW);
      expect(sort.filter(({ column }) => !columns.includes(column))).toEqual([]);
    },
  );

  it('keep the columns of a group together, so that the group folds as one', () => {
    const torn = views.filter(({ columns = [] }) => {
      const groups = columns
        .map((name) => columnOf(code, name)?.group)
        .filter((group, at, all) => group !== all[at - 1]);
      return new Set(groups).size !== groups.length;
    });
    expect(torn.map(({ id }) => id)).toEqual([]);
  });

  it('identify the race, meeting or horse of a record', () => {
    const key = TABLES[code].grain === 'master' ? 'horse_id' : 'racedate';
    const without = views.filter(({ columns }) => columns?.includes(key) === false);
    expect(without.map(({ id }) => id)).toEqual([]);
  });

  it('are at least three, with distinct names in both languages', () => {
    expect(views.length).toBeGreaterThanOrEqual(3);
    for (const language of ['en', 'ja'] as const)
      expect(new Set(views.map(({ name }) => name[language])).size).toBe(views.length);
    expect(new Set(views.map(builtInId)).size).toBe(views.length);
  });

  it('are found by their stored id', () => {
    for (const view of views) expect(builtInView(code, builtInId(view))).toBe(view);
  });
});

it('a list of payoffs shows what was paid directly after the race', () => {
  const [{ columns } = {}] = BUILT_IN_VIEWS.payoffs;
  expect(columns?.slice(0, 6)).toEqual(['racedate', 'racekey', 'bet', 'combination', 'payoff', 'popularity']);
});

it('of runners and of runs name who rides, as the pages of jockeys count them, and not the jockey of the card', () => {
  const shown = [
    ...BUILT_IN_VIEWS.runners.flatMap(({ columns = [] }) => columns),
    ...BUILT_IN_VIEWS.runs.flatMap(({ columns = [] }) => columns),
    ...[...SUBJECTS.runners.columns, ...SUBJECTS.runs.columns].flatMap((column) =>
      column.shown ? [column.name] : [],
    ),
  ];
  expect(shown).toContain('rider_name');
  expect(shown).toContain('carried_weight');
  expect(shown.filter((name) => ['jockey_name', 'weight_to_carry'].includes(name))).toEqual([]);
});
