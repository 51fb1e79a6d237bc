import { describe, expect, it } from 'vitest';
import { peopleOf, personFields, personNamed, sireId, sireOfId } from './person.ts';

const named = (field: string, record: Readonly<Record<string, string | null>>) =>
  personNamed(field, (name) => record[name]);

describe('whom a field names', () => {
  it('identifies a jockey and a trainer by their codes, so that namesakes are two', () => {
    expect(named('jockey_name', { jockey_name: '田中', jockey_cd: '01001' })).toEqual({
      kind: 'jockey',
      id: '01001',
    });
    expect(named('trainer_name', { trainer_name: '田中', trainer_cd: ' 00452' })?.id).toBe('00452');
    expect(named('prerace_jockey_name', { prerace_jockey_cd: '01002', jockey_cd: '01001' })?.id).toBe(
      '01002',
    );
    const changed = { jockey_cd: '01001', rider_cd: '01003' };
    expect([named('jockey_name', changed)?.id, named('rider_name', changed)]).toEqual([
      '01001',
      { kind: 'jockey', id: '01003' },
    ]);
  });

  it('identifies a sire by name and birth year, and by the name alone without one', () => {
    expect(named('sire_name', { sire_name: 'ミスター　', sire_birth_year: '2004' })?.id).toBe(
      'ミスター 2004',
    );
    expect(named('mare_sire_name', { mare_sire_name: 'Silver Ace', mare_sire_birth_year: '1986' })).toEqual({
      kind: 'sire',
      id: 'Silver Ace 1986',
    });
    expect(named('siresire_name', { siresire_name: 'ミスター', siresire_birth_year: null })?.id).toBe(
      'ミスター',
    );
  });

  it('names nobody without a code, and by no other field', () => {
    expect(named('jockey_name', { jockey_name: '田中', jockey_cd: null })).toBeUndefined();
    expect(named('jockey_name', { jockey_name: '', jockey_cd: '00000' })).toBeUndefined();
    expect(named('horse_name', { horse_name: 'リュマ' })).toBeUndefined();
    expect(personFields('horse_name')).toEqual([]);
    expect(personFields('jockey_index')).toEqual([]);
    expect(personFields('work_rider')).toEqual([]);
    expect(personFields('sire_name')).toEqual(['sire_name', 'sire_birth_year']);
  });

  it('finds all three of a runner', () => {
    const runner = { jockey_cd: '1', trainer_cd: '2', sire_name: 'A', sire_birth_year: '2001' };
    expect(peopleOf(runner).map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'jockey 1',
      'trainer 2',
      'sire A 2001',
    ]);
  });
});

describe('the id of a sire', () => {
  it.each([
    ['ミスター', '2004'],
    ['Silver Ace', '1986'],
    ['Silver Ace', undefined],
  ])('is read back: %s %s', (name, birthYear) => {
    expect(sireOfId(sireId(name, birthYear))).toEqual({ name, birthYear });
  });
});
