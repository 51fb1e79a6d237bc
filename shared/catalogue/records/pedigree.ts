// Pedigree columns, shared by the entry and the horse master.

import { code, integer, key, name, type ColumnDraft } from '#shared/catalogue/records/build.ts';

// prettier-ignore
const PARENTS: readonly ColumnDraft[] = [
  name('sire_name', ['Sire', 'Sire', 'Father of the horse.'], ['父', '父', '父馬の名前。']),
  name('mare_name', ['Dam', 'Dam', 'Mother of the horse.'], ['母', '母', '母馬の名前。']),
  name('mare_sire_name', ['Broodmare sire', 'BMS', 'Father of the dam.'], ['母父', '母父', '母の父の名前。']),
  name('siresire_name', ['Sire of sire', 'Sire sr', 'Father of the sire.'], ['父父', '父父', '父の父の名前。']),
];

// prettier-ignore
const BIRTH_YEARS: readonly ColumnDraft[] = [
  integer('sire_birth_year', ['Sire born', 'Sire yr', 'Year of birth of the sire; tells namesakes apart.'], ['父生年', '父生年', '父馬の生年。同名馬の区別に使う。']),
  integer('mare_birth_year', ['Dam born', 'Dam yr', 'Year of birth of the dam.'], ['母生年', '母生年', '母馬の生年。']),
  integer('mare_sire_birth_year', ['Broodmare sire born', 'BMS yr', 'Year of birth of the broodmare sire.'], ['母父生年', '母父生年', '母の父の生年。']),
  integer('siresire_birth_year', ['Sire of sire born', 'GS yr', 'Year of birth of the sire’s sire.'], ['父父生年', '父父生年', '父の父の生年。']),
];

// prettier-ignore
const LINES: readonly ColumnDraft[] = [
  code('sireline_cd', 'sireline_cd', ['Sire line', 'Line', 'Male line of the sire.'], ['父系統', '父系', '父の系統。']),
  code('mare_sireline_cd', 'sireline_cd', ['Broodmare sire line', 'BMS line', 'Male line of the broodmare sire.'], ['母父系統', '母父系', '母の父の系統。']),
];

/** Sire, dam and their sires, their years of birth, and the sire lines: the same ten columns in both records. */
export const PEDIGREE: readonly ColumnDraft[] = [...PARENTS, ...BIRTH_YEARS, ...LINES];

// prettier-ignore
export const DESCRIPTION = {
  sex_cd: code('sex_cd', 'sex_cd', ['Sex', 'Sex', 'Sex of the horse.'], ['性別', '性', '馬の性別。']),
  coatcolor_cd: code('coatcolor_cd', 'coatcolor_cd', ['Coat color', 'Coat', 'Color of the coat.'], ['毛色', '毛色', '馬の毛色。']),
  horse_attribute_cd: code('horse_attribute_cd', 'horse_attribute_cd', ['Horse symbol', 'Symbol', 'Origin or qualification symbol, such as foreign-bred or ex-local.'], ['馬記号', '記号', '外国産馬や地方出身などの馬記号。']),
  breeding_area: name('breeding_area', ['Breeding area', 'Area', 'District in which the horse was bred.'], ['産地', '産地', '生産された地域。']),
  horse_owner_name: name('horse_owner_name', ['Owner', 'Owner', 'Owner of the horse.'], ['馬主', '馬主', '馬主の名前。']),
  horse_owner_association_cd: code('horse_owner_association_cd', 'horse_owner_association_cd', ['Owners association', 'Owners', 'Association of owners that the owner belongs to.'], ['馬主会', '馬主会', '馬主が所属する馬主会。']),
  trainer_name: name('trainer_name', ['Trainer', 'Trainer', 'Trainer of the horse.'], ['調教師', '調教師', '管理する調教師。']),
  trainer_cd: key('trainer_cd', ['Trainer code', 'Trn code', 'Identifies the trainer.'], ['調教師コード', '調教師C', '調教師の識別コード。']),
};
