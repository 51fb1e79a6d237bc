// Why the keychain does not hold or give out the key, what to do, and the button that asks it again.

import type { Connection } from '#shared/bridge/connection.ts';
import { ERRORS, wordsOf } from '#shared/errors.ts';
import { useLanguage, useTranslation } from '../text/text.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

interface KeychainProblemProps {
  readonly connection: Connection;
  readonly onRetry: () => void;
  readonly isPending: boolean;
}

/** Nothing if the keychain answers, or no key is needed. */
export function KeychainProblem({ connection, onRetry, isPending }: KeychainProblemProps) {
  const { t } = useTranslation('settings');
  const language = useLanguage();
  const { problem } = connection.keychain;
  if (problem === undefined || connection.mode === 'sample') return null;
  const { title, advice } = wordsOf(problem.code, problem.values, language);
  // A portable program has no keychain that could answer later.
  const mayAnswer = ERRORS[problem.code].retry;
  return (
    <Notice
      kind={connection.userKey === 'unread' ? 'warning' : 'info'}
      title={title}
      actions={
        mayAnswer && (
          <Button isPending={isPending} onPress={onRetry}>
            {t('askKeychainAgain')}
          </Button>
        )
      }
    >
      {advice}
      {connection.userKey === 'session' && mayAnswer && <> {t('keptForSession')}</>}
    </Notice>
  );
}
