// The welcome screen: what Railbird is, the sample that needs no account, and the form that connects one.

import type { ReactNode } from 'react';
import type { Connection } from '#shared/bridge/connection.ts';
import { useSettings } from '../../client/use-settings.ts';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Select } from '../../components/Select.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { ConnectForm } from './ConnectForm.tsx';
import { useConnecting } from './use-connecting.ts';
import './WelcomeScreen.css';

const LANGUAGE_NAMES = [
  { id: 'en', label: 'English' },
  { id: 'ja', label: '日本語' },
] as const;

interface WelcomeScreenProps {
  readonly connection: Connection;
  /** If damaged settings were quarantined, the app starts here, with a notice above the screen. */
  readonly notices?: ReactNode;
}

export function WelcomeScreen({ connection, notices }: WelcomeScreenProps) {
  const { t } = useTranslation('welcome');
  const language = useLanguage();
  const { update } = useSettings();
  const connecting = useConnecting();
  const isPending = connecting.pending === 'sample';
  return (
    <main className="welcome">
      {notices}
      <div className="welcome-column">
        <header className="welcome-head">
          <h1>Railbird</h1>
          <Select
            label={t('language')}
            hideLabel
            options={LANGUAGE_NAMES}
            value={language}
            onChange={(id) => update({ language: id })}
          />
        </header>
        <p className="welcome-sentence">{t('sentence')}</p>

        <section aria-labelledby="welcome-sample" className="welcome-section">
          <h2 id="welcome-sample">{t('sampleTitle')}</h2>
          <p>{t('sampleText')}</p>
          <div>
            <Button kind="primary" isPending={isPending} onPress={() => void connecting.trySample()}>
              {t(isPending ? 'samplePreparing' : 'trySample')}
            </Button>
          </div>
          {connecting.failed?.action === 'sample' && (
            <FailureNotice
              thrown={connecting.failed.thrown}
              withoutSettings
              onRetry={() => void connecting.trySample()}
            />
          )}
        </section>

        {connection.accounts.length > 0 && (
          <section aria-labelledby="welcome-accounts" className="welcome-section">
            <h2 id="welcome-accounts">{t('yourAccounts')}</h2>
            <div className="welcome-accounts">
              {connection.accounts.map(({ id, name }) => (
                <Button
                  key={id}
                  isPending={connecting.pending === 'use'}
                  onPress={() => void connecting.switchAccount(id)}
                >
                  {t('useAccount', { name })}
                </Button>
              ))}
            </div>
            {connecting.failed?.action === 'use' && (
              <FailureNotice thrown={connecting.failed.thrown} withoutSettings />
            )}
          </section>
        )}

        <section aria-labelledby="welcome-account" className="welcome-section">
          <h2 id="welcome-account">{t('accountTitle')}</h2>
          <p>{t('accountText')}</p>
          <ConnectForm connection={connection} connecting={connecting} />
        </section>
      </div>
    </main>
  );
}
