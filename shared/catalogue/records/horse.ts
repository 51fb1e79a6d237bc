// Horse master record: m_uk. The specification does not list its fields; docs/decisions.md does.

import type { Column } from '#shared/catalogue/column.ts';
import { code, date, inGroup, key, name, record } from '#shared/catalogue/records/build.ts';
import { IDENTITY } from '#shared/catalogue/records/identity.ts';
import { DESCRIPTION, PEDIGREE } from '#shared/catalogue/records/pedigree.ts';

const SHOWN = [
  'horse_id', 'horse_name', 'sex_cd', 'coatcolor_cd', 'birth_date', 'sire_name', 'mare_name', 'mare_sire_name',
  'siresire_name', 'sireline_cd', 'breeding_area', 'breeder_name', 'horse_owner_name', 'trainer_name', 'deregistered_flag',
]; // prettier-ignore

// prettier-ignore
export const HORSE: readonly Column[] = record(SHOWN,
  inGroup('identity', 'S?', [
    { ...IDENTITY.horse_id, type: 'S' },
    key('kettonum', ['Registration number', 'Reg. no.', 'Pedigree registration number: year of birth and a number, 8 or 10 digits.'], ['血統登録番号', '登録番号', '血統登録番号。生年と番号からなる8桁または10桁。']),
    { ...IDENTITY.horse_name, type: 'S' },
    DESCRIPTION.sex_cd,
    DESCRIPTION.coatcolor_cd,
    DESCRIPTION.horse_attribute_cd,
    date('birth_date', ['Date of birth', 'Born', 'Day on which the horse was born.'], ['生年月日', '生年月日', '馬の生まれた日。']),
  ]),
  inGroup('pedigree', 'S?', PEDIGREE),
  inGroup('connections', 'S?', [
    DESCRIPTION.breeding_area,
    name('breeder_name', ['Breeder', 'Breeder', 'Who bred the horse.'], ['生産者', '生産者', '馬の生産者。']),
    DESCRIPTION.horse_owner_name,
    DESCRIPTION.horse_owner_association_cd,
    DESCRIPTION.trainer_cd,
    DESCRIPTION.trainer_name,
  ]),
  inGroup('data', 'S?', [
    code('deregistered_flag', 'flag_0_1', ['Deregistered', 'Dereg.', 'Whether the horse has left racing.'], ['登録抹消', '抹消', '競走馬登録が抹消されたか。']),
    IDENTITY.updated_at,
  ]),
);
