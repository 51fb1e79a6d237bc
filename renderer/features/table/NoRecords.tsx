// A result without records: how complete that is, whether the archive has some by now, a refresh, and what to do.

import type { ReactNode } from 'react';
import type { ResultSource } from '#shared/bridge/source.ts';
import { mostFetchedDays } from '#shared/catalogue/subjects/fetched-days.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { useTranslation } from '../../text/text.ts';
import { Button } from '../../components/Button.tsx';
import { Completeness } from '../../components/Completeness.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Renewing } from '../../grid/data/OpeningState.tsx';
import { navigation } from '../../app/navigation/navigation.ts';
import type { Route } from '../../app/screens.tsx';
import { racePlace } from '../../racing/key-links.ts';
import { downloadRoute, isFetched } from './subject-download.ts';
import type { OpenState } from '../../grid/data/use-open-result.ts';

interface NoRecordsProps {
  readonly opened: OpenState;
  /** What is shown if the archive has rows that are not. */
  readonly behind: ReactNode;
  /** Why they could not be read. */
  readonly failed: ReactNode;
  /** Instead of the usual words. */
  readonly children: ReactNode;
}

export function NoRecords({ opened, behind, failed, children }: NoRecordsProps): ReactNode {
  const { t } = useTranslation('table');
  const isOutdated = failed !== null;
  const download = downloadRoute(opened.source);
  if (download !== undefined)
    return (
      <>
        <div className="table-result-bar">
          <Completeness summary={opened.summary} isOutdated={isOutdated} />
          {behind}
        </div>
        {failed}
        {opened.summary.complete ? (
          <EmptyState title={t('noRecords')} text={t('noRecordsText')} />
        ) : (
          <NothingStored source={opened.source} download={download} />
        )}
      </>
    );
  return (
    <>
      <div className="table-result-bar">
        <Completeness
          summary={opened.summary}
          isOfStored={opened.source.kind === 'sql'}
          isOutdated={isOutdated}
        />
        {behind}
        {opened.renewal !== undefined ? (
          <Renewing renewal={opened.renewal} />
        ) : isFetched(opened.source) ? (
          <Button onPress={opened.refresh}>{t('refresh')}</Button>
        ) : null}
      </div>
      <RefreshFailure opened={opened} />
      {failed}
      {children ?? <EmptyState title={t('noRecords')} text={t('noRecordsText')} />}
    </>
  );
}

interface NothingStoredProps {
  readonly source: ResultSource;
  readonly download: Route;
}

/** Of a single race a subject fetches nothing: its page does. */
function NothingStored({ source, download }: NothingStoredProps): ReactNode {
  const { t } = useTranslation('table');
  if (source.kind !== 'subject') return null;
  const race = racePlace(source.racekey, 'card');
  return race === undefined ? (
    <EmptyState
      title={t('nothingStored')}
      text={t('nothingStoredText', { days: mostFetchedDays(SUBJECTS[source.subject]) })}
      action={
        <Button kind="primary" onPress={() => navigation.go(download)}>
          {t('download')}
        </Button>
      }
    />
  ) : (
    <EmptyState
      title={t('raceNotStored')}
      text={t('raceNotStoredText')}
      action={
        <Button kind="primary" onPress={() => navigation.go(race)}>
          {t('openRace')}
        </Button>
      }
    />
  );
}

/** The rows on screen are those from before a refresh that failed. */
export function RefreshFailure({ opened }: { readonly opened: OpenState }): ReactNode {
  return opened.failed === undefined ? null : (
    <FailureNotice thrown={opened.failed} onRetry={opened.refresh} />
  );
}
