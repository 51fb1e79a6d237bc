// The exports of this window in the status bar, and their list: progress, cancel, where the files are.

import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Progress } from '../../components/Progress.tsx';
import { DownloadLink } from '../../components/WrittenFile.tsx';
import { CopyPath } from './CopyPath.tsx';
import { clearFinished, useExportJobs, type ExportJob } from './export-jobs.ts';
import { Reveal } from './Reveal.tsx';
import './exports.css';

export function ExportsIndicator({ className }: { readonly className: string }): ReactNode {
  const { t } = useTranslation('exports');
  const { t: shell } = useTranslation('shell');
  const jobs = useExportJobs((state) => state.jobs);
  const [isOpen, setOpen] = useState(false);
  if (jobs.length === 0) return null;
  const running = jobs.flatMap(({ now }) => (now.state === 'running' ? [now] : []));
  const sum = (of: 'written' | 'total'): number => running.reduce((so, each) => so + each[of], 0);
  const percent = Math.floor((100 * sum('written')) / Math.max(1, sum('total')));
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        {running.length > 0
          ? t('runningCount', { count: running.length, percent })
          : t('finishedCount', { count: jobs.length })}
      </button>
      <Dialog
        title={t('listTitle')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button onPress={clearFinished}>{t('clearFinished')}</Button>
            <Button kind="primary" onPress={() => setOpen(false)}>
              {shell('close')}
            </Button>
          </>
        }
      >
        <ul className="export-jobs">
          {jobs.map((job) => (
            <li key={job.id}>
              <JobState job={job} />
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

function JobState({ job: { now, cancel } }: { readonly job: ExportJob }): ReactNode {
  const { t } = useTranslation('exports');
  switch (now.state) {
    case 'running':
      return (
        <>
          <Progress done={now.written} total={now.total} label={t(now.checking ? 'checking' : 'writing')} />
          <Button kind="quiet" onPress={cancel} isDisabled={now.cancelling}>
            {now.cancelling ? t('cancelling') : t('cancelExport')}
          </Button>
        </>
      );
    case 'done':
      return (
        <>
          <code>{now.done.path}</code>
          <span>{t(now.done.complete ? 'doneComplete' : 'doneIncomplete')}</span>
          {now.done.download === undefined ? (
            <Reveal exportId={now.exportId} />
          ) : (
            <DownloadLink address={now.done.download} />
          )}
          <CopyPath path={now.done.path} />
        </>
      );
    case 'unwritable':
      return <span>{t('unwritableTitle', { count: now.characters.length })}</span>;
    case 'cancelled':
      return <span>{t('cancelled')}</span>;
    case 'failed':
      return <FailureNotice thrown={now.thrown} />;
  }
}
