// Whom the horse ran against: how often, who finished ahead, and the last time with the finish of both.

import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { MISSING } from '#shared/catalogue/format.ts';
import { styledName } from '#shared/names/latin.ts';
import { opponentsOf, type Opponent, type Run } from '#shared/racing/meetings.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { useStepMemory } from '../../app/navigation/navigation.ts';
import { useBridge } from '../../client/bridge.tsx';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { FetchRaces } from '../../racing/FetchRaces.tsx';
import { horsePlace, racePlace } from '../../racing/key-links.ts';
import { courseAndNumber, racesToAsk } from '../../racing/run-races.ts';
import { rivalsQuery } from './horse-reads.ts';
import { useRaceFetch } from '../../racing/use-run-races.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { chartRuns } from './run-chart.ts';

/** Lines shown before the user wants all. */
const FIRST_LINES = 12;

const KINDS = ['all', 'behind', 'ahead', 'again'] as const;

type Kind = (typeof KINDS)[number];

const isOfKind = ({ ahead, behind, meetings }: Opponent, kind: Kind): boolean =>
  ({ all: true, behind: behind > 0, ahead: ahead > 0, again: meetings.length > 1 })[kind];

interface OpponentsProps {
  readonly horseId: string;
  readonly runs: readonly RecordValues[];
}

export function Opponents({ horseId, runs }: OpponentsProps): ReactNode {
  const { t } = useTranslation('horse');
  const bridge = useBridge();
  const [kind, setKind] = useStepMemory<Kind>('horse.opponents', 'all');
  const fetch = useRaceFetch('result');
  const { data, error } = useQuery(rivalsQuery(bridge, horseId));
  const opponents = useMemo(
    () =>
      data === undefined
        ? undefined
        : opponentsOf(
            data.map((run) => ({ ...run })),
            horseId,
          ),
    [data, horseId],
  );
  const stored = useMemo(() => new Set((data ?? []).map(({ racekey }) => racekey)), [data]);
  // A horse that was scratched met nobody.
  const started = useMemo(() => chartRuns(runs), [runs]);
  const unknown = useMemo(
    () => racesToAsk(started).filter(({ racekey }) => !stored.has(racekey)),
    [started, stored],
  );
  if (error !== null) return <FailureNotice thrown={error} />;
  if (opponents === undefined) return <Skeleton rows={4} />;
  const counted = started.filter(({ racekey }) => racekey !== undefined && stored.has(racekey)).length;
  const listed = opponents.filter((opponent) => isOfKind(opponent, kind));
  return (
    <section className="horse-opponents" aria-label={t('opponents')}>
      <div className="horse-bar">
        <h2>{t('opponents')}</h2>
        <p>
          {t(counted < started.length ? 'opponentsOfSome' : 'opponentsOfAll', {
            counted,
            n: started.length,
          })}
        </p>
        <FetchRaces races={unknown} fetch={fetch} record="result" />
      </div>
      {opponents.length === 0 ? (
        <p className="horse-none">{t('opponentsNone')}</p>
      ) : (
        <>
          <div className="toggle-row" role="group" aria-label={t('opponentsShown')}>
            {KINDS.map((each) => (
              <button
                key={each}
                type="button"
                className="toggle-row-button"
                aria-pressed={kind === each}
                onClick={() => setKind(each)}
              >
                {t(`opponentKinds.${each}`, {
                  count: opponents.filter((opponent) => isOfKind(opponent, each)).length,
                })}
              </button>
            ))}
          </div>
          <Listed opponents={listed} key={kind} />
        </>
      )}
    </section>
  );
}

function Listed({ opponents }: { readonly opponents: readonly Opponent[] }) {
  const { t } = useTranslation('horse');
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? opponents : opponents.slice(0, FIRST_LINES);
  if (opponents.length === 0) return <p className="horse-none">{t('opponentsNoneOfKind')}</p>;
  return (
    <>
      <table className="small-table horse-table" aria-label={t('opponents')}>
        <thead>
          <tr>
            <th scope="col">{t('opponent')}</th>
            <th scope="col" className="number" title={t('metHint')}>
              {t('met')}
            </th>
            <th scope="col" className="number" title={t('beatHint')}>
              {t('beat')}
            </th>
            <th scope="col" className="number" title={t('beatenHint')}>
              {t('beaten')}
            </th>
            <th scope="col">{t('lastMeeting')}</th>
            <th scope="col" className="number" title={t('finishBothHint')}>
              {t('finishBoth')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((opponent) => (
            <Line key={opponent.horseId} opponent={opponent} />
          ))}
        </tbody>
      </table>
      {opponents.length > FIRST_LINES && (
        <Button kind="quiet" onPress={() => setShowsAll(!showsAll)}>
          {showsAll ? t('opponentsFewer') : t('opponentsMore', { count: opponents.length })}
        </Button>
      )}
    </>
  );
}

function Line({ opponent }: { readonly opponent: Opponent }) {
  const { t } = useTranslation('horse');
  const language = useLanguage();
  const names = useNameStyle();
  const { horseId, meetings, ahead, behind } = opponent;
  const [{ racekey, racedate, first, second }] = meetings;
  const horse = horsePlace(horseId);
  const race = racePlace(racekey, 'result', first);
  const name = styledName(opponent.name, names) || MISSING;
  const where = `${formatRacedate(racedate, language) ?? racedate} ${courseAndNumber(racekey, language)}`;
  const placeOf = ({ finish }: Run): string => (finish === undefined ? t('noFinish') : String(finish));
  return (
    <tr>
      <th scope="row">{horse === undefined ? name : <PlaceLink to={horse}>{name}</PlaceLink>}</th>
      <td className="number">{meetings.length}</td>
      <td className="number">{ahead}</td>
      <td className="number">{behind}</td>
      <td>{race === undefined ? where : <PlaceLink to={race}>{where}</PlaceLink>}</td>
      <td className="number">
        {placeOf(first)} – {placeOf(second)}
      </td>
    </tr>
  );
}
