// The stored accounts: which one is connected, and the actions for each.

import { useState } from 'react';
import { useTranslation } from '../../text/text.ts';
import { LONGEST_ACCOUNT_NAME, type Connection } from '#shared/bridge/connection.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { TextField } from '../../components/TextField.tsx';
import type { Connecting } from '../welcome/use-connecting.ts';

type Account = Connection['accounts'][number];

interface AccountListProps {
  readonly connection: Connection;
  readonly connecting: Connecting;
}

export function AccountList({ connection, connecting }: AccountListProps) {
  const { t } = useTranslation('settings');
  const [asking, setAsking] = useState<{ readonly what: 'rename' | 'forget'; readonly account: Account }>();
  const close = (): void => setAsking(undefined);
  if (connection.accounts.length === 0) return null;
  return (
    <>
      <ul className="settings-accounts" aria-label={t('accounts')}>
        {connection.accounts.map((account) => {
          const isConnected = connection.mode === 'account' && connection.account === account.id;
          const { id, name, baseUrl } = account;
          return (
            <li key={id} className="settings-account">
              <span className="settings-account-name">
                <strong>{name}</strong>
                <code>{baseUrl}</code>
              </span>
              {isConnected ? (
                <span className="settings-account-connected">{t('connected')}</span>
              ) : (
                <Button
                  label={t('useAccountNamed', { name })}
                  isPending={connecting.pending === 'use'}
                  onPress={() => void connecting.switchAccount(id)}
                >
                  {t('useAccount')}
                </Button>
              )}
              <Button
                kind="quiet"
                label={t('renameAccountNamed', { name })}
                onPress={() => setAsking({ what: 'rename', account })}
              >
                {t('renameAccount')}
              </Button>
              <Button
                kind="quiet"
                label={t('forgetAccountNamed', { name })}
                onPress={() => setAsking({ what: 'forget', account })}
              >
                {t('forgetAccount')}
              </Button>
            </li>
          );
        })}
      </ul>
      {asking?.what === 'rename' && (
        <RenameDialog account={asking.account} connecting={connecting} onClose={close} />
      )}
      {asking?.what === 'forget' && (
        <ForgetDialog account={asking.account} connecting={connecting} onClose={close} />
      )}
    </>
  );
}

interface AccountDialogProps {
  readonly account: Account;
  readonly connecting: Connecting;
  readonly onClose: () => void;
}

function RenameDialog({ account, connecting, onClose }: AccountDialogProps) {
  const { t } = useTranslation('settings');
  const { t: shell } = useTranslation('shell');
  const [name, setName] = useState(account.name);
  // The first name is the host of the address, which may be longer.
  const isName = name.trim() !== '' && name.trim().length <= LONGEST_ACCOUNT_NAME;
  const rename = (): void => {
    onClose();
    void connecting.renameAccount(account.id, name);
  };
  return (
    <Dialog
      title={t('renameAccount')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shell('cancel')}</Button>
          <Button kind="primary" isDisabled={!isName} onPress={rename}>
            {t('renameAccount')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('accountName')}
        value={name}
        onChange={setName}
        maxLength={LONGEST_ACCOUNT_NAME}
        isRequired
      />
    </Dialog>
  );
}

function ForgetDialog({ account, connecting, onClose }: AccountDialogProps) {
  const { t } = useTranslation('settings');
  const { t: shell } = useTranslation('shell');
  const forget = (): void => {
    onClose();
    void connecting.forgetAccount(account.id);
  };
  return (
    <Dialog
      title={t('forgetAccountNamed', { name: account.name })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shell('cancel')}</Button>
          <Button kind="danger" onPress={forget}>
            {t('forgetAccount')}
          </Button>
        </>
      }
    >
      <p>{t('forgetAccountMeaning')}</p>
    </Dialog>
  );
}
