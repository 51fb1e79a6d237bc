import { describe, expect, it } from 'vitest';
import { CODE_TABLES } from '#shared/catalogue/code-tables.ts';
import { gearNotes, partOfLeg, PLACES } from './gear.ts';

const LAST = { race_back_1_racedate: '20261018' };

const shortOf = (notes: ReturnType<typeof gearNotes>) =>
  notes.map(({ place, part, code, change }) =>
    [place, ...(part === undefined ? [] : [part]), code, change].join(' '),
  );

describe('gear and legs', () => {
  it('are by place, with what is new since the last run and what is gone', () => {
    const prerace = {
      this_gear1_cd: '004',
      this_gear2_cd: '001',
      this_gear3_cd: '007',
      this_gear4_cd: '000',
      this_leg_left_front1_cd: '002',
      this_leg_right_back1_cd: '041',
      this_leg_all1_cd: '100',
    };
    const previous = {
      ...LAST,
      race_back_1_tack_cd1: '004',
      race_back_1_tack_cd2: '068',
      race_back_1_bantages_on: '007',
      race_back_1_bone_spavin_cd: '062',
      race_back_1_hoof_left_front_cd1: '002',
      race_back_1_hoof_left_front_cd2: '028',
    };
    expect(shortOf(gearNotes(prerace, previous))).toEqual([
      'eyes 001 new',
      'mouth 004 same',
      'left_front fetlock 002 same',
      'right_back hoof 041 new',
      'legs 007 same',
      'legs 100 new',
      'neck 068 gone',
      'left_front cannon 028 gone',
    ]);
  });

  it('claim no change if nothing is stored of the last run, or more than its record has room for', () => {
    const prerace = { this_leg_left_front1_cd: '002' };
    expect(shortOf(gearNotes(prerace, undefined))).toEqual(['left_front fetlock 002 unknown']);
    const full = Object.fromEntries([1, 2, 3].map((n) => [`race_back_1_hoof_left_front_cd${n}`, `01${n}`]));
    expect(shortOf(gearNotes(prerace, { ...LAST, ...full }))[0]).toBe('left_front fetlock 002 unknown');
  });

  it('are not gone before the paddock was seen', () => {
    const previous = { ...LAST, race_back_1_tack_cd1: '004' };
    expect(gearNotes({ this_gear1_cd: ' ', this_leg_all1_cd: null }, previous)).toEqual([]);
  });

  it('have a place for every code of the catalogue', () => {
    for (const code of Object.keys(CODE_TABLES.tack_code.codes)) {
      const [note] = gearNotes({ this_gear1_cd: code }, undefined);
      if (Number(code) > 0) expect(PLACES).toContain(note?.place);
    }
    expect(['001', '003', '032', '074', '100'].map(partOfLeg)).toEqual([
      'hoof', 'pastern', 'knee', 'elbow', 'action',
    ]); // prettier-ignore
  });
});
