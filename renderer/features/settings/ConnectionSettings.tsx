// The connected service, where the user key is stored, and the actions that change them.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '#shared/bridge/connection.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { serviceHost } from '../../components/format.ts';
import { useLanguage } from '../../text/text.ts';
import { ConnectForm } from '../welcome/ConnectForm.tsx';
import { useConnecting, type Connecting } from '../welcome/use-connecting.ts';

export function ConnectionSettings({ connection }: { readonly connection: Connection }) {
  const { t } = useTranslation('settings');
  const connecting = useConnecting();
  const isAccount = connection.mode === 'account';
  return (
    <>
      <dl className="settings-facts">
        <dt>{t('mode')}</dt>
        <dd>{t(`modes.${connection.mode}`)}</dd>
        {connection.baseUrl !== undefined && (
          <>
            <dt>{t('address')}</dt>
            <dd>
              <code>{connection.baseUrl}</code>
            </dd>
          </>
        )}
        {isAccount && (
          <>
            <dt>{t('userKey')}</dt>
            <dd>{t(`keys.${connection.userKey}`)}</dd>
          </>
        )}
      </dl>
      <KeychainProblem connection={connection} />
      <Actions connection={connection} connecting={connecting} />
    </>
  );
}

/** Why the key is kept for the session only; nothing if there is a keychain or no key is needed. */
function KeychainProblem({ connection }: { readonly connection: Connection }) {
  const { t } = useTranslation('settings');
  const language = useLanguage();
  const { available, problem } = connection.keychain;
  if (available || connection.mode !== 'account') return null;
  return (
    <Notice kind="info" title={t('noKeychain')}>
      {problem?.[language]}
    </Notice>
  );
}

interface ActionsProps {
  readonly connection: Connection;
  readonly connecting: Connecting;
}

function Actions({ connection, connecting }: ActionsProps) {
  const { t } = useTranslation('settings');
  const { t: shell } = useTranslation('shell');
  const [formOpen, setFormOpen] = useState(false);
  const [asking, setAsking] = useState<'forget' | 'disconnect'>();
  const isAccount = connection.mode === 'account';
  const { accountBaseUrl } = connection;
  // Blank keys keep the stored ones of the address.
  const returnTo = (baseUrl: string): void => void connecting.connect({ baseUrl, apiKey: '', userKey: '' });
  const holdsKey = connection.userKey === 'keychain' || connection.userKey === 'session';
  const confirm = (): void => {
    const act = asking === 'forget' ? connecting.forgetKey : connecting.disconnect;
    setAsking(undefined);
    void act();
  };
  return (
    <div className="settings-actions">
      {!isAccount && accountBaseUrl !== undefined && (
        <Button isPending={connecting.pending === 'connect'} onPress={() => returnTo(accountBaseUrl)}>
          {t('returnToAccount', { host: serviceHost(accountBaseUrl) ?? accountBaseUrl })}
        </Button>
      )}
      <Button onPress={() => setFormOpen(true)}>{t(isAccount ? 'changeAccount' : 'connectAccount')}</Button>
      {isAccount && (
        <Button isPending={connecting.pending === 'sample'} onPress={() => void connecting.trySample()}>
          {t('useSample')}
        </Button>
      )}
      {isAccount && holdsKey && <Button onPress={() => setAsking('forget')}>{t('forgetKey')}</Button>}
      <Button onPress={() => setAsking('disconnect')}>{t('disconnect')}</Button>

      <Dialog
        title={t(isAccount ? 'changeAccount' : 'connectAccount')}
        isOpen={formOpen}
        onClose={() => setFormOpen(false)}
      >
        <ConnectForm
          connection={connection}
          connecting={connecting}
          initialAddress={accountBaseUrl ?? ''}
          stored={{
            apiKey: accountBaseUrl !== undefined,
            // For the sample, `userKey` is the sample's own key.
            userKey: accountBaseUrl !== undefined && !(isAccount && connection.userKey === 'absent'),
          }}
          onDone={() => setFormOpen(false)}
          onCancel={() => setFormOpen(false)}
        />
      </Dialog>
      <Dialog
        title={t(asking === 'forget' ? 'forgetKey' : 'disconnect')}
        isOpen={asking !== undefined}
        onClose={() => setAsking(undefined)}
        actions={
          <>
            <Button onPress={() => setAsking(undefined)}>{shell('cancel')}</Button>
            <Button kind="danger" onPress={confirm}>
              {t(asking === 'forget' ? 'forgetKey' : 'disconnect')}
            </Button>
          </>
        }
      >
        <p>{t(asking === 'forget' ? 'forgetMeaning' : 'disconnectMeaning')}</p>
      </Dialog>
      {connecting.failed !== undefined && !formOpen && (
        <FailureNotice thrown={connecting.failed.thrown} withoutSettings />
      )}
    </div>
  );
}
