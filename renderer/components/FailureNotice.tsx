// An error: what happened, what to do, and the button for it.

import { ERRORS, type ErrorCode } from '#shared/errors.ts';
import { KEYCHAIN_CODES } from '#shared/keychain-errors.ts';
import { failureOf, wordsOfFailure } from '../client/failure.ts';
import { useLanguage, useTranslation } from '../text/text.ts';
import { navigation } from '../app/navigation/navigation.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

/** Only new keys or another address help, so the notice links to Settings. */
const SETTLED_IN_SETTINGS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'NOT_CONNECTED',
  'KEY_MISSING',
  'KEY_UNSENDABLE',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_THE_SERVICE',
  ...KEYCHAIN_CODES,
]);

interface FailureNoticeProps {
  /** Whatever a bridge call threw. */
  readonly thrown: unknown;
  readonly onRetry?: (() => void) | undefined;
  /** Of a notice that nothing else removes. */
  readonly onClose?: () => void;
  /** For screens that change the connection themselves. */
  readonly withoutSettings?: boolean;
}

export function FailureNotice({ thrown, onRetry, onClose, withoutSettings = false }: FailureNoticeProps) {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const failure = failureOf(thrown);
  const { title, advice } = wordsOfFailure(failure, language);
  const settles = SETTLED_IN_SETTINGS.has(failure.code) && !withoutSettings;
  // With new keys the same request may succeed, so the button is shown even if a retry alone is useless.
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
          {onClose !== undefined && <Button onPress={onClose}>{t('close')}</Button>}
        </>
      }
    >
      {advice}
    </Notice>
  );
}
