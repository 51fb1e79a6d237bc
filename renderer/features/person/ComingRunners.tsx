// The runners of a person from today on, as far as their cards are stored: the horse, its race, the odds or the result.

import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, type ReactNode } from 'react';
import type { TFunction } from 'i18next';
import type { ColumnFilter } from '#shared/bridge/row-query.ts';
import type { ResultSource } from '#shared/bridge/source.ts';
import { formatBare, MISSING } from '#shared/catalogue/format.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import { columnOfSubject } from '#shared/catalogue/subjects/subjects.ts';
import { raceNameIn } from '#shared/racing/generic-race-name.ts';
import { styledName } from '#shared/names/latin.ts';
import { addDays, formatRacedate } from '#shared/racing/racedate.ts';
import { runnerKey, type RecordValues } from '#shared/racing/race-rows.ts';
import type { Language } from '#shared/text.ts';
import { finishWords, isPlace } from '#shared/racing/result-rows.ts';
import { withdrawalOf } from '#shared/racing/runner-words.ts';
import { courseAndNumber } from '../../racing/run-races.ts';
import { horsePlace, racePlace } from '../../racing/key-links.ts';
import { useBridge } from '../../client/bridge.tsx';
import { isResultClosed } from '../../client/failure.ts';
import { openSource } from '../../client/open-source.ts';
import { BracketNumber } from '../../components/BracketNumber.tsx';
import { Button } from '../../components/Button.tsx';
import { Completeness } from '../../components/Completeness.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { OpeningState } from '../../grid/data/OpeningState.tsx';
import { useArchiveChanges, useLiveRows } from '../../grid/data/use-archive-changes.ts';
import { useOpenResult, type OpenState } from '../../grid/data/use-open-result.ts';
import { navigation } from '../../app/navigation/navigation.ts';
import { downloadRoute } from '../table/subject-download.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { FiguresOf } from '../../racing/figures/FiguresOf.tsx';
import { useFigures } from '../../racing/figures/use-figures.ts';
import { COMING_DAYS } from './person-period.ts';

const COLUMNS = [
  'racedate', 'racekey', 'race_name', 'post_time', 'bracket_number', 'horse_number', 'horse_name', 'horse_id', 'rider_name',
  'trainer_name', 'criteria_win_odds', 'prerace_win_odds', 'withdrawn_flag', 'prerace_withdrawn_flag', 'cancel_horse',
  'order_of_finish', 'trouble_classification', 'confirmed_win_odds',
] as const; // prettier-ignore

/** Of a person within a week; more are said to be there. */
const MOST_LISTED = 200;

const SORT = ['racedate', 'post_time', 'racekey'].map((column) => ({
  column,
  direction: 'ascending' as const,
}));

type Cells = readonly (readonly (string | null)[])[];

const recordsOf = (cells: Cells): readonly RecordValues[] =>
  (cells[0] ?? []).map((_, row) =>
    Object.fromEntries(COLUMNS.map((name, at) => [name, cells[at]?.[row] ?? null])),
  );

const textOf = (name: string, runner: RecordValues, language: Language): string =>
  formatBare(columnOfSubject('runners', name), runner[name], language);

/** The finish with the final odds, which a horse that did not start has none of; before it the odds of the moment or, without them, those of the card. */
function outcomeOf(
  runner: RecordValues,
  finish: string | null,
  t: TFunction<'person'>,
  language: Language,
): string {
  if (finish !== null) {
    const odds = textOf('confirmed_win_odds', runner, language);
    if (isPlace(finish)) return t('finished', { finish, odds });
    return odds === MISSING ? finish : t('finishedInWords', { finish, odds });
  }
  if (isWithdrawn(runner)) return t('withdrawn');
  if (!isBlank(runner['prerace_win_odds']))
    return t('oddsNow', { odds: textOf('prerace_win_odds', runner, language) });
  return t('oddsOfCard', { odds: textOf('criteria_win_odds', runner, language) });
}

/** By its entry, its pre-race record or the program of its race; a result has its own words. */
function isWithdrawn(runner: RecordValues): boolean {
  const { horse_number = null, withdrawn_flag = null, prerace_withdrawn_flag = null } = runner;
  const records = {
    race: runner,
    card: [{ horse_number, withdrawn_flag }],
    prerace: [{ horse_number, withdrawn_flag: prerace_withdrawn_flag }],
    results: [],
  };
  return withdrawalOf(records, 'en') !== undefined;
}

interface ComingRunnersProps {
  readonly today: string;
  readonly filters: readonly ColumnFilter[];
}

export function ComingRunners({ today, filters }: ComingRunnersProps): ReactNode {
  const { t } = useTranslation('person');
  // Without a last day nothing is requested: a page of a person is opened to read it.
  const source = useMemo((): ResultSource => ({ kind: 'subject', subject: 'runners', from: today }), [today]);
  const opened = useOpenResult(source);
  return (
    <section className="person-coming" aria-label={t('coming')}>
      {opened?.state === 'open' ? (
        <Listed opened={opened} today={today} filters={filters} />
      ) : (
        <>
          <h2>{t('coming')}</h2>
          {opened === undefined ? null : <OpeningState opened={opened} />}
        </>
      )}
    </section>
  );
}

function Listed({ opened, today, filters }: ComingRunnersProps & { readonly opened: OpenState }) {
  const { t } = useTranslation('person');
  const language = useLanguage();
  const { client, queries } = useBridge();
  const { source, summary } = opened;
  const changes = useArchiveChanges(source, summary);
  useLiveRows(changes, false, () => 0);
  const { resultId } = summary;
  const listed = useQuery({
    queryKey: [...queries.results.arrange.key(), resultId, filters],
    queryFn: async ({ signal }) => {
      const window = { columns: [...COLUMNS], from: 0, count: MOST_LISTED };
      const list = (id: string) =>
        client.results.arrange({ resultId: id, sort: SORT, filters: [...filters], window }, { signal });
      try {
        return await list(resultId);
      } catch (thrown) {
        if (!isResultClosed(thrown)) throw thrown;
        return list((await openSource(client, source, { signal })).resultId);
      }
    },
    staleTime: 0,
    retry: false,
  });
  const { refetch } = listed;
  // Odds and results come in while the page is open.
  useEffect(() => void refetch(), [refetch, summary]);
  const runners = useMemo(() => recordsOf(listed.data?.cells ?? []), [listed.data]);
  const days = Map.groupBy(runners, (runner) => runner['racedate']?.trim() ?? '');
  const download = downloadRoute({
    kind: 'subject',
    subject: 'runners',
    from: today,
    to: addDays(today, COMING_DAYS - 1),
  });
  return (
    <>
      <div className="person-bar">
        <h2>{t('coming')}</h2>
        {summary.records === 0 ? null : (
          <Completeness summary={{ ...summary, provisional: 0 }} isOutdated={changes.failed !== undefined} />
        )}
        {(summary.records === 0 || !summary.complete) && download !== undefined ? (
          <Button kind="quiet" onPress={() => navigation.go(download)}>
            {t('downloadCards')}
          </Button>
        ) : null}
      </div>
      {listed.isError ? (
        <FailureNotice thrown={listed.error} onRetry={opened.refresh} />
      ) : listed.data === undefined ? (
        <Skeleton rows={2} />
      ) : runners.length === 0 ? (
        <p className="person-none">{summary.records === 0 ? t('noCards') : t('noComing')}</p>
      ) : (
        <FiguresOf read={[{ ...summary, source }]}>
          {[...days].map(([racedate, own]) => (
            <table key={racedate} className="person-day">
              <caption>{formatRacedate(racedate, language) ?? racedate}</caption>
              <tbody>
                {own.map((runner, at) => (
                  <Runner key={runnerKey(runner) ?? at} runner={runner} />
                ))}
              </tbody>
            </table>
          ))}
        </FiguresOf>
      )}
      {(listed.data?.rows ?? 0) > runners.length ? (
        <p className="person-none">{t('moreComing', { listed: runners.length, count: listed.data?.rows })}</p>
      ) : null}
    </>
  );
}

const RUNNER_FIGURES = COLUMNS.map((name) => columnOfSubject('runners', name));

function Runner({ runner }: { readonly runner: RecordValues }) {
  const { t } = useTranslation('person');
  const language = useLanguage();
  const names = useNameStyle();
  const racekey = runner['racekey']?.trim() ?? '';
  const number = Number(runner['horse_number']?.trim());
  const finish = finishWords(runner, language);
  const race = racePlace(racekey, finish === null ? 'card' : 'result', runner);
  const horse = horsePlace(runner['horse_id']?.trim());
  const name = styledName(runner['horse_name']?.trim() ?? '', names) || MISSING;
  const raceName = runner['race_name']?.trim() ?? '';
  const where = `${courseAndNumber(racekey, language)} ${raceName === '' ? '' : styledName(raceNameIn(raceName, language), names)}`;
  const figures = useFigures(runner, RUNNER_FIGURES);
  return (
    <tr ref={figures}>
      <td className="number">{textOf('post_time', runner, language)}</td>
      <td className="person-race">{race === undefined ? where : <PlaceLink to={race}>{where}</PlaceLink>}</td>
      <td>
        <BracketNumber bracket={Number(runner['bracket_number'])} number={number || MISSING} />
      </td>
      <td>{horse === undefined ? name : <PlaceLink to={horse}>{name}</PlaceLink>}</td>
      <td className="person-odds">{outcomeOf(runner, finish, t, language)}</td>
    </tr>
  );
}
