// The downloads screen: one selection of tables and days for the plan, the jobs, the stored days and the disk.

import type { ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import type { DownloadSelection } from '#shared/bridge/downloads.ts';
import { isUnderWay, useJobs } from '../../client/use-jobs.ts';
import { useToday } from '../../client/use-today.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { navigation } from '../../app/navigation/navigation.ts';
import { DiskUse } from './DiskUse.tsx';
import { StoredCalendar } from './StoredCalendar.tsx';
import { JobList } from './JobList.tsx';
import { Plan } from './Plan.tsx';
import { selectionOf, type DownloadsScreenProps } from './selection.ts';
import { SelectionForm } from './SelectionForm.tsx';
import './downloads.css';

export function DownloadsScreen(props: DownloadsScreenProps): ReactNode {
  const { t } = useTranslation('downloads');
  const jobs = useJobs();
  const today = useToday();
  const isBusy = jobs?.some(isUnderWay) === true;
  // The stored days change with every request that a job completes, and once more when it ends.
  const done = jobs?.reduce((sum, job) => sum + job.windowsDone, 0) ?? 0;
  const age = `${jobs?.length ?? 0}.${isBusy ? 'busy' : 'idle'}.${done}`;

  if (today === undefined) return <PageHeader title={t('title')} subtitle={t('subtitle')} />;
  const selection = selectionOf(props, today);
  const show = (next: Partial<DownloadSelection>): void => {
    navigation.replace({ screen: 'downloads', ...selection, ...next });
  };
  const isReversed = selection.from > selection.to;
  const isAskable = selection.tables.length > 0 && !isReversed;
  return (
    <div className="downloads">
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <SelectionForm selection={selection} today={today} onChange={show} />
      {isReversed ? <p className="field-problem downloads-problem">{t('reversed')}</p> : null}
      {selection.tables.length === 0 ? <EmptyState title={t('noTables')} text={t('noTablesText')} /> : null}
      {isAskable ? <Plan selection={selection} age={age} isFirst={jobs?.length === 0} /> : null}
      <JobList jobs={jobs} />
      {isAskable ? <StoredCalendar selection={selection} age={age} /> : null}
      <DiskUse age={age} selection={selection} />
    </div>
  );
}
