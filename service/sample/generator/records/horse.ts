// m_uk: the horse master. A record does not depend on races, so it is the same on every day.

import { racedateOf, tokyoInstant } from '../calendar/days.ts';
import { birthDayOf, debutDayOf, horseIdOf, registrationOf, sexOf } from '../people-and-horses/horses.ts';
import { horseName } from '../people-and-horses/names.ts';
import { pedigreeOf, trainerIndexOf, trainerOf } from '../people-and-horses/people.ts';
import type { SampleRecord } from './record.ts';

export function horseRecord(root: number, horse: number): SampleRecord {
  const { sire, mareName, mareBirthYear, mareSire, area, breeder, owner, association, coat, attribute } =
    pedigreeOf(root, horse);
  const trainer = trainerOf(root, trainerIndexOf(root, horse));
  return {
    horse_id: horseIdOf(root, horse),
    kettonum: registrationOf(horse),
    horse_name: horseName(root, horse),
    sex_cd: String(sexOf(root, horse)),
    coatcolor_cd: coat,
    horse_attribute_cd: attribute,
    birth_date: racedateOf(birthDayOf(root, horse)),
    sire_name: sire.name,
    mare_name: mareName,
    mare_sire_name: mareSire.name,
    siresire_name: sire.sireName,
    sire_birth_year: String(sire.birthYear),
    mare_birth_year: String(mareBirthYear),
    mare_sire_birth_year: String(mareSire.birthYear),
    siresire_birth_year: String(sire.sireBirthYear),
    sireline_cd: sire.line,
    mare_sireline_cd: mareSire.line,
    breeding_area: area,
    breeder_name: breeder,
    horse_owner_name: owner,
    horse_owner_association_cd: association,
    trainer_cd: trainer.code,
    trainer_name: trainer.name,
    deregistered_flag: '0',
    updated_at: tokyoInstant(debutDayOf(root, horse) - 20, 12, 0, horse % 1000),
  };
}
