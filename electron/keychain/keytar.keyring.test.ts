// keytar against a real gnome-keyring. Runs only inside a session bus with an unlocked daemon (build/test/steps.mjs).
// A program of this file takes the place of the one that asks for the keyring's password. The file `prompts` tells it
// to close the request, as a person does with Cancel, or to let it wait, as a person does who is not there.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createUserKeys } from '../connection/user-keys.ts';
import { loadKeytar, openKeychain } from './keychain.ts';

const OWNER = { id: 'https://keyring-check.example' };
/** Longer than any answer of a daemon that is not stopped. */
const PATIENT_MS = 20_000;
const run = promisify(execFile);
const keychain = openKeychain(loadKeytar);

let folder: string;
let changes: unknown[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'railbird-keyring-'));
  const prompter = join(folder, 'prompter');
  await writeFile(prompter, `while [ "$(cat ${folder}/prompts)" = wait ]; do sleep 0.05; done\nexit 1\n`);
  const services = join(process.env['XDG_DATA_HOME'] ?? '', 'dbus-1', 'services');
  await mkdir(services, { recursive: true });
  const name = 'org.gnome.keyring.SystemPrompter';
  await writeFile(
    join(services, `${name}.service`),
    `[D-BUS Service]\nName=${name}\nExec=/bin/sh ${prompter}\n`,
  );
  await onBus('org.freedesktop.DBus', '/', 'org.freedesktop.DBus.ReloadConfig');
  // The daemon writes its file with the first key: until then another daemon would not find it.
  await keychain.set('made', 'x');
});
beforeEach(async () => {
  changes = [];
  await prompts('close');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const keysWith = (limitMs: number) =>
  createUserKeys({
    keychain,
    limitMs,
    changed: (change) => changes.push(change),
    forgotten: () => undefined,
  });

async function onBus(destination: string, path: string, method: string, ...given: string[]): Promise<string> {
  const call = [`--dest=${destination}`, path, method, ...given];
  const { stdout } = await run('dbus-send', ['--session', '--print-reply', ...call]);
  return stdout;
}

const prompts = (answer: 'close' | 'wait') => writeFile(join(folder, 'prompts'), answer);

const COLLECTION = '/org/freedesktop/secrets/collection/login';

async function lock(): Promise<void> {
  const method = 'org.freedesktop.Secret.Service.Lock';
  await onBus('org.freedesktop.secrets', '/org/freedesktop/secrets', method, `array:objpath:${COLLECTION}`);
}

/** By another daemon in its place: only a starting one takes the password from its input. */
async function unlock(): Promise<void> {
  const options = ['--replace', '--unlock', '--components=secrets'];
  const starting = spawn('gnome-keyring-daemon', options, { stdio: ['pipe', 'ignore', 'ignore'] });
  starting.stdin.end('x');
  await once(starting, 'exit');
  const property = ['string:org.freedesktop.Secret.Collection', 'string:Locked'];
  const get = 'org.freedesktop.DBus.Properties.Get';
  await vi.waitFor(
    async () =>
      expect(await onBus('org.freedesktop.secrets', COLLECTION, get, ...property)).toContain('false'),
    PATIENT_MS,
  );
}

/** While `act` runs, the daemon answers nothing. */
async function withStoppedDaemon<T>(act: () => Promise<T>): Promise<T> {
  const method = 'org.freedesktop.DBus.GetConnectionUnixProcessID';
  const reply = await onBus('org.freedesktop.DBus', '/', method, 'string:org.freedesktop.secrets');
  const pid = Number(/uint32 (\d+)/.exec(reply)?.[1]);
  process.kill(pid, 'SIGSTOP');
  try {
    return await act();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

/** What another process of the app prints with `keys` and `keychain` of its own. */
async function inAnotherProcess(body: string, env: NodeJS.ProcessEnv = process.env): Promise<unknown> {
  const url = (name: string) => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)));
  const program = `
    import { createUserKeys } from ${url('../connection/user-keys.ts')};
    import { endProcess, loadKeytar, openKeychain } from ${url('./keychain.ts')};
    const keychain = openKeychain(loadKeytar);
    const keysWith = (limitMs) => createUserKeys({ keychain, limitMs, changed() {}, forgotten() {} });
    const owner = ${JSON.stringify(OWNER)};
    ${body}`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
    env,
    timeout: PATIENT_MS,
  });
  return JSON.parse(stdout) as unknown;
}

const described = (limitMs = PATIENT_MS) =>
  `console.log(JSON.stringify(await keysWith(${limitMs}).describe(owner)));`;

describe('unlocked', () => {
  afterEach(() => keychain.forget(OWNER.id));

  test('a key is kept, found, replaced and forgotten', async () => {
    const keys = keysWith(PATIENT_MS);
    expect(await keys.find(OWNER)).toBeUndefined();
    expect(await keys.keep(OWNER, 'first', 'keychain')).toMatchObject({ where: 'keychain' });
    expect(await keychain.get(OWNER.id)).toBe('first');
    expect(await keys.keep(OWNER, 'second', 'keychain')).toMatchObject({ where: 'keychain' });
    expect(await keysWith(PATIENT_MS).find(OWNER)).toEqual({ userKey: 'second', where: 'keychain' });
    await keys.forget(OWNER);
    expect(await keychain.get(OWNER.id)).toBeUndefined();
  });

  test('the next process finds the key', async () => {
    await keychain.set(OWNER.id, 'kept');
    expect(await inAnotherProcess('console.log(JSON.stringify(await keysWith(20000).find(owner)))')).toEqual({
      userKey: 'kept',
      where: 'keychain',
    });
  });
});

describe('slow', () => {
  afterEach(() => keychain.forget(OWNER.id));

  test('a key is in memory meanwhile; once the daemon goes on, it is stored', async () => {
    const keys = keysWith(100);
    await withStoppedDaemon(async () => {
      expect(await keys.keep(OWNER, 'secret', 'keychain')).toMatchObject({ where: 'session' });
      expect((await keys.describe(OWNER)).keychain.problem?.code).toBe('KEYCHAIN_SLOW');
    });
    await vi.waitFor(() => expect(changes).toEqual([{ id: OWNER.id, isKept: true }]), PATIENT_MS);
    expect(await keys.find(OWNER)).toEqual({ userKey: 'secret', where: 'keychain' });
    expect(await keychain.get(OWNER.id)).toBe('secret');
  });

  test('a key that is stored late and was forgotten meanwhile is deleted', async () => {
    const keys = keysWith(100);
    await withStoppedDaemon(async () => {
      await keys.keep(OWNER, 'secret', 'keychain');
      await expect(keys.forget(OWNER)).rejects.toMatchObject({ code: 'KEYCHAIN_KEPT' });
    });
    expect(await keychain.get(OWNER.id)).toBeUndefined();
  });

  test('a process ends although the keyring never answered', async () => {
    const status = await withStoppedDaemon(() =>
      inAnotherProcess(`${described(100)} process.stdout.write('', () => endProcess(0));`),
    );
    expect(status).toMatchObject({ userKey: 'absent', keychain: { problem: { code: 'KEYCHAIN_SLOW' } } });
  });
});

test('concurrent: many calls of two processes come out in order, each with its own key', async () => {
  const ids = Array.from({ length: 8 }, (_, index) => `${OWNER.id}/${index}`);
  const other = inAnotherProcess(`
    const ids = Array.from({ length: 8 }, (_, index) => owner.id + '/other/' + index);
    const calls = ids.flatMap((id) => [keychain.set(id, 'a'), keychain.set(id, id), keychain.get(id)]);
    await Promise.all(calls);
    const found = await Promise.all(ids.map((id) => keychain.get(id)));
    await Promise.all(ids.map((id) => keychain.forget(id)));
    console.log(JSON.stringify(found.every((key, index) => key === ids[index])));`);
  const calls = ids.flatMap((id) => [
    keychain.set(id, 'old'),
    keychain.get(id),
    keychain.set(id, id),
    keychain.get(id),
  ]);
  const answers = await Promise.all(calls);
  expect(answers).toEqual(ids.flatMap((id) => [undefined, 'old', undefined, id]));
  expect(await Promise.all(ids.map((id) => keychain.forget(id)))).toEqual(ids.map(() => true));
  expect(await other).toBe(true);
});

describe('locked', () => {
  // libsecret keeps to the daemon that it found first, and only a starting daemon takes the password from its input:
  // each process here asks one daemon.
  const printed = (call: string) => `
    const codeOf = (error) => error.code;
    const keys = keysWith(${PATIENT_MS});
    const kept = { ...owner, isKept: true };
    console.log(JSON.stringify([await ${call}, await keys.describe(kept)]));`;

  beforeEach(async () => {
    await unlock();
    await inAnotherProcess(`console.log(await keychain.set(owner.id, 'stored') ?? 'null');`);
    await lock();
  });
  afterEach(unlock);

  const stored = () => inAnotherProcess('console.log(JSON.stringify(await keychain.get(owner.id)));');

  test('and the request is closed: a new key stays in memory, and the reason is given', async () => {
    expect(await inAnotherProcess(printed(`keys.keep(owner, 'newer', 'keychain')`))).toEqual([
      { where: 'session', isOutdated: false },
      {
        userKey: 'session',
        keychain: { available: false, problem: { code: 'KEYCHAIN_LOCKED', values: {} } },
      },
    ]);
    await unlock();
    expect(await stored()).toBe('stored');
  });

  test('and the request is closed: a stored key is not taken for absent', async () => {
    expect(await inAnotherProcess(printed('keys.find(kept).catch(codeOf)'))).toEqual([
      'KEYCHAIN_LOST',
      { userKey: 'unread', keychain: { available: true, problem: { code: 'KEYCHAIN_LOST', values: {} } } },
    ]);
  });

  test('and the request is closed: a key that stays in the keychain is not reported as forgotten', async () => {
    const found = await inAnotherProcess(printed('keys.forget(kept).catch(codeOf)'));
    expect(found).toMatchObject(['KEYCHAIN_KEPT', { userKey: 'absent' }]);
    await unlock();
    expect(await stored()).toBe('stored');
  });

  test('and nobody answers: the app goes on and can end; once the request is closed, that is the reason', async () => {
    await prompts('wait');
    // As soon as the app has gone on, the request is closed.
    const told = await inAnotherProcess(`
      import { writeFileSync } from 'node:fs';
      const { promise: changed, resolve } = Promise.withResolvers();
      const keys = createUserKeys({ keychain, limitMs: 500, changed: resolve, forgotten() {} });
      const kept = { ...owner, isKept: true };
      const first = await keys.find(kept).catch((error) => error.code);
      writeFileSync(${JSON.stringify(join(folder, 'prompts'))}, 'close');
      await changed;
      console.log(JSON.stringify([first, (await keys.describe(kept)).keychain.problem.code]));`);
    expect(told).toEqual(['KEYCHAIN_SLOW', 'KEYCHAIN_LOST']);
    await prompts('wait');
    const ended = await inAnotherProcess(`${described(100)} process.stdout.write('', () => endProcess(0));`);
    expect(ended).toMatchObject({ keychain: { problem: { code: 'KEYCHAIN_SLOW' } } });
  });
});

describe('absent', () => {
  test('without a session bus the key is for the session, and the reason is given', async () => {
    const { DBUS_SESSION_BUS_ADDRESS: _bus, DISPLAY: _display, ...env } = process.env;
    const found = await inAnotherProcess(described(), { ...env, XDG_RUNTIME_DIR: '/nonexistent' });
    expect(found).toMatchObject({ keychain: { available: false, problem: { code: 'KEYCHAIN_NO_SESSION' } } });
  });

  test('on a bus without a keychain, that is the reason', async () => {
    const config = join(folder, 'bus.conf');
    const allowed =
      '<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/></policy>';
    await writeFile(config, `<busconfig><listen>unix:dir=${folder}</listen>${allowed}</busconfig>`);
    const bus = spawn('dbus-daemon', ['--nofork', `--config-file=${config}`, '--print-address'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [address] = (await once(createInterface(bus.stdout), 'line')) as [string];
      const found = await inAnotherProcess(described(), {
        ...process.env,
        DBUS_SESSION_BUS_ADDRESS: address,
      });
      expect(found).toMatchObject({ keychain: { problem: { code: 'KEYCHAIN_NO_SERVICE' } } });
    } finally {
      bus.kill();
    }
  });
});
