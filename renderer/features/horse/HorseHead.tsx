// The header of a horse: name, sex, age, color; and its pedigree and connections as a list of pairs.

import { formatValue } from '#shared/catalogue/format.ts';
import { isBlank, isSet, isStated } from '#shared/catalogue/reading.ts';
import { columnOf, TABLES } from '#shared/catalogue/tables.ts';
import { useToday } from '../../client/use-today.ts';
import { Chip } from '../../components/Chip.tsx';
import { Notice } from '../../components/Notice.tsx';
import { HorseMarks } from './HorseMarks.tsx';
import { personNamed } from '#shared/racing/person.ts';
import { PageHeader } from '../../components/PageHeader.tsx';
import { PersonLink } from '../../racing/PersonLink.tsx';
import { styledName, type NameStyle } from '#shared/names/latin.ts';
import type { Language } from '#shared/text.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { useFigures } from '../../racing/figures/use-figures.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';

interface HorseHeadProps {
  readonly horse_id: string;
  /** The master record, once there is one. */
  readonly horse: RecordValues | undefined;
  /** `none`: the service has no master record of this horse. */
  readonly state: 'loading' | 'failed' | 'none' | 'ready';
  /** As a run has it, for a horse without a master record. */
  readonly nameOfRuns: string | undefined;
  /** Master records that the service has of this horse. */
  readonly records: number;
  readonly leavesFocus: boolean;
}

/** A sire with its year of birth, which distinguishes namesakes. */
const PEDIGREE = [
  ['sire_name', 'sire_birth_year'],
  ['mare_name', 'mare_birth_year'],
  ['mare_sire_name', 'mare_sire_birth_year'],
  ['siresire_name', 'siresire_birth_year'],
  ['sireline_cd'],
  ['mare_sireline_cd'],
] as const;

const PEOPLE = [
  ['trainer_name'],
  ['horse_owner_name'],
  ['breeder_name'],
  ['breeding_area'],
  ['horse_owner_association_cd'],
  ['kettonum'],
] as const;

export function HorseHead({ horse_id, horse, state, nameOfRuns, records, leavesFocus }: HorseHeadProps) {
  const { t } = useTranslation('horse');
  const language = useLanguage();
  const names = useNameStyle();
  const today = useToday();
  if (horse === undefined) {
    const title = nameOfRuns === undefined ? horse_id : styledName(nameOfRuns, names);
    return (
      <>
        <PageHeader
          title={title}
          actions={
            state === 'loading' ? undefined : <HorseMarks horseId={horse_id} name={nameOfRuns ?? horse_id} />
          }
          leavesFocus={leavesFocus}
        />
        {state === 'none' && (
          <Notice kind="info" title={t('notFoundTitle')}>
            {t('notFoundText', { horse_id })}
          </Notice>
        )}
      </>
    );
  }
  const shown = (field: string): string | undefined => shownField(horse, field, language, names);
  const name = shown('horse_name') ?? horse_id;
  const born = horse['birth_date']?.trim() ?? '';
  const age =
    today === undefined || !/^\d{8}$/.test(born)
      ? undefined
      : Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  const date = shown('birth_date');
  const attribute = isStated(horse['horse_attribute_cd']) ? shown('horse_attribute_cd') : undefined;
  const facts = [
    shown('sex_cd'),
    shown('coatcolor_cd'),
    age === undefined ? undefined : t('age', { count: age }),
    date === undefined ? undefined : t('born', { date }),
    attribute,
  ].filter((fact) => fact !== undefined);
  return (
    <PageHeader
      title={
        <>
          {name} {isSet(horse['deregistered_flag']) && <Chip kind="warning">{t('deregistered')}</Chip>}
        </>
      }
      windowTitle={name}
      actions={<HorseMarks horseId={horse_id} name={horse['horse_name']?.trim() ?? horse_id} />}
      leavesFocus={leavesFocus}
      subtitle={
        <>
          {facts.join(' · ')}
          {records > 1 && <> · {t('several', { count: records })}</>}
        </>
      }
    />
  );
}

/** A field of the master record as text; undefined if it is blank. */
function shownField(
  horse: RecordValues,
  field: string,
  language: Language,
  names: NameStyle,
): string | undefined {
  const column = columnOf('m_uk', field);
  return column === undefined || isBlank(horse[field])
    ? undefined
    : formatValue(column, horse[field], language, names);
}

const NOTHING: RecordValues = {};

/**
 * Pedigree and connections: they scroll with the runs, which are what the screen is for. Until the master record comes they
 * have the room that they will need, so that it does not push the runs down.
 */
export function HorseFacts({ horse = NOTHING }: { readonly horse: RecordValues | undefined }) {
  const { t } = useTranslation('horse');
  const language = useLanguage();
  const names = useNameStyle();
  const figures = useFigures(horse, TABLES.m_uk.columns);
  return (
    <div className="horse-facts" ref={figures}>
      {[PEDIGREE, PEOPLE].map((fields, at) => (
        <dl key={at === 0 ? 'pedigree' : 'people'} aria-label={at === 0 ? t('pedigree') : t('connections')}>
          {fields.map(([field, year]) => {
            const value = shownField(horse, field, language, names);
            const column = columnOf('m_uk', field);
            const birth = year === undefined ? undefined : shownField(horse, year, language, names);
            return (
              <div key={field}>
                <dt title={column?.meaning[language]}>{column?.label[language]}</dt>
                <dd title={value === undefined && horse !== NOTHING ? t('unknown') : undefined}>
                  <PersonLink person={personNamed(field, (name) => horse[name])}>
                    {value ?? (horse === NOTHING ? '…' : '–')}
                  </PersonLink>
                  {birth !== undefined && <span className="horse-facts-year"> {birth}</span>}
                </dd>
              </div>
            );
          })}
        </dl>
      ))}
    </div>
  );
}
