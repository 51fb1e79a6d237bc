// What went wrong in words, what to do, and the button that does it.

import { useTranslation } from 'react-i18next';
import { ERRORS, type ErrorCode } from '#shared/errors.ts';
import { failureOf, wordsOfFailure } from '../client/failure.ts';
import { useLanguage } from '../text/text.ts';
import { navigation } from '../app/navigation/navigation.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

/** Only new keys or another address help: the way leads to Settings. */
const SETTLED_IN_SETTINGS: ReadonlySet<ErrorCode> = new Set([
  'NOT_CONNECTED',
  'KEY_MISSING',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_THE_SERVICE',
]);

interface FailureNoticeProps {
  /** Whatever a bridge call threw. */
  readonly thrown: unknown;
  readonly onRetry?: (() => void) | undefined;
  /** On the screens that are about the connection themselves. */
  readonly withoutSettings?: boolean;
}

export function FailureNotice({ thrown, onRetry, withoutSettings = false }: FailureNoticeProps) {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const failure = failureOf(thrown);
  const { title, advice } = wordsOfFailure(failure, language);
  const settles = SETTLED_IN_SETTINGS.has(failure.code) && !withoutSettings;
  // After new keys the same question may be asked again, so the button is there even where a bare retry is useless.
  const retries = onRetry !== undefined && (ERRORS[failure.code].retry || settles);
  return (
    <Notice
      kind="error"
      title={title}
      actions={
        <>
          {settles && (
            <Button onPress={() => navigation.go({ screen: 'settings' })}>{t('openSettings')}</Button>
          )}
          {retries && <Button onPress={onRetry}>{t('retry')}</Button>}
        </>
      }
    >
      {advice}
    </Notice>
  );
}
