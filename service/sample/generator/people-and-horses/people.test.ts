// Pedigrees: a dam is one horse, whichever foal tells of her.

import { expect, it } from 'vitest';
import { birthYearOf, firstOfCrop } from './horses.ts';
import { pedigreeOf } from './people.ts';

it('a dam has one year of birth, one sire, and at most one foal in a year, at the ages of 5 to 17', () => {
  const dams = new Map<string, string>();
  const foals = new Set<string>();
  for (let horse = firstOfCrop(2012); horse < firstOfCrop(2022); horse++) {
    const { mareName, mareBirthYear, mareSire } = pedigreeOf(1, horse);
    const age = birthYearOf(horse) - mareBirthYear;
    expect(age >= 5 && age <= 17).toBe(true);
    expect(mareBirthYear - mareSire.birthYear).toBeGreaterThan(3);
    const dam = `${mareBirthYear} ${mareSire.name}`;
    expect(dams.get(mareName) ?? dam).toBe(dam);
    dams.set(mareName, dam);
    const foal = `${mareName} ${birthYearOf(horse)}`;
    expect(foals.has(foal)).toBe(false);
    foals.add(foal);
  }
  expect(foals.size / dams.size).toBeGreaterThan(2);
});
