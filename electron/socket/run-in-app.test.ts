// A command and the app that executes it, at the two ends of the socket.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OutputError } from '../cli/output.ts';
import { ACCOUNT } from '../testing/command-line.ts';
import { envelope, refusal, type FakeService, type Reply } from '../testing/fake-service.ts';
import { ofDay, SATURDAY, threeDays, TODAY, YESTERDAY } from '../testing/three-days.ts';
import { findAddress, makePrivateFolder, newAddress, publishAddress } from './address.ts';
import { FrameSocket } from './frames.ts';
import { execute, openCommandApp, VERSION } from './testing/command-app.ts';

let dataDir = '';
let service: FakeService;
let app: Awaited<ReturnType<typeof openCommandApp>>;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'railbird-in-app-'));
  service = threeDays();
  app = await openCommandApp(dataDir, { service });
});
afterEach(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const RACES = ['query', 'd_ra', '--from', SATURDAY.racedate, '--to', YESTERDAY.racedate];
const DOWNLOAD = ['download', 'd_se', '--from', SATURDAY.racedate, '--to', YESTERDAY.racedate];

test('several commands are executed at once, and the window works meanwhile', async () => {
  const commands = [RACES, ['coverage'], DOWNLOAD, ['sql', 'select 1 as a'], RACES];
  const [shown, ...ended] = await Promise.all([
    app.client.results.read({ source: ofDay('t_ra', TODAY.racedate) }),
    ...commands.map((argv) => execute(dataDir, argv)),
  ]);
  expect(shown).toMatchObject({ records: TODAY.races, complete: true });
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
  expect(ended[0]?.out).toBe(ended[4]?.out);
  expect(ended[3]?.out).toBe('a\r\n1\r\n');
});

test('what the window has fetched is not requested again, and the other way round', async () => {
  await app.client.results.read({ source: ofDay('t_ra', TODAY.racedate) });
  const known = await execute(dataDir, ['query', 't_ra', '--racedate', TODAY.racedate]);
  expect(known.account).toMatchObject({ records: TODAY.races, requests: 0 });
  await execute(dataDir, RACES);
  service.received.length = 0;
  const sheet = await app.client.results.read({
    source: {
      kind: 'table',
      table: 'd_ra',
      filter: { start_racedate: SATURDAY.racedate, end_racedate: YESTERDAY.racedate },
    },
  });
  expect([sheet.records, service.received]).toEqual([6, []]);
});

test('an app whose data folder is gone, as with a disk that was pulled out, can still end', async () => {
  await rm(dataDir, { recursive: true });
  await expect(app.close()).resolves.toBeUndefined();
});

test('SQL reads what was written a moment before, and what is computed from it', async () => {
  const races = async () =>
    (await execute(dataDir, ['sql', 'select count(*) from races'])).out.trimEnd().split('\r\n')[1];
  expect(await races()).toBe('0');
  await execute(dataDir, RACES);
  expect(await races()).toBe('6');
});

test.each<[string, Reply, number]>([
  ['cannot be reached', { breaks: true }, 5],
  ['refuses the key', { status: 401, text: refusal('UNAUTHORIZED', 'no') }, 4],
])(
  'offline, a command that lacks days does not end as if it had asked a service that %s',
  async (_, reply, code) => {
    await execute(dataDir, ['query', 'd_ra', '--racedate', SATURDAY.racedate]);
    service.misbehave = () => reply;
    expect((await execute(dataDir, ['query', 't_ra', '--racedate', TODAY.racedate])).code).toBe(code);
    for (const argv of [
      [...RACES, '--offline'],
      ['sql', 'select count(*) from d_se'],
    ])
      expect(await execute(dataDir, argv)).toMatchObject({ code: 3, account: { requests: 0 } });
    expect((await execute(dataDir, RACES)).code).toBe(code);
  },
);

test('relative paths start where the command was typed, and a file is complete with its manifest', async () => {
  const folder = join(dataDir, 'where', 'typed');
  const { code } = await execute(dataDir, [...RACES, '--out', '../races.csv'], { folder });
  expect(code).toBe(0);
  expect((await readFile(join(dataDir, 'where', 'races.csv'), 'utf8')).trimEnd().split('\r\n')).toHaveLength(
    7,
  );
  const manifest = await readFile(join(dataDir, 'where', 'races.csv.manifest.json'), 'utf8');
  expect(JSON.parse(manifest)).toMatchObject({ complete: true });
});

test('help and invalid command lines are answered as ever', async () => {
  expect(await execute(dataDir, ['help'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('download'),
  });
  expect(await execute(dataDir, ['nonsense'])).toMatchObject({
    code: 2,
    messages: expect.stringContaining('nonsense'),
  });
});

test('a command whose words name another data folder than the one it found the app by is refused', async () => {
  const ended = await execute(dataDir, ['coverage', '--data-dir', tmpdir()]);
  expect(ended).toMatchObject({ code: 1, out: '' });
});

describe('standard output', () => {
  const MANY = ['sql', 'select range from range(1000000)'];

  test('is not produced faster than it is read', async () => {
    let written = 0;
    const gate = Promise.withResolvers<void>();
    const running = execute(dataDir, MANY, {
      terminal: {
        write: async () => {
          written += 1;
          if (written === 3) await gate.promise;
        },
      },
    });
    await expect.poll(() => written).toBe(3);
    // Everything else is answered; what nobody reads is not made.
    expect((await execute(dataDir, RACES)).code).toBe(0);
    expect((await execute(dataDir, ['sql', 'select 1'])).code).toBe(0);
    expect(written).toBe(3);
    gate.resolve();
    const ended = await running;
    expect(ended.account).toMatchObject({ records: 1_000_000, complete: true });
  });

  test('that closes ends the command', async () => {
    const epipe = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    const ended = await execute(dataDir, MANY, {
      terminal: { write: () => Promise.reject(new OutputError(epipe)) },
    });
    expect(ended).toMatchObject({ code: 141, account: { reasons: [{ reason: 'output_closed' }] } });
    expect(ended.messages).toContain('closed the pipe');
  });

  test('that fails with the very last page is not reported as complete', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const ended = await execute(dataDir, ['tables'], {
      terminal: { write: () => Promise.reject(new OutputError(full)) },
    });
    expect(ended).toMatchObject({ code: 6, messages: expect.stringContaining('no space left') });
  });
});

describe('another service than the app’s', () => {
  const OTHER = { ...ACCOUNT, RAILBIRD_BASE_URL: 'http://other.example', RAILBIRD_USER_KEY: 'another-key' };

  test('is asked with the command’s own keys, and stored apart', async () => {
    await execute(dataDir, RACES);
    const ended = await execute(dataDir, RACES, { env: OTHER });
    expect(ended).toMatchObject({ code: 0, account: { records: 6, requests: 4 } });
    const { url, headers } = service.received.at(-1) ?? {};
    expect([new URL(url ?? '').host, headers?.['x-user-key']]).toEqual(['other.example', 'another-key']);
    expect(await app.client.connection.status()).toMatchObject({ baseUrl: ACCOUNT.RAILBIRD_BASE_URL });
  });

  test('that is the same service with the same keys is the app’s', async () => {
    await execute(dataDir, RACES, { env: ACCOUNT });
    expect((await execute(dataDir, RACES)).account).toMatchObject({ requests: 0, records: 6 });
  });

  test('with another key of the same service, the archive is the same', async () => {
    await execute(dataDir, RACES);
    const env = { ...ACCOUNT, RAILBIRD_USER_KEY: 'another-key' };
    expect((await execute(dataDir, RACES, { env })).account).toMatchObject({ requests: 0, records: 6 });
    expect((await execute(dataDir, [...RACES, '--refresh'], { env })).code).toBe(0);
    expect(service.received.at(-1)?.headers['x-user-key']).toBe('another-key');
  });

  test('the sample is the sample, whatever the app shows', async () => {
    const ended = await execute(dataDir, [...RACES, '--sample']);
    // This app has no sample service to start.
    expect(ended).toMatchObject({ code: 6, account: { reasons: [{ reason: 'sample_failed' }] } });
    expect(await execute(dataDir, ['coverage', '--sample'])).toMatchObject({ code: 0 });
    expect(await app.client.connection.status()).toMatchObject({ mode: 'account' });
  });
});

describe('a key', () => {
  test('never crosses the socket outward, even if the service quotes it', async () => {
    service.misbehave = ({ headers }) => ({
      status: 400,
      text: refusal('BAD_REQUEST', `no plan for ${headers['x-user-key']} and ${headers['x-api-key']}`),
    });
    const socket = connect((await findAddress(dataDir)) ?? '');
    const crossed: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => crossed.push(chunk));
    const wire = new FrameSocket(socket, 1e6);
    const say = (message: unknown) => wire.send({ kind: 'message', message });
    await say({ kind: 'hello', version: VERSION });
    await say({
      kind: 'run',
      argv: RACES,
      program: 'railbird',
      folder: dataDir,
      environment: {
        ...ACCOUNT,
        RAILBIRD_BASE_URL: 'http://other.example',
        RAILBIRD_USER_KEY: 'canary-4f1d"9b27',
      },
      isShown: false,
      isTyped: false,
      hasBar: true,
    });
    await once(socket, 'close');
    const text = Buffer.concat(crossed).toString('utf8');
    expect(text).toContain('no plan for •••');
    for (const key of ['canary-4f1d', 'the-user-key', 'the-app-key']) expect(text).not.toContain(key);
  });

  test('that is typed goes to the app’s keychain, and the app uses it from then on', async () => {
    const ended = await execute(dataDir, ['key', 'set'], {
      terminal: { typed: ['', 'a-newer-key'] },
    });
    expect(ended).toMatchObject({ code: 0, out: expect.stringContaining('keychain') });
    await app.client.results.read({ source: ofDay('t_ra', TODAY.racedate) });
    expect(service.received.at(-1)?.headers['x-user-key']).toBe('a-newer-key');
    expect((await execute(dataDir, ['key', 'forget'])).out).toContain('forgotten');
    expect(await app.client.connection.status()).toMatchObject({ userKey: 'absent' });
  });
});

describe('a download that a command waits for', () => {
  const jobs = () => app.client.downloads.list();

  /** The first request for the runners is answered when the test lets it. */
  function holdBack() {
    const answer = Promise.withResolvers<Reply>();
    const received = Promise.withResolvers<void>();
    service.misbehave = ({ table }) => {
      if (table !== 'd_se') return undefined;
      received.resolve();
      return answer.promise;
    };
    return { received: received.promise, give: () => answer.resolve({}) };
  }

  test('is shown among those of the window while it runs and afterwards', async () => {
    const answer = holdBack();
    const running = execute(dataDir, DOWNLOAD);
    await answer.received;
    expect(await jobs()).toMatchObject([{ state: 'running', tables: ['d_se'] }]);
    answer.give();
    expect(await running).toMatchObject({ code: 0, account: { records: 72, complete: true } });
    expect(await jobs()).toMatchObject([{ state: 'done', records: 72 + 6 + 2 }]);
  });

  test.each(['pause', 'cancel'] as const)('can be stopped in the window: %s', async (act) => {
    const answer = holdBack();
    const running = execute(dataDir, DOWNLOAD);
    await answer.received;
    const [job] = await jobs();
    await app.client.downloads[act]({ id: job?.id ?? '' });
    expect(await running).toMatchObject({
      code: 3,
      messages: expect.stringContaining('stopped in the window'),
      account: { complete: false },
    });
    expect(await jobs()).toMatchObject([{ state: act === 'pause' ? 'paused' : 'cancelled' }]);
  });

  test('takes over what the window has begun, and requests nothing twice', async () => {
    const answer = holdBack();
    const selection = { tables: ['d_se' as const], from: SATURDAY.racedate, to: YESTERDAY.racedate };
    const started = await app.client.downloads.start(selection);
    await answer.received;
    const running = execute(dataDir, DOWNLOAD);
    answer.give();
    expect(await running).toMatchObject({ code: 0, account: { complete: true, records: 72 } });
    expect(await jobs()).toMatchObject([{ id: started.id, state: 'done' }]);
    expect(service.requests.filter((request) => request.startsWith('d_se'))).toHaveLength(1);
  });

  test('leaves reading alone: stored records, SQL and files are answered before it ends', async () => {
    await execute(dataDir, RACES);
    await app.client.results.read({ source: ofDay('t_ra', TODAY.racedate) });
    const answer = holdBack();
    const running = execute(dataDir, DOWNLOAD);
    let hasEnded = false;
    void running.then(() => (hasEnded = true));
    await answer.received;
    const shown = await app.client.results.read({ source: ofDay('t_ra', TODAY.racedate) });
    expect(shown.records).toBe(TODAY.races);
    expect(await execute(dataDir, RACES)).toMatchObject({ code: 0, account: { records: 6 } });
    expect(await execute(dataDir, ['sql', 'select count(*) as n from d_ra'])).toMatchObject({
      out: 'n\r\n6\r\n',
      account: { reasons: [{ reason: 'not_fetched', where: '20261109-20261113' }] },
    });
    expect(await execute(dataDir, [...RACES, '--out', 'races.parquet'])).toMatchObject({ code: 0 });
    expect(await execute(dataDir, ['coverage'])).toMatchObject({ code: 0 });
    expect(hasEnded).toBe(false);
    answer.give();
    expect((await running).code).toBe(0);
  });
});

describe('the end', () => {
  /** The service does not answer, so the command waits. */
  function neverAnswered() {
    const received = Promise.withResolvers<void>();
    service.misbehave = () => {
      received.resolve();
      return new Promise(() => undefined);
    };
    return received.promise;
  }

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s ends the command in the app, with its own exit code', async (signal, code) => {
    const received = neverAnswered();
    const stop = new AbortController();
    const running = execute(dataDir, RACES, { signal: stop.signal });
    await received;
    stop.abort(signal);
    expect(await running).toMatchObject({
      code,
      messages: expect.stringContaining('Stopped.'),
      account: { complete: false, reasons: [{ reason: 'stopped' }] },
    });
    await expect
      .poll(async () => (await app.core.forCommand({ environment: {} })).client.activity.current().inFlight)
      .toBe(0);
  });

  test('a signal ends a command whose output nobody reads', async () => {
    const stop = new AbortController();
    const writing = Promise.withResolvers<void>();
    const running = execute(dataDir, ['sql', 'select range from range(1000000)'], {
      signal: stop.signal,
      terminal: {
        write: () =>
          new Promise((_, reject) => {
            writing.resolve();
            stop.signal.addEventListener('abort', () => reject(stop.signal.reason as Error));
          }),
      },
    });
    await writing.promise;
    stop.abort('SIGINT');
    expect((await running).code).toBe(130);
  });

  test('a terminal that goes away ends its command', async () => {
    const received = neverAnswered();
    const socket = connect((await findAddress(dataDir)) ?? '');
    const wire = new FrameSocket(socket, 1e6);
    const say = (message: unknown) => wire.send({ kind: 'message', message });
    await say({ kind: 'hello', version: VERSION });
    const rest = { program: 'railbird', folder: dataDir, environment: {} };
    await say({ kind: 'run', argv: DOWNLOAD, ...rest, isShown: false, isTyped: false, hasBar: false });
    await received;
    socket.destroy();
    await expect.poll(async () => (await app.client.downloads.list())[0]?.state).toBe('paused');
  });

  test('an app that closes says so, and the command has an exit code for it', async () => {
    const received = neverAnswered();
    const running = execute(dataDir, [...RACES, '--out', 'races.csv']);
    await received;
    await app.host.close();
    expect(await running).toMatchObject({
      code: 7,
      messages: expect.stringContaining('Railbird ended while it executed the command'),
      account: { complete: false, reasons: [{ reason: 'app_ended' }] },
    });
    expect(await execute(dataDir, RACES)).toMatchObject({ code: undefined });
  });

  test('an app that closes does not wait for a caller that says nothing', async () => {
    const socket = connect((await findAddress(dataDir)) ?? '');
    await once(socket, 'connect');
    const closed = once(socket, 'close');
    await app.host.close();
    await closed;
  });
});

describe('another version', () => {
  test('of the command is told which is which, and nothing is executed', async () => {
    const ended = await execute(dataDir, RACES, { version: '1.2.4' });
    expect(ended).toMatchObject({ code: 6, out: '', messages: expect.stringContaining('(1.2.3)') });
    expect(ended.messages).toContain('(1.2.4)');
    expect(service.received).toEqual([]);
  });

  test('of the app, with another protocol altogether, is told apart as well', async () => {
    await app.host.close();
    const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await makePrivateFolder(dataDir);
    const path = await newAddress(dataDir);
    server.listen(path);
    await once(server, 'listening');
    await publishAddress(dataDir, path);
    const ended = await execute(dataDir, RACES);
    expect(ended).toMatchObject({ code: 6, out: '', messages: expect.stringContaining('another version') });
    server.close();
  });
});

test('a second app on the folder leaves the first one its commands', async () => {
  const second = await openCommandApp(dataDir, { isUnconnected: true });
  await second.close();
  service.misbehave = ({ table, filter }) => ({
    text: envelope(table, filter, service.matching(table, filter)),
  });
  expect((await execute(dataDir, RACES)).code).toBe(0);
});
