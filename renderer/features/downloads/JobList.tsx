// The jobs, newest first: the active ones and those that ended.

import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import type { Job } from '#shared/bridge/downloads.ts';
import { useBridge } from '../../client/bridge.tsx';
import { isUnderWay } from '../../client/use-jobs.ts';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import type { JobButton } from './job-words.ts';
import { JobRow } from './JobRow.tsx';
import { ActionTable, NothingNote, Section } from './Section.tsx';

const HEADS = ['what', 'state', 'progress', 'records', 'received', 'rate', 'remaining'] as const;
const NUMBERS: ReadonlySet<(typeof HEADS)[number]> = new Set(['records', 'received', 'rate', 'remaining']);

export function JobList({ jobs }: { readonly jobs: readonly Job[] | undefined }): ReactNode {
  const { t } = useTranslation('downloads');
  const { client } = useBridge();
  const act = useMutation({
    mutationFn: async ({ action, id }: { readonly action: JobButton; readonly id: string }) => {
      await client.downloads[action]({ id });
    },
  });
  const ended = jobs?.filter((job) => !isUnderWay(job)) ?? [];
  return (
    <Section
      title={t('jobs')}
      actions={
        ended.length > 1 ? (
          <Button
            kind="quiet"
            onPress={() => ended.forEach(({ id }) => act.mutate({ action: 'forget', id }))}
          >
            {t('clearEnded')}
          </Button>
        ) : undefined
      }
    >
      {act.isError ? <FailureNotice thrown={act.error} /> : null}
      {jobs === undefined ? (
        <Skeleton rows={2} />
      ) : jobs.length === 0 ? (
        <NothingNote title={t('noJobs')} text={t('noJobsText')} />
      ) : (
        <div className="downloads-jobs">
          <ActionTable heads={HEADS.map((head) => ({ label: t(head), isNumber: NUMBERS.has(head) }))}>
            {jobs.map((job) => (
              <JobRow key={job.id} job={job} onAction={(action) => act.mutate({ action, id: job.id })} />
            ))}
          </ActionTable>
        </div>
      )}
    </Section>
  );
}
