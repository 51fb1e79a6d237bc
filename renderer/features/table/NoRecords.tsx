// A result without records: how complete that is, a refresh, and what to do.

import type { ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { Button } from '../../components/Button.tsx';
import { Completeness } from '../../components/Completeness.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Renewing } from '../../grid/data/OpeningState.tsx';
import { navigation } from '../../app/navigation/navigation.ts';
import { downloadRoute } from './subject-download.ts';
import type { OpenState } from '../../grid/data/use-open-result.ts';

export function NoRecords({ opened }: { readonly opened: OpenState }): ReactNode {
  const { t } = useTranslation('table');
  const download = downloadRoute(opened.source);
  if (download !== undefined)
    return (
      <>
        <div className="table-result-bar">
          <Completeness summary={opened.summary} />
        </div>
        <EmptyState
          title={t('nothingStored')}
          text={t('nothingStoredText')}
          action={
            <Button kind="primary" onPress={() => navigation.go(download)}>
              {t('download')}
            </Button>
          }
        />
      </>
    );
  return (
    <>
      <div className="table-result-bar">
        <Completeness summary={opened.summary} />
        {opened.renewal === undefined ? (
          <Button onPress={opened.refresh}>{t('refresh')}</Button>
        ) : (
          <Renewing renewal={opened.renewal} />
        )}
      </div>
      <RefreshFailure opened={opened} />
      <EmptyState title={t('noRecords')} text={t('noRecordsText')} />
    </>
  );
}

/** The rows on screen are those from before a refresh that failed. */
export function RefreshFailure({ opened }: { readonly opened: OpenState }): ReactNode {
  return opened.failed === undefined ? null : (
    <FailureNotice thrown={opened.failed} onRetry={opened.refresh} />
  );
}
