// A result that is being opened: windows and records so far, a button to cancel, and why it failed.

import type { ReactNode } from 'react';
import { useActivity } from '../../client/use-activity.ts';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Progress } from '../../components/Progress.tsx';
import { SampleDays } from '../../components/SampleDays.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import './opening-state.css';
import type { OpenProgress } from '../../client/open-source.ts';
import type { OpenResultState, Renewal } from './use-open-result.ts';

export function OpeningState({
  opened,
}: {
  readonly opened: Exclude<OpenResultState, { state: 'open' }>;
}): ReactNode {
  const { t } = useTranslation('grid');
  if (opened.state === 'failed') return <FailureNotice thrown={opened.thrown} onRetry={opened.again} />;
  if (opened.state === 'cancelled') {
    return (
      <Notice
        kind="info"
        title={t('cancelled')}
        actions={<Button onPress={opened.again}>{t('again')}</Button>}
      >
        {t('cancelledText')}
      </Notice>
    );
  }
  const { progress, cancel } = opened;
  if (progress === undefined) return <Skeleton />;
  return (
    <div className="opening-state">
      <Windows label={t('opening')} progress={progress} />
      <Button onPress={cancel}>{t('cancel')}</Button>
    </div>
  );
}

/** Shown beside the old rows, which stay until the new ones are loaded. */
export function Renewing({ renewal }: { readonly renewal: Renewal }): ReactNode {
  const { t } = useTranslation('grid');
  return (
    <div className="renewing">
      <Windows label={t('renewing')} progress={renewal.progress} />
      <Button onPress={renewal.cancel}>{t('cancel')}</Button>
    </div>
  );
}

interface WindowsProps {
  readonly label: string;
  readonly progress: OpenProgress | undefined;
}

/** How many windows are fetched; while the sample is still being generated, how far that is. */
function Windows({ label, progress }: WindowsProps): ReactNode {
  const { t } = useTranslation('grid');
  const language = useLanguage();
  const isMaking = useActivity()?.sampleDays !== undefined;
  if (isMaking) return <SampleDays />;
  if (progress === undefined) return <Progress done={0} label={label} figures="" />;
  const { windowsDone, windowsTotal, records } = progress;
  return (
    <Progress
      done={windowsDone}
      total={windowsTotal}
      // Until a request is planned, only what is stored is read.
      label={windowsTotal === 0 ? t('reading') : label}
      figures={
        windowsTotal === 0
          ? ''
          : t('openingFigures', {
              done: windowsDone,
              total: windowsTotal,
              records: records.toLocaleString(language),
            })
      }
    />
  );
}
