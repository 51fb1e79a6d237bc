// The action on runs whose races are unknown: fetch them, with progress and a button to stop.

import { useTranslation } from '../text/text.ts';
import type { FetchedRecord } from '#shared/bridge/races.ts';
import { Button } from '../components/Button.tsx';
import { FailureNotice } from '../components/FailureNotice.tsx';
import { Progress } from '../components/Progress.tsx';
import type { RunRace } from './run-races.ts';
import type { RaceFetch } from './use-run-races.ts';
import './FetchRaces.css';

interface FetchRacesProps {
  /** Races that are not stored. */
  readonly races: readonly RunRace[];
  readonly fetch: RaceFetch;
  /** What is fetched of them; their programs by default. */
  readonly record?: FetchedRecord;
}

export function FetchRaces({ races, fetch, record = 'race' }: FetchRacesProps) {
  const { t } = useTranslation('race');
  const { t: shell } = useTranslation('shell');
  const { state, done, total, missing, thrown } = fetch;
  if (state === 'running') {
    return (
      <span className="fetch-races">
        <Progress
          label={t(record === 'race' ? 'fetchingRaces' : 'fetchingResults')}
          done={done}
          total={total}
        />
        <Button kind="quiet" onPress={fetch.stop}>
          {shell('cancel')}
        </Button>
      </span>
    );
  }
  const unavailable = new Set(missing);
  const open = races.filter(({ racekey }) => !unavailable.has(racekey));
  return (
    <span className="fetch-races">
      {state === 'done' && missing.length > 0 && (
        <span role="status" className="fetch-races-missing">
          {t(record === 'race' ? 'racesMissing' : 'resultsMissing', { count: missing.length })}
        </span>
      )}
      {thrown !== null && <FailureNotice thrown={thrown} onRetry={() => fetch.start(races)} />}
      {thrown === null && open.length > 0 && (
        <span title={t(record === 'race' ? 'fetchRacesTitle' : 'fetchResultsTitle')}>
          <Button kind="quiet" onPress={() => fetch.start(open)}>
            {t(record === 'race' ? 'fetchRaces' : 'fetchResults', { count: open.length })}
          </Button>
        </span>
      )}
    </span>
  );
}
