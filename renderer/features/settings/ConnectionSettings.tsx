// The connected service, where the user key is stored, and the actions that change them.

import { useState } from 'react';
import { useTranslation } from '../../text/text.ts';
import type { Connection } from '#shared/bridge/connection.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { KeychainProblem } from '../../components/KeychainProblem.tsx';
import { serviceHost } from '../../components/format.ts';
import { AccountList } from './AccountList.tsx';
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
            <dd>{t(`keys.${hasOldKey(connection) ? 'old' : connection.userKey}`)}</dd>
          </>
        )}
      </dl>
      <KeychainProblem
        connection={connection}
        isPending={connecting.pending === 'retry'}
        onRetry={() => void connecting.retryKeychain()}
      />
      <AccountList connection={connection} connecting={connecting} />
      <Actions connection={connection} connecting={connecting} />
    </>
  );
}

/** The keychain did not confirm that it deleted the last key. */
const hasOldKey = ({ userKey, keychain }: Connection): boolean =>
  userKey === 'absent' && keychain.mayHaveOldKey === true;

interface ActionsProps {
  readonly connection: Connection;
  readonly connecting: Connecting;
}

function Actions({ connection, connecting }: ActionsProps) {
  const { t } = useTranslation('settings');
  const { t: shell } = useTranslation('shell');
  const [form, setForm] = useState<'change' | 'another'>();
  const formOpen = form !== undefined;
  const closeForm = (): void => {
    connecting.giveUp();
    setForm(undefined);
  };
  const [asking, setAsking] = useState<'forget' | 'disconnect'>();
  const isAccount = connection.mode === 'account';
  const { accountBaseUrl, account } = connection;
  const isAnother = form === 'another';
  const hasAccounts = connection.accounts.length > 0;
  const formTitle = t(isAnother ? (hasAccounts ? 'addAccount' : 'connectAccount') : 'changeAccount');
  const holdsKey = ['keychain', 'session', 'unread'].includes(connection.userKey) || hasOldKey(connection);
  const confirm = (): void => {
    const act = asking === 'forget' ? connecting.forgetKey : connecting.disconnect;
    setAsking(undefined);
    void act();
  };
  return (
    <div className="settings-actions">
      {!isAccount && account !== undefined && accountBaseUrl !== undefined && (
        <Button
          isPending={connecting.pending === 'use'}
          onPress={() => void connecting.switchAccount(account)}
        >
          {t('returnToAccount', { host: serviceHost(accountBaseUrl) ?? accountBaseUrl })}
        </Button>
      )}
      {isAccount && <Button onPress={() => setForm('change')}>{t('changeAccount')}</Button>}
      <Button onPress={() => setForm('another')}>{t(hasAccounts ? 'addAccount' : 'connectAccount')}</Button>
      {isAccount && (
        <Button isPending={connecting.pending === 'sample'} onPress={() => void connecting.trySample()}>
          {t('useSample')}
        </Button>
      )}
      {isAccount && holdsKey && <Button onPress={() => setAsking('forget')}>{t('forgetKey')}</Button>}
      <Button onPress={() => setAsking('disconnect')}>{t('disconnect')}</Button>

      <Dialog title={formTitle} isOpen={formOpen} onClose={closeForm}>
        <ConnectForm
          connection={connection}
          connecting={connecting}
          initialAddress={accountBaseUrl ?? ''}
          stored={{
            apiKey: accountBaseUrl !== undefined,
            userKey: !isAnother && connection.userKey !== 'absent',
          }}
          {...(isAnother ? { isAnother } : { account })}
          onDone={closeForm}
          onCancel={closeForm}
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
