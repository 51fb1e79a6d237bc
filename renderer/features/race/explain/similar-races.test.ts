import { expect, it } from 'vitest';
import { columnOfSubject } from '#shared/catalogue/subjects/subjects.ts';
import { parseCondition } from '#shared/filters/grammar.ts';
import { matcher } from '#shared/filters/matches.ts';
import { filtersLike, likenessesOf, likenessText, type Likeness } from './similar-races.ts';

type Race = Readonly<Record<string, string | null>>;

const HANDICAP: Race = {
  track_type: '1',
  distance: '1600',
  racecourse_cd: '05',
  grade_cd: null,
  condition_cd: '05',
};

/** Whether a race passes the filters of another. */
function isLike(other: Race, race: Race, also: readonly Likeness[] = []): boolean {
  return (filtersLike(race, also) ?? []).every(({ column: name, text }) => {
    const column = columnOfSubject('runners', name);
    const parsed = parseCondition(text, column);
    if (!parsed.ok) throw new Error(parsed.problem.en);
    return matcher(parsed.condition, column)(other[name] ?? null);
  });
}

it('races are alike by surface and distance band, its ends included', () => {
  for (const distance of ['1301', '1899']) expect(isLike({ ...HANDICAP, distance }, HANDICAP)).toBe(true);
  for (const distance of ['1300', '1900']) expect(isLike({ ...HANDICAP, distance }, HANDICAP)).toBe(false);
  expect(isLike({ ...HANDICAP, track_type: '2' }, HANDICAP)).toBe(false);
  expect(isLike({ ...HANDICAP, racecourse_cd: '09', condition_cd: 'OP' }, HANDICAP)).toBe(true);
});

it('the reader adds the course', () => {
  expect(isLike({ ...HANDICAP, racecourse_cd: '09' }, HANDICAP, ['course'])).toBe(false);
  expect(isLike(HANDICAP, HANDICAP, ['course'])).toBe(true);
});

it('a class is found under its names from before 2019 and in special races, but not a graded one', () => {
  expect(isLike({ ...HANDICAP, condition_cd: '04' }, HANDICAP, ['class'])).toBe(true);
  expect(isLike({ ...HANDICAP, grade_cd: '5' }, HANDICAP, ['class'])).toBe(true);
  expect(isLike({ ...HANDICAP, grade_cd: '3' }, HANDICAP, ['class'])).toBe(false);
  expect(isLike({ ...HANDICAP, condition_cd: '10' }, HANDICAP, ['class'])).toBe(false);
});

it('a race whose grade is padded with a zero has none', () => {
  const padded = { ...HANDICAP, grade_cd: '0' };
  expect(isLike(padded, padded, ['class'])).toBe(true);
  expect(isLike(padded, HANDICAP, ['class'])).toBe(true);
  expect(isLike(HANDICAP, padded, ['class'])).toBe(true);
});

it('a graded race is like those of its grade', () => {
  const graded = { ...HANDICAP, grade_cd: '2', condition_cd: 'OP' };
  expect(isLike(graded, graded, ['class'])).toBe(true);
  expect(isLike({ ...graded, grade_cd: '1' }, graded, ['class'])).toBe(false);
  expect(isLike({ ...graded, grade_cd: null }, graded, ['class'])).toBe(false);
});

it('without surface or distance no race is known to be alike', () => {
  expect(filtersLike({ ...HANDICAP, distance: null }, [])).toBeUndefined();
  expect(filtersLike({ ...HANDICAP, track_type: ' ' }, [])).toBeUndefined();
});

it('says in words what is alike, and offers only what the race states', () => {
  expect(likenessText(HANDICAP, 'en')).toBe('Turf, 1301–1899 m');
  expect(likenessesOf(HANDICAP, 'en').map(({ label }) => label)).toEqual(['Tokyo', '1-win class']);
  expect(likenessesOf({ ...HANDICAP, condition_cd: null, grade_cd: null }, 'en').map(({ id }) => id)).toEqual(
    ['course'],
  );
});
