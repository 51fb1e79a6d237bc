import { ORPCError } from '@orpc/client';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { ofHorse } from '#shared/annotations/annotation.ts';
import type { Connection } from '#shared/bridge/connection.ts';
import type { LearnedReading } from '#shared/bridge/readings.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge, SAMPLE } from '../../testing/fake-bridge.ts';
import { SettingsScreen } from './SettingsScreen.tsx';

const ACCOUNT: Connection = {
  mode: 'account',
  baseUrl: 'https://api.example.com',
  accountBaseUrl: 'https://api.example.com',
  account: 'https://api.example.com',
  accounts: [{ id: 'https://api.example.com', name: 'api.example.com', baseUrl: 'https://api.example.com' }],
  userKey: 'keychain',
  keychain: { available: true },
};

afterEach(cleanup);

describe('the settings', () => {
  it('show where the key is stored, and forget it only after a confirmation', async () => {
    let forgotten = 0;
    const client = fakeBridge({
      connection: {
        status: async () => ACCOUNT,
        forgetKey: async () => {
          forgotten += 1;
          return { ...ACCOUNT, userKey: 'absent' };
        },
      },
    });
    await draw(<SettingsScreen />, client);
    const user = userEvent.setup();
    expect(await screen.findByText('In this computer’s keychain')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Forget the key' }));
    expect(forgotten).toBe(0);
    const dialog = await screen.findByRole('dialog', { name: 'Forget the key' });
    await user.click(within(dialog).getByRole('button', { name: 'Forget the key' }));
    expect(forgotten).toBe(1);
    expect(await screen.findByText('Not set')).toBeDefined();
  });

  it('can forget again the key that the keychain may still have', async () => {
    let tries = 0;
    const old: Connection = {
      ...ACCOUNT,
      userKey: 'absent',
      keychain: { available: true, mayHaveOldKey: true },
    };
    const client = fakeBridge({
      connection: {
        status: async () => old,
        forgetKey: async () => {
          tries += 1;
          if (tries === 1)
            throw new ORPCError('RAILBIRD', { defined: true, data: { code: 'KEYCHAIN_KEPT' } });
          return { ...ACCOUNT, userKey: 'absent' };
        },
      },
    });
    await draw(<SettingsScreen />, client);
    const user = userEvent.setup();
    const forget = async () => {
      await user.click(await screen.findByRole('button', { name: 'Forget the key' }));
      await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Forget the key' }));
    };
    expect(await screen.findByText(/^Not set, but the keychain may still/)).toBeDefined();
    await forget();
    expect(await screen.findByText('The key may still be in the keychain')).toBeDefined();
    await forget();
    expect(await screen.findByText('Not set')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Forget the key' })).toBeNull();
  });

  it('import marks of code page 932, and show the note that gave way', async () => {
    const texts: string[] = [];
    const client = fakeBridge({
      connection: { status: async () => ACCOUNT },
      annotations: {
        list: async () => [],
        adopt: async ({ text }: { text: string }) => {
          texts.push(text);
          const left = { ...ofHorse('HX1'), name: 'Alpha', note: 'two pages of thoughts' };
          return { added: 2, changed: 1, kept: 0, notesLeft: [left], bad: 12, badLines: [3, 7] };
        },
      },
    });
    await draw(<SettingsScreen />, client);
    const input = (await screen.findByRole('heading', { name: 'Marks and notes' }))
      .closest('section')
      ?.querySelector<HTMLInputElement>('input[type=file]');
    // 外枠
    const file = new File([Uint8Array.of(0x8a, 0x4f, 0x98, 0x67)], 'marks.jsonl');
    await userEvent.setup().upload(input as HTMLInputElement, file);
    const done = '2 added, 1 changed, 0 left as they were. 12 lines of the file could not be read: 3, 7, ….';
    expect(await screen.findByText(done)).toBeDefined();
    expect(screen.getByText('Alpha (HX1): two pages of thoughts')).toBeDefined();
    expect(texts).toEqual(['外枠']);
  });

  it('undo an import of marks after a confirmation, and say what stays', async () => {
    let isUndone = false;
    const client = fakeBridge({
      connection: { status: async () => ACCOUNT },
      annotations: {
        list: async () => [],
        undoable: async () => (isUndone ? null : { name: 'friend.jsonl', at: 1_795_000_000_000, count: 3 }),
        undoImport: async () => {
          isUndone = true;
          return { removed: 2, restored: 1, changedSince: 1 };
        },
      },
    });
    await draw(<SettingsScreen />, client);
    const user = userEvent.setup();
    expect(
      await screen.findByText(/^Last import: friend\.jsonl, 2026-11-18 \S+ \(Tokyo\)\. 3 marks/),
    ).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Undo the import…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo the import?' }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(isUndone).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Undo the import…' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Undo' }));
    const done = 'Import undone: 2 removed, 1 put back. 1 was changed since then and stays.';
    expect(await screen.findByText(done)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Undo the import…' })).toBeNull();
  });

  it('require only the user key after it was forgotten, and keep the application key', async () => {
    const sent: unknown[] = [];
    const client = fakeBridge({
      connection: {
        status: async () => ({ ...ACCOUNT, userKey: 'absent' }),
        connect: async (input: unknown) => {
          sent.push(structuredClone(input));
          return ACCOUNT;
        },
      },
    });
    await draw(<SettingsScreen />, client);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Change address or keys' }));
    const form = within(await screen.findByRole('dialog', { name: 'Change address or keys' }));
    expect(form.getAllByText(/Your key is saved/)).toHaveLength(1);
    await user.click(form.getByRole('button', { name: 'Connect' }));
    expect(form.getByRole('alert').textContent).toBe('Enter the user key.');
    await user.type(form.getByLabelText('User key'), 'user-canary');
    await user.click(form.getByRole('button', { name: 'Connect' }));
    const { baseUrl, account } = ACCOUNT;
    expect(sent).toEqual([{ baseUrl, account, apiKey: '', userKey: 'user-canary', mayAsk: true }]);
  });

  it('stay as they are when the form is closed while keys are checked, and nothing is said of these', async () => {
    const given: AbortSignal[] = [];
    const client = fakeBridge({
      connection: {
        status: async () => ACCOUNT,
        connect: (_: unknown, { signal }: { signal: AbortSignal }) => {
          given.push(signal);
          return new Promise((_done, failed) => {
            signal.addEventListener('abort', () => failed(new Error('aborted')));
          });
        },
      } as never,
    });
    await draw(<SettingsScreen />, client);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Change address or keys' }));
    const form = within(await screen.findByRole('dialog', { name: 'Change address or keys' }));
    await user.type(form.getByLabelText('User key'), 'user-canary');
    await user.click(form.getByRole('button', { name: 'Connect' }));
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    expect(given.map(({ aborted }) => aborted)).toEqual([true]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('show what was learned about the service, and forget it, at the second try too', async () => {
    let tries = 0;
    let learned: LearnedReading[] = [
      { kind: 'after', detail: '', since: 1 },
      { kind: 'tooMuch', detail: '403', since: 1 },
      { kind: 'nothing', detail: 'null', since: 1 },
      { kind: 'longest', detail: 'd_se', days: 9, since: 1 },
    ];
    const client = fakeBridge({
      connection: { status: async () => ACCOUNT },
      readings: {
        list: async () => learned,
        forget: async () => {
          tries += 1;
          if (tries === 1) throw new Error('busy');
          return (learned = []);
        },
      },
    });
    await draw(<SettingsScreen />, client);
    const section = within(
      await screen.findByRole('region', { name: 'What Railbird learned about the service' }),
    );
    const items = await section.findAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent.replace(/ \(.*\)$/, ''))).toEqual([
      'It omits the last day of a period, so Railbird requests one day more.',
      'If a period is too long, it responds with status 403.',
      'If nothing matches, it sends null instead of records.',
      `${TABLES.d_se.label.en}: it rejects periods of 9 days or more.`,
    ]);
    const user = userEvent.setup();
    await user.click(section.getByRole('button', { name: 'Forget and test again' }));
    expect(await section.findByText(/^Something went wrong/)).toBeDefined();
    expect(section.getAllByRole('listitem')).toHaveLength(4);
    await user.click(section.getByRole('button', { name: 'Try again' }));
    expect(await section.findByText(/^Nothing so far/)).toBeDefined();
  });

  it('say of a portable program that the key is entered at each start', async () => {
    const portable: Connection = {
      ...ACCOUNT,
      userKey: 'session',
      keychain: { available: false, problem: { code: 'KEYCHAIN_PORTABLE', values: {} } },
    };
    const client = fakeBridge({
      connection: { status: async () => portable },
      app: {
        about: async () => ({
          version: '1.0.0',
          host: 'electron',
          today: '20261120',
          dataDir: '/media/stick/railbird-data',
          isPortable: true,
        }),
      },
    });
    await draw(<SettingsScreen />, client);
    expect(await screen.findByText('Portable: the user key is not kept on this computer')).toBeDefined();
    expect(screen.getByText(/this folder lies beside the program/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('never use the keys of one address for another', async () => {
    await draw(<SettingsScreen />, fakeBridge({ connection: { status: async () => ACCOUNT } }));
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Change address or keys' }));
    const form = within(await screen.findByRole('dialog', { name: 'Change address or keys' }));
    expect(form.getAllByText(/Your key is saved/)).toHaveLength(2);
    await user.type(form.getByLabelText('Service address'), '.other');
    expect(form.queryByText(/Your key is saved/)).toBeNull();
  });

  it('switch to the sample and back to the account with its stored keys', async () => {
    const sent: unknown[] = [];
    const client = fakeBridge({
      connection: {
        status: async () => ACCOUNT,
        trySample: async () => ({ ...ACCOUNT, ...SAMPLE, accounts: ACCOUNT.accounts }),
        switchAccount: async (input: unknown) => {
          sent.push(input);
          return ACCOUNT;
        },
      },
    });
    await draw(<SettingsScreen />, client);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Use sample data' }));
    await user.click(await screen.findByRole('button', { name: 'Back to your account (api.example.com)' }));
    expect(sent).toEqual([{ account: 'https://api.example.com' }]);
    expect(await screen.findByText('Your account')).toBeDefined();
  });

  it('list the accounts, and switch, rename, forget and add them', async () => {
    const other = { id: 'https://other.example', name: 'Second plan', baseUrl: 'https://other.example' };
    const two: Connection = { ...ACCOUNT, accounts: [...ACCOUNT.accounts, other] };
    const sent: unknown[] = [];
    // A copy, as the bridge makes one: the form empties its own afterwards, so that no key stays in the window.
    const receive = (input: unknown) => {
      sent.push(structuredClone(input));
      return two;
    };
    const client = fakeBridge({
      connection: {
        status: async () => two,
        switchAccount: async (input: unknown) => receive(input),
        renameAccount: async (input: unknown) => receive(input),
        forgetAccount: async (input: unknown) => receive(input),
        connect: async (input: unknown) => receive(input),
      },
    });
    await draw(<SettingsScreen />, client);
    const user = userEvent.setup();
    const list = within(await screen.findByRole('list', { name: 'Accounts' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Connected'),
      expect.stringContaining('Use'),
    ]);
    await user.click(list.getByRole('button', { name: 'Use Second plan' }));
    await user.click(list.getByRole('button', { name: 'Rename Second plan' }));
    const name = await screen.findByLabelText<HTMLInputElement>('Name');
    await user.type(name, ' B');
    expect(name.maxLength).toBe(80);
    const dialog = () => within(screen.getByRole('dialog'));
    await user.click(dialog().getByRole('button', { name: 'Rename' }));
    await user.click(list.getByRole('button', { name: 'Forget Second plan' }));
    await user.click(dialog().getByRole('button', { name: 'Forget' }));
    await user.click(screen.getByRole('button', { name: 'Add an account' }));
    await user.type(dialog().getByLabelText('User key'), 'user-canary');
    await user.click(dialog().getByRole('checkbox'));
    await user.click(dialog().getByRole('button', { name: 'Connect' }));
    const { baseUrl } = ACCOUNT;
    expect(sent).toEqual([
      { account: other.id },
      { account: other.id, name: 'Second plan B' },
      { account: other.id },
      { baseUrl, apiKey: '', userKey: 'user-canary', isAnother: true, forSession: true, mayAsk: true },
    ]);
  });

  it('say why the keychain does not give out the key, and ask it again', async () => {
    const locked: Connection = {
      ...ACCOUNT,
      userKey: 'unread',
      keychain: { available: true, problem: { code: 'KEYCHAIN_LOST', values: {} } },
    };
    const client = fakeBridge({
      connection: { status: async () => locked, retryKeychain: async () => ACCOUNT },
    });
    await draw(<SettingsScreen />, client);
    expect(await screen.findByText(/which does not give it out now/)).toBeDefined();
    expect(screen.getByText(/unlock it and try again/)).toBeDefined();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('In this computer’s keychain')).toBeDefined();
    expect(screen.queryByText(/unlock it and try again/)).toBeNull();
  });

  it('show a choice at once and store it', async () => {
    const kept: unknown[] = [];
    const client = fakeBridge({
      settings: {
        update: async (change: { theme?: 'dark' }) => {
          kept.push(change);
          return { language: 'en', theme: change.theme ?? 'light', density: 'normal' };
        },
      },
    });
    await draw(<SettingsScreen />, client);
    const theme = await screen.findByLabelText<HTMLSelectElement>('Theme');
    await userEvent.setup().selectOptions(theme, 'Dark');
    expect(kept).toEqual([{ theme: 'dark' }]);
    await waitFor(() => expect(theme.value).toBe('dark'));
  });
});
