// Race keys as they occur: digits, hexadecimal days, letters for local and overseas runs.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  describeRacekey,
  parseRacekey,
  racecourseName,
  raceNumberOf,
  titleOfRacekey,
} from '#shared/racing/racekey.ts';

it('parses a key of digits', () => {
  expect(parseRacekey('05262811')).toEqual({
    racecourse_cd: '05', year: 2026, meeting: 2, day: 8, raceNumber: 11, elsewhere: false,
  }); // prettier-ignore
});

it('parses letters in either case as 10 and above', () => {
  expect(parseRacekey('08243a02')).toMatchObject({ meeting: 3, day: 10, raceNumber: 2 });
  expect(parseRacekey('08243C02')?.day).toBe(12);
});

it('parses month and day of a local or overseas run', () => {
  expect(parseRacekey('3916BU11')).toMatchObject({ year: 2016, meeting: 11, day: 30, elsewhere: true });
});

it('assigns 86 to 99 to the last century', () => {
  expect([parseRacekey('05861101')?.year, parseRacekey('05991101')?.year, parseRacekey('05001101')?.year]).toEqual([1986, 1999, 2000]); // prettier-ignore
});

it.each(['', '0526081', '052608111', '0526-811', 'ab260811', '05260800'])('%j is not a race key', (text) => {
  expect(parseRacekey(text)).toBeUndefined();
});

it('describes a key as text, and leaves an invalid one unchanged', () => {
  expect(describeRacekey('08243a02', 'en')).toBe('Kyoto 2024, meeting 3, day 10, race 2');
  expect(describeRacekey('08243a02', 'ja')).toBe('2024年3回京都10日 2R');
  expect(describeRacekey('3916BU11', 'en')).toMatch(/2016-11-30, race 11$/);
  expect(describeRacekey('nonsense', 'ja')).toBe('nonsense');
});

it('a race is called by its course, number and name', () => {
  expect(titleOfRacekey('05264111', 'en', '天皇賞')).toBe('Tokyo 11R 天皇賞');
  expect(titleOfRacekey('05264111', 'ja', '天皇賞')).toBe('東京 11R 天皇賞');
  expect(titleOfRacekey('05264101', 'en')).toBe('Tokyo 1R');
  expect(titleOfRacekey('nonsense', 'en', 'x')).toBe('nonsense');
});

it('parses the race number of every valid key', () => {
  const digit = fc.constantFrom(...'123456789abc');
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 }),
      digit,
      digit,
      fc.integer({ min: 1, max: 12 }),
      (course, meeting, day, race) => {
        const key = `${String(course).padStart(2, '0')}26${meeting}${day}${String(race).padStart(2, '0')}`;
        expect(raceNumberOf(key)).toBe(race);
      },
    ),
  );
});

it('names national and local courses, and shows an unknown one raw', () => {
  expect([racecourseName('05', 'ja'), racecourseName('25', 'en'), racecourseName('99', 'en')]).toEqual(['東京', 'Morioka', '99']); // prettier-ignore
});
