// The header of a race in one line: name, post time, course, conditions and prizes; a button unfolds what does not fit.

import { memo, useMemo, type ReactNode } from 'react';
import { ofRace } from '#shared/annotations/annotation.ts';
import { isStated } from '#shared/catalogue/reading.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { racecourseName, raceNumberOf } from '#shared/racing/racekey.ts';
import { useAnnotations } from '../../client/use-annotations.ts';
import { Chip } from '../../components/Chip.tsx';
import { FoldedLine } from '../../components/FoldedLine.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { raceNameIn } from '#shared/racing/generic-race-name.ts';
import { styledName } from '#shared/names/latin.ts';
import { useNameStyle } from '../../text/name-style.ts';
import type { Language } from '#shared/text.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { navigation } from '../../app/navigation/navigation.ts';
import { OwnNote } from '../../racing/annotations/OwnNote.tsx';
import { useAnnotationsThen } from './known-at/use-annotations-then.ts';
import { RaceBets } from '../bets/RaceBets.tsx';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import type { NeighborRaces, RaceOfDay } from './race-day.ts';
import { changedFrom, conditionsOf, prizesOf, factText, trackOf } from '#shared/racing/race-facts.ts';
import { runnersText } from '#shared/racing/race-records.ts';
import { numberIn, type RecordValues } from '#shared/racing/race-rows.ts';
import { codedFact } from '#shared/racing/race-words.ts';
import { inShownTab } from './shown-tab.ts';
import { useFigures } from '../../racing/figures/use-figures.ts';
import { briefly } from '#shared/racing/runner-words.ts';

interface RaceHeadProps {
  readonly race: RecordValues;
  readonly racekey: string;
  /** How many horses ran, or will run. */
  readonly runners: number | undefined;
  readonly neighbors: NeighborRaces;
  readonly leavesFocus: boolean;
}

export const RaceHead = memo(function RaceHead(props: RaceHeadProps) {
  const { race, racekey, runners, neighbors, leavesFocus } = props;
  const { t } = useTranslation('race');
  const language = useLanguage();
  const names = useNameStyle();
  const number = raceNumberOf(racekey) ?? 0;
  const course = racecourseName(race['racecourse_cd'] ?? racekey.slice(0, 2), language);
  const named = factText(race, 'race_name', language);
  const name =
    named === undefined
      ? conditionsOf(race, language).slice(0, 2).join(' ')
      : styledName(raceNameIn(named, language), names);
  const grade = factText(race, 'grade_cd', language);
  const open = (to: RaceOfDay | undefined): void => {
    if (to !== undefined) navigation.replace(inShownTab(to.racekey));
  };
  return (
    <PageHeader
      title={
        <>
          <span className="race-head-number">
            {course} {number}R
          </span>{' '}
          {name}{' '}
          {grade !== undefined && (
            <Chip kind="accent" title={grade}>
              {briefly(grade).normalize('NFKC')}
            </Chip>
          )}
        </>
      }
      windowTitle={`${course} ${number}R ${name}`}
      leavesFocus={leavesFocus}
      subtitle={<RaceFacts key={racekey} race={race} runners={runners} />}
      actions={
        <>
          <RaceBets racekey={racekey} title={`${course} ${number}R`} />
          <RaceNote race={race} racekey={racekey} title={`${course} ${number}R ${name}`} />
          <IconButton
            label={t('previousRace')}
            shortcut="["
            isDisabled={neighbors.previous === undefined}
            onPress={() => open(neighbors.previous)}
          >
            ‹
          </IconButton>
          <IconButton
            label={t('nextRace')}
            shortcut="]"
            isDisabled={neighbors.next === undefined}
            onPress={() => open(neighbors.next)}
          >
            ›
          </IconButton>
        </>
      }
    />
  );
});

function RaceNote({
  race,
  racekey,
  title,
}: Pick<RaceHeadProps, 'race' | 'racekey'> & { readonly title: string }) {
  const { t } = useTranslation('annotations');
  const key = useMemo(() => ofRace(racekey), [racekey]);
  const annotations = useAnnotations(useMemo(() => [key], [key]));
  const noted = useAnnotationsThen(annotations.of);
  const racedate = race['racedate']?.trim();
  return (
    <OwnNote
      annotations={annotations}
      noted={noted}
      field={{
        key,
        label: t('noteOnRace'),
        hint: t('noteRaceHint'),
        about: { name: title, ...(racedate === undefined ? {} : { racedate }) },
      }}
      title={title}
      command="noteRaceCommand"
      shortcut="Alt+n"
    />
  );
}

/** The grade of a named race that has a class; all others are open. */
const SPECIAL = '5';

/** Conditions of the race by how much they are missed when folded away. */
function foldedConditions(race: RecordValues, language: Language) {
  const fact = (field: string): string | undefined => factText(race, field, language);
  const [ages, raceClass] = [fact('class_cd'), fact('condition_cd')];
  const named = fact('race_name');
  // A race without a name of its own has its ages and class in the title; a grade says that it is open.
  const isInTitle = named === undefined || raceNameIn(named, 'en') !== named;
  const grade = race['grade_cd']?.trim();
  const isGraded = isStated(grade) && grade !== SPECIAL;
  return {
    first: [isInTitle || isGraded ? undefined : raceClass, fact('weight_cd'), isInTitle ? undefined : ages],
    // The symbols are the longest of all.
    last: [
      isStated(race['insignia_cd']) ? fact('insignia_cd') : undefined,
      ...(isInTitle ? [ages, raceClass] : isGraded ? [raceClass] : []),
    ],
  };
}

const keyed = (facts: readonly (string | undefined)[]) =>
  facts.flatMap((words) => (words === undefined ? [] : [[words, words] as const]));

function RaceFacts({ race, runners }: Pick<RaceHeadProps, 'race' | 'runners'>) {
  const { t } = useTranslation('race');
  const language = useLanguage();
  const racedate = race['racedate']?.trim() ?? '';
  const date = formatRacedate(racedate, language);
  const before = changedFrom(race, language);
  const going = codedFact('turf_condition_cd', race['turf_condition_cd'], language);
  const weather = codedFact('weather_cd', race['weather_cd'], language);
  const leg = race['win5_number'];
  const prizes = prizesOf(race);
  const figures = useFigures(race, TABLES.t_ra.columns);
  const edition = numberIn(race, 'howmany_times');
  const conditions = foldedConditions(race, language);
  // In the order in which they are needed: the last ones are folded away first.
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      'date',
      date === undefined ? undefined : (
        <PlaceLink key="date" to={{ screen: 'day', racedate }} title={`${t('toDay')} (u)`}>
          {date}
        </PlaceLink>
      ),
    ],
    [
      'post',
      <>
        {t('post')} <strong>{factText(race, 'post_time', language) ?? '–'}</strong>
        {before !== undefined && <em className="race-head-changed"> {t('changedFrom', { time: before })}</em>}
      </>,
    ],
    [
      'track',
      <strong key="track" className={`race-track-${race['track_type']?.trim() ?? ''}`}>
        {trackOf(race, language)}
      </strong>,
    ],
    ['going', going === undefined ? undefined : `${t('going')} ${going}`],
    ['runners', runners === undefined ? undefined : runnersText(runners, language)],
    ...keyed(conditions.first),
    ['weather', weather === undefined ? undefined : `${t('weather')} ${weather}`],
    ['win5', isStated(leg) ? t('win5', { number: leg?.trim() }) : undefined],
    ['edition', edition === undefined || edition === 0 ? undefined : t('nth', { number: edition })],
    ...keyed(conditions.last),
    [
      'prizes',
      prizes.length === 0
        ? undefined
        : `${t('prizes')} ${prizes.map((prize) => prize.toLocaleString('en-US')).join(' – ')} ${t('prizesUnit')}`,
    ],
  ];
  return (
    <div className="race-facts" ref={figures}>
      <FoldedLine label={t('allFacts')} memory="race.facts">
        {facts.map(([key, fact]) => (fact === undefined || fact === '' ? null : <li key={key}>{fact}</li>))}
      </FoldedLine>
    </div>
  );
}
