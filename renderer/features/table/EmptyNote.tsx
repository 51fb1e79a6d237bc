// A line under the bar: how many empty columns were hidden, and a button that shows them again.

import type { ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import type { ResultState } from './use-result.ts';

export function EmptyNote({ empty }: Pick<ResultState, 'empty'>): ReactNode {
  const { t } = useTranslation('summary');
  const { t: views } = useTranslation('views');
  const { hidden, thrown } = empty;
  if (thrown !== undefined) return <FailureNotice thrown={thrown} onRetry={empty.hide} />;
  if (hidden === undefined) return null;
  return (
    <div className="view-note" role="status">
      <span>{hidden === 0 ? t('noneEmpty') : t('hiddenEmpty', { count: hidden })}</span>
      {hidden === 0 ? null : (
        <Button kind="quiet" onPress={empty.undo}>
          {views('undo')}
        </Button>
      )}
      <IconButton label={views('closeNote')} onPress={empty.forget}>
        ×
      </IconButton>
    </div>
  );
}
