import { createORPCErrorFromJson } from '@orpc/client';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Connection } from '#shared/bridge/connection.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge, SAMPLE } from '../../testing/fake-bridge.ts';
import { WelcomeScreen } from './WelcomeScreen.tsx';

const NONE: Connection = {
  mode: 'none',
  accounts: [],
  userKey: 'absent',
  keychain: { available: false, problem: { code: 'KEYCHAIN_NO_SERVICE', values: {} } },
};

const refused = (code: string) =>
  createORPCErrorFromJson({
    defined: true,
    code: 'RAILBIRD',
    status: 400,
    message: '',
    data: { code, values: {} },
  });

async function fill(): Promise<ReturnType<typeof userEvent.setup>> {
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Service address'), 'https://api.example.com');
  await user.type(screen.getByLabelText('Application key'), 'app-canary');
  await user.type(screen.getByLabelText('User key'), 'user-canary');
  await user.click(screen.getByRole('button', { name: 'Connect' }));
  return user;
}

afterEach(cleanup);

describe('first run', () => {
  it('starts the sample with the first button', async () => {
    let tried = 0;
    const client = fakeBridge({
      connection: {
        trySample: async () => {
          tried += 1;
          return SAMPLE;
        },
      },
    });
    const { cache } = await draw(<WelcomeScreen connection={NONE} />, client);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try it with sample data' }));
    expect(tried).toBe(1);
    await waitFor(() =>
      expect(
        JSON.stringify(
          cache
            .getQueryCache()
            .getAll()
            .map(({ state }) => state.data),
        ),
      ).toContain('"sample"'),
    );
  });

  it('shows where the key will be stored, and why', async () => {
    await draw(<WelcomeScreen connection={NONE} />, fakeBridge());
    expect(screen.getByText(/kept in memory only/)).toBeDefined();
    expect(screen.getByText(/No keychain is running/)).toBeDefined();
  });

  it('clears both keys once they are accepted', async () => {
    const sent: unknown[] = [];
    const client = fakeBridge({
      connection: {
        connect: async (input: unknown) => {
          sent.push(structuredClone(input));
          return { ...NONE, mode: 'account', userKey: 'session' } satisfies Connection;
        },
      },
    });
    const { cache } = await draw(<WelcomeScreen connection={NONE} />, client);
    await fill();
    expect(sent).toEqual([
      { baseUrl: 'https://api.example.com', apiKey: 'app-canary', userKey: 'user-canary', mayAsk: true },
    ]);
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('User key').value).toBe(''));
    expect(screen.getByLabelText<HTMLInputElement>('Application key').value).toBe('');
    const kept = [...cache.getQueryCache().getAll(), ...cache.getMutationCache().getAll()];
    expect(JSON.stringify(kept.map(({ state }) => state))).not.toContain('canary');
    expect(document.documentElement.outerHTML).not.toContain('canary');
  });

  it.each([
    ['UNAUTHORIZED', /401/],
    ['FORBIDDEN', /403/],
    ['TOO_MANY_REQUESTS', /429/],
    ['UNREACHABLE', /cannot be reached/],
  ])('explains %s', async (code, words) => {
    const client = fakeBridge({ connection: { connect: () => Promise.reject(refused(code)) } });
    await draw(<WelcomeScreen connection={NONE} />, client);
    await fill();
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
  });

  it('asks about a key that looks wrong, and uses it if the user says so', async () => {
    const calls: unknown[] = [];
    const client = fakeBridge({
      connection: {
        connect: ({ mayAsk }: { mayAsk?: boolean }) => {
          calls.push(mayAsk);
          return mayAsk === true
            ? Promise.reject(refused('KEY_IS_APPLICATION'))
            : Promise.resolve({ ...NONE, mode: 'account', userKey: 'session' } satisfies Connection);
        },
      },
    });
    await draw(<WelcomeScreen connection={NONE} />, client);
    const user = await fill();
    expect((await screen.findByRole('alert')).textContent).toMatch(/looks like an application key/);
    await user.click(screen.getByRole('button', { name: 'Use it anyway' }));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('User key').value).toBe(''));
    expect(calls).toEqual([true, false]);
    expect(screen.queryByRole('button', { name: 'Use it anyway' })).toBeNull();
  });

  it('leads back to the accounts', async () => {
    const used: unknown[] = [];
    const accounts = [{ id: 'x 2', name: 'Second plan', baseUrl: 'https://api.example.com' }];
    const client = fakeBridge({
      connection: {
        switchAccount: async (input: unknown) => {
          used.push(input);
          return { ...NONE, accounts, mode: 'account' };
        },
      },
    });
    await draw(<WelcomeScreen connection={{ ...NONE, accounts }} />, client);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Connect Second plan' }));
    expect(used).toEqual([{ account: 'x 2' }]);
  });

  it('sends nothing while the address or a key is missing', async () => {
    await draw(<WelcomeScreen connection={NONE} />, fakeBridge());
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    expect(screen.getByRole('alert').textContent).toMatch(/must begin with/);
    await user.type(screen.getByLabelText('Service address'), 'https://api.example.com');
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    expect(screen.getByRole('alert').textContent).toMatch(/both keys/);
  });

  it.each([
    ['http://api.example.com', true],
    ['http://192.168.1.20:8080', true],
    ['https://api.example.com', false],
    ['http://127.0.0.1:8080', false],
    ['http://localhost:8080', false],
    ['http://[::1]:8080', false],
  ])('shows for %s whether the keys would be sent unencrypted: %s', async (address, isWarned) => {
    await draw(<WelcomeScreen connection={NONE} />, fakeBridge());
    await userEvent.setup().click(screen.getByLabelText('Service address'));
    await userEvent.setup().paste(address);
    expect(screen.queryByText(/sent unencrypted/) !== null).toBe(isWarned);
  });
});
