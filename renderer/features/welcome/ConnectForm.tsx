// Address and keys of an account. The keys exist only in the form's own fields: they are
// read when the form is submitted and cleared when it has succeeded.

import { useId, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from '../../text/text.ts';
import type { Connection } from '#shared/bridge/connection.ts';
import { isKeyQuestion } from '#shared/key-errors.ts';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import '../../components/Field.css';
import { failureOf } from '../../client/failure.ts';
import { KeychainProblem } from '../../components/KeychainProblem.tsx';
import { Notice } from '../../components/Notice.tsx';
import './ConnectForm.css';
import type { Connecting } from './use-connecting.ts';

interface ConnectFormProps {
  readonly connection: Connection;
  /** An address that was connected before. */
  readonly initialAddress?: string;
  readonly connecting: Connecting;
  /** Whether keys are stored for that address: a blank field keeps its key. */
  readonly stored?: StoredKeys;
  /** The account whose keys are changed. */
  readonly account?: string | undefined;
  /** One more account, even if the address has one. */
  readonly isAnother?: boolean;
  readonly onDone?: () => void;
  /** Set if the form is in a dialog. */
  readonly onCancel?: () => void;
}

export interface StoredKeys {
  readonly apiKey: boolean;
  readonly userKey: boolean;
}

const NO_STORED_KEYS: StoredKeys = { apiKey: false, userKey: false };

/** Whether keys sent there can be read on the network: no encryption, and not this computer. */
function sendsInClear(address: string): boolean {
  if (!isAddress(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !/^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

const isSameAddress = (typed: string, known: string): boolean =>
  typed.trim().replace(/\/+$/, '') === known && known !== '';

const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:\/\//i.test(text);

export function ConnectForm({
  connection,
  connecting,
  initialAddress = '',
  stored = NO_STORED_KEYS,
  account,
  isAnother = false,
  onDone,
  onCancel,
}: ConnectFormProps) {
  const { t } = useTranslation('welcome');
  const { t: shell } = useTranslation('shell');
  const ref = useRef<HTMLFormElement>(null);
  const [address, setAddress] = useState(initialAddress);
  const [problem, setProblem] = useState<'addressProblem' | 'keysProblem' | 'userKeyProblem'>();
  const isPending = connecting.pending === 'connect';
  // Keys of one address are never sent to another.
  const kept = isSameAddress(address, initialAddress) ? stored : NO_STORED_KEYS;

  const send = async (form: HTMLFormElement, mayAsk: boolean): Promise<void> => {
    const data = new FormData(form);
    const text = (name: string): string => String(data.get(name) ?? '').trim();
    const keys = {
      baseUrl: text('baseUrl'),
      apiKey: text('apiKey'),
      userKey: text('userKey'),
      mayAsk,
      ...(account === undefined ? {} : { account }),
      ...(isAnother ? { isAnother } : {}),
      ...(data.has('forSession') ? { forSession: true } : {}),
    };
    const lacksUserKey = !kept.userKey && keys.userKey === '';
    const lacksKeys = lacksUserKey || (!kept.apiKey && keys.apiKey === '');
    const ofKeys = !lacksKeys ? undefined : kept.apiKey ? 'userKeyProblem' : 'keysProblem';
    const wrong = isAddress(keys.baseUrl) ? ofKeys : 'addressProblem';
    setProblem(wrong);
    if (wrong !== undefined) return;
    const isConnected = await connecting.connect(keys);
    // A failure that is shown keeps the call that it came from, and with it this object.
    Object.assign(keys, { apiKey: '', userKey: '' });
    if (!isConnected) return;
    form.reset();
    setAddress(initialAddress);
    onDone?.();
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void send(event.currentTarget, true);
  };
  const failed = connecting.failed?.action === 'connect' ? connecting.failed : undefined;
  const isQuestion = failed !== undefined && isKeyQuestion(failureOf(failed.thrown).code);
  const useAnyway = (): void => {
    if (ref.current !== null) void send(ref.current, false);
  };

  return (
    <form ref={ref} className="connect-form" noValidate onSubmit={onSubmit} autoComplete="off">
      <Line
        name="baseUrl"
        label={t('address')}
        hint={t('addressHint')}
        initial={initialAddress}
        onType={setAddress}
        takesFocus={onCancel !== undefined}
      />
      {sendsInClear(address.trim()) && (
        <Notice kind="warning" title={t('inClear')}>
          {t('inClearAdvice')}
        </Notice>
      )}
      <Line name="apiKey" label={t('apiKey')} hint={t(kept.apiKey ? 'blankKeeps' : 'apiKeyHint')} isSecret />
      <Line
        name="userKey"
        label={t('userKey')}
        hint={t(kept.userKey ? 'blankKeeps' : 'userKeyHint')}
        isSecret
      />
      <label className="connect-form-session">
        <input type="checkbox" name="forSession" />
        {t('forSession')}
      </label>
      <KeyPlace connection={connection} />
      <KeychainProblem
        connection={connection}
        isPending={connecting.pending === 'retry'}
        onRetry={() => void connecting.retryKeychain()}
      />
      {problem !== undefined && (
        <p className="field-problem" role="alert">
          {t(problem)}
        </p>
      )}
      {failed !== undefined && <FailureNotice thrown={failed.thrown} withoutSettings />}
      <div className="connect-form-actions">
        <Button type="submit" isPending={isPending}>
          {t(isPending ? 'checking' : 'connect')}
        </Button>
        {isQuestion && <Button onPress={useAnyway}>{t('useAnyway')}</Button>}
        {onCancel !== undefined && <Button onPress={onCancel}>{shell('cancel')}</Button>}
        <span className="field-hint">{t('oneRequest')}</span>
      </div>
    </form>
  );
}

interface LineProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly initial?: string;
  readonly isSecret?: boolean;
  readonly onType?: (text: string) => void;
  /** In a dialog the first field takes the focus. */
  readonly takesFocus?: boolean;
}

const takeFocus = (field: HTMLInputElement | null): void => field?.focus();

function Line({ name, label, hint, initial = '', isSecret = false, onType, takesFocus = false }: LineProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <input
        id={id}
        ref={takesFocus ? takeFocus : undefined}
        name={name}
        className="field-input"
        type={isSecret ? 'password' : 'url'}
        defaultValue={initial}
        onChange={(event) => onType?.(event.target.value)}
        maxLength={2048}
        spellCheck={false}
        // The browser must neither save it in a password store nor fill it in from there.
        autoComplete={isSecret ? 'new-password' : 'off'}
        aria-describedby={`${id}-hint`}
      />
      <p id={`${id}-hint`} className="field-hint">
        {hint}
      </p>
    </div>
  );
}

/** Says in advance where the user key will be stored. */
function KeyPlace({ connection }: { readonly connection: Connection }) {
  const { t } = useTranslation('welcome');
  return (
    <p className="connect-form-place">
      {t(connection.keychain.available ? 'keyInKeychain' : 'keyInSession')}
    </p>
  );
}
