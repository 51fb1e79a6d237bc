// What the window shows if it could not start: the error and a button to try again.

import { useTranslation } from '../text/text.ts';
import { FailureNotice } from '../components/FailureNotice.tsx';

export function StartFailure({ thrown }: { readonly thrown: unknown }) {
  const { t } = useTranslation('shell');
  return (
    <main className="start-failure">
      <h1>{t('startFailed')}</h1>
      <FailureNotice thrown={thrown} onRetry={() => window.location.reload()} withoutSettings />
    </main>
  );
}
