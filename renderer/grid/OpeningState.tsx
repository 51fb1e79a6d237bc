// A result on its way: windows and records so far, cancelling, and what came of it when it did not arrive.

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../components/Button.tsx';
import { FailureNotice } from '../components/FailureNotice.tsx';
import { Notice } from '../components/Notice.tsx';
import { Progress } from '../components/Progress.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import type { Opened } from './use-open-result.ts';
import { useLanguage } from '../i18n/i18n.ts';

export function OpeningState({ opened }: { readonly opened: Exclude<Opened, { state: 'open' }> }): ReactNode {
  const { t } = useTranslation('grid');
  const language = useLanguage();
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
  const { windowsDone, windowsTotal, records } = progress;
  return (
    <div className="opening-state">
      <Progress
        done={windowsDone}
        total={windowsTotal}
        label={t('opening')}
        figures={t('openingFigures', {
          done: windowsDone,
          total: windowsTotal,
          records: records.toLocaleString(language),
        })}
      />
      <Button onPress={cancel}>{t('cancel')}</Button>
    </div>
  );
}
