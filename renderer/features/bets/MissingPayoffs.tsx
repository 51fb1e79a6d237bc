// Above the sums' details: which races are not run yet or have no payoffs yet, and whose payoffs are not stored, with the
// button that fetches them.

import { useMemo, type ReactNode } from 'react';
import { factText } from '#shared/racing/race-facts.ts';
import { recordsOf } from '#shared/racing/race-rows.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { describeRacekey, racecourseName } from '#shared/racing/racekey.ts';
import type { BetReport } from '#shared/betting/report.ts';
import { sentencesOfFailure } from '../../client/failure.ts';
import { useDaySheet } from '../../client/use-day-sheet.ts';
import { useToday } from '../../client/use-today.ts';
import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Progress } from '../../components/Progress.tsx';
import { useNow } from '../../components/use-now.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { isOpenOn, openRaces, type OpenRaces, type UnpaidRace } from './open-races.ts';
import { nameOfMissing, type MissingRace, type PayoffFetch, type Requested } from './use-bet-report.ts';

/** How many days and races are named. */
const NAMED = 4;

interface MissingPayoffsProps {
  readonly report: BetReport;
  readonly missing: readonly MissingRace[];
  readonly fetch: PayoffFetch;
}

export function MissingPayoffs({ report, missing, fetch }: MissingPayoffsProps): ReactNode {
  const { t } = useTranslation('bets');
  const { t: shell } = useTranslation('shell');
  const open = useOpenRaces(report, missing);
  if (fetch.isRunning)
    return (
      <div className="bets-fetching">
        <Progress label={t('fetching')} done={fetch.done} total={fetch.total} />
        <Button kind="quiet" onPress={fetch.stop}>
          {shell('cancel')}
        </Button>
      </div>
    );
  return (
    <>
      <NotStored missing={open.missing} fetch={fetch} />
      <Awaited {...open} fetch={fetch} />
      <Coming races={open.coming} />
    </>
  );
}

/** The program of today says which of its races are run: it is read only if there is a bet on one of them. */
function useOpenRaces({ bets }: BetReport, missing: readonly MissingRace[]): ReturnType<typeof openRaces> {
  const today = useToday();
  const now = useNow();
  const isToday = useMemo(() => isOpenOn(bets, today), [bets, today]);
  const { data, isLoading } = useDaySheet('race', today ?? '', today ?? '', isToday);
  const programs = useMemo(() => {
    if (isLoading) return undefined;
    return data === undefined ? [] : recordsOf(data);
  }, [data, isLoading]);
  return useMemo(
    () => openRaces(bets, missing, { racedate: today, programs, now }),
    [bets, missing, today, programs, now],
  );
}

function NotStored({ missing, fetch }: Pick<MissingPayoffsProps, 'missing' | 'fetch'>): ReactNode {
  const { t } = useTranslation('bets');
  const language = useLanguage();
  const listed = useListed();
  const whyMissing = useWhyMissing(fetch.requested);
  if (missing.length === 0) return null;
  const days = missing.filter(({ racedate }) => racedate !== undefined).length;
  const races = missing.length - days;
  const what = [
    ...(days > 0 ? [t('days', { count: days })] : []),
    ...(races > 0 ? [t('races', { count: races })] : []),
  ].join(t('and'));
  const where = listed(missing, ({ racekey, racedate }) =>
    racedate === undefined
      ? describeRacekey(racekey ?? '', language)
      : (formatRacedate(racedate, language) ?? racedate),
  );
  return (
    <Notice
      kind="warning"
      title={t('missing', { what })}
      actions={<Button onPress={() => fetch.start(missing)}>{t('fetch')}</Button>}
    >
      {t('missingText', { where })} {whyMissing(missing)}
    </Notice>
  );
}

/** Races of today that are run: the service publishes their payoffs soon. */
function Awaited({
  awaited,
  ofToday,
  fetch,
}: Pick<OpenRaces, 'awaited' | 'ofToday'> & Pick<MissingPayoffsProps, 'fetch'>): ReactNode {
  const { t } = useTranslation('bets');
  const where = useRacesInWords()(awaited);
  const whyMissing = useWhyMissing(fetch.requested);
  if (awaited.length === 0) return null;
  return (
    <Notice
      kind="info"
      title={t('awaited', { count: awaited.length })}
      actions={ofToday.length > 0 && <Button onPress={() => fetch.start(ofToday)}>{t('fetch')}</Button>}
    >
      {t('missingText', { where })} {whyMissing(awaited)}
    </Notice>
  );
}

function Coming({ races }: { readonly races: readonly UnpaidRace[] }): ReactNode {
  const { t } = useTranslation('bets');
  const where = useRacesInWords()(races);
  if (races.length === 0) return null;
  return (
    <Notice kind="info" title={t('coming', { count: races.length })}>
      {t('comingText', { where })}
    </Notice>
  );
}

/** Why a request for one of the races failed, or that the service had no payoffs of any; nothing of what was not requested. */
function useWhyMissing(requested: Requested): (races: readonly MissingRace[]) => string | undefined {
  const { t } = useTranslation('bets');
  const language = useLanguage();
  return (races) => {
    const outcomes = races.map((race) => requested.get(nameOfMissing(race)));
    const failure = outcomes.find((outcome) => outcome != null);
    if (failure != null) return sentencesOfFailure(failure, language);
    return outcomes.includes(undefined) ? undefined : t('stillMissing');
  };
}

function useRacesInWords(): (races: readonly UnpaidRace[]) => string {
  const { t } = useTranslation('bets');
  const language = useLanguage();
  const listed = useListed();
  const inWords = ({ racedate, racecourse_cd, raceNumber, racekey, program }: UnpaidRace) => {
    const name =
      racecourse_cd === undefined
        ? (racekey ?? '')
        : `${racecourseName(racecourse_cd, language)} ${raceNumber ?? ''}R`;
    const time = program === undefined ? undefined : factText(program, 'post_time', language);
    const race = `${formatRacedate(racedate, language) ?? racedate} ${name}`;
    return time === undefined ? race : t('postAt', { race, time });
  };
  return (races) => listed(races, inWords);
}

/** Names the first of many, and says how many others there are. */
function useListed(): <Of>(all: readonly Of[], nameOf: (each: Of) => string) => string {
  const { t } = useTranslation('bets');
  const language = useLanguage();
  return (all, nameOf) => {
    const rest = all.length - NAMED;
    return [...all.slice(0, NAMED).map(nameOf), ...(rest > 0 ? [t('more', { count: rest })] : [])].join(
      language === 'ja' ? '、' : '; ',
    );
  };
}
