// A page that was taken over can send the app anything: every call is answered lawfully or refused with a code, and the
// app goes on. RAILBIRD_HOSTILE_CALLS is how many are made at each host; 20,000 take a few minutes.

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { StandardRPCJsonSerializer } from '@orpc/client/standard';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERROR_CODES } from '#shared/errors.ts';
import { ACCOUNT, SERVICE_ADDRESS } from '../testing/command-line.ts';
import { openApp } from '../testing/open-app.ts';
import { ofDay, SATURDAY, TODAY } from '../testing/three-days.ts';
import {
  attackLoopback,
  attackPort,
  type AttackedHost,
  type WireAnswer,
  type WireCall,
} from './testing/attacked-hosts.ts';
import { hostileInput, OUTSIDE_FILE } from './testing/hostile-input.ts';
import { lawfulInput, type KnownValues } from './testing/lawful-input.ts';
import { PROCEDURES } from './testing/procedures.ts';

const CALLS = Number(process.env['RAILBIRD_HOSTILE_CALLS'] ?? 120);
/** A busy machine included. */
const ANSWERS_WITHIN_MS = 60_000;

/** In the arguments, for the id of the result that is open then. */
const OPEN_RESULT = 'the-open-result';

const KNOWN: KnownValues = {
  resultId: [OPEN_RESULT],
  column: ['racekey', 'race_name', 'no_such_column', '__proto__'],
  columns: ['racekey', 'race_name', 'racedate', 'no_such_column'],
  by: ['racedate', 'constructor'],
  measures: ['headcount', 'toString'],
  racedate: [TODAY.racedate, SATURDAY.racedate],
  from: [SATURDAY.racedate, '20260101'],
  to: [TODAY.racedate],
  start_racedate: [SATURDAY.racedate],
  end_racedate: [TODAY.racedate],
  racekey: ['05264811'],
  horse_id: ['HX0000000101'],
  baseUrl: [SERVICE_ADDRESS, 'http://other.example'],
  sql: ['select * from races', 'select 1 as a, null as b', 'select racekey from runners limit 3'],
  text: ['', '>3', '="x"', '2026-11-07,05,11,win,3,100', '~x'],
};

const NO_PROCEDURES = [
  '/app/nosuch',
  '/__proto__/toString',
  '/constructor/prototype',
  '/toString/call',
  '/app/__proto__',
];

/** Where oRPC's client says that values are of types that JSON lacks: paths into the arguments. */
const forgedMeta = fc.array(
  fc.tuple(
    fc.integer({ min: -1, max: 12 }),
    fc.array(
      fc.constantFrom<string | number>('__proto__', 'constructor', 'prototype', 'polluted', 'filter', 0, 99),
      {
        maxLength: 4,
      },
    ),
  ),
  { maxLength: 3 },
);

/** What is no call at all; of these, some are as long, as deep or as round as nothing that the window sends. */
const NO_CALLS: readonly unknown[] = [
  undefined,
  null,
  0,
  '',
  '{',
  '[]',
  '{}',
  '"x"',
  'null',
  [],
  {},
  new ArrayBuffer(8),
  new Uint8Array([255, 1]),
  '{"i":1}',
  '{"i":"a"}',
  '{"i":"a","p":null}',
  '{"i":"a","p":{"u":1}}',
  '{"i":"a","p":{"u":"//x/y"}}',
  '{"i":"a","t":3}',
  '{"i":"a","t":9,"p":{}}',
  '{"i":{},"t":4}',
  '{"__proto__":{"polluted":1}}',
  { i: 'a', p: { u: '/app/about', h: { 'content-type': 'multipart/form-data' } } },
  { i: 'a', t: 3, p: null },
  '{"i":"a","p":{"u":"/app/about","h":{"content-disposition":"x","content-type":"text/event-stream"}}}',
  `{"i":"a","p":{"u":"/app/about","b":{"json":${'['.repeat(50_000)}${']'.repeat(50_000)}}}}`,
  roundObject(),
];

function roundObject(): object {
  const round: { self?: unknown } = {};
  round.self = round;
  return round;
}

const noCall = fc.oneof(fc.constantFrom(...NO_CALLS), fc.string({ unit: 'binary', maxLength: 100 }));

const serializer = new StandardRPCJsonSerializer();

/** As oRPC's client writes it, or as plain JSON, which keeps members that the client would drop. */
function wireBody(input: unknown, isPlain: boolean): string {
  const [json, meta] = isPlain ? [input] : serializer.serialize(input);
  return JSON.stringify({ json, meta }, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

const hostileCall: fc.Arbitrary<WireCall> = fc.oneof(
  {
    weight: 40,
    arbitrary: fc.constantFrom(...PROCEDURES).chain(({ name, input }) => {
      const lawful = input === undefined ? fc.anything() : lawfulInput(input, KNOWN);
      return fc
        .tuple(fc.oneof(lawful, hostileInput(lawful)), fc.boolean())
        .map(([made, isPlain]) => ({ path: `/${name.replace('.', '/')}`, body: wireBody(made, isPlain) }));
    }),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...PROCEDURES), forgedMeta, fc.jsonValue())
      .map(([{ name }, meta, json]) => ({
        path: `/${name.replace('.', '/')}`,
        body: JSON.stringify({ json, meta }),
      })),
  },
  { weight: 1, arbitrary: fc.constantFrom(...NO_PROCEDURES).map((path) => ({ path, body: '{}' })) },
);

/** oRPC's own refusals: of arguments, of a name, of a size. */
const REFUSALS = ['BAD_REQUEST', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'];

/** The code of a refusal; undefined if there is none. */
function codeOf({ status, text }: WireAnswer): string | undefined {
  if (status === 404 && text === '"No procedure matched"') return 'NOT_FOUND';
  const code = /"code":"(\w+)"/.exec(text)?.[1];
  if (code !== 'RAILBIRD') return REFUSALS.find((each) => each === code);
  const own = /"data":\{"code":"(\w+)"/.exec(text)?.[1];
  // INTERNAL is for what nobody thought of.
  return ERROR_CODES.find((each) => each === own && each !== 'INTERNAL');
}

const PROJECT = join(import.meta.dirname, '..', '..');
const SECRETS = [ACCOUNT.RAILBIRD_USER_KEY, ACCOUNT.RAILBIRD_API_KEY, 'kept outside'];

describe('20,000 hostile calls, or a part of them', () => {
  let world = '';
  let app: Awaited<ReturnType<typeof openApp>>;
  let openResult = '';
  const counts: Record<string, number> = {};

  beforeAll(async () => {
    world = await mkdtemp(join(tmpdir(), 'railbird-hostile-'));
    await mkdir(join(world, 'data'));
    await writeFile(join(world, OUTSIDE_FILE), 'kept outside');
    app = await openApp(join(world, 'data'));
    await reopen();
  });
  afterAll(() => rm(world, { recursive: true }));

  const reopen = async (): Promise<void> => {
    openResult = (await app.client.results.read({ source: ofDay('t_ra', TODAY.racedate) })).resultId;
  };

  /** After calls that change what the others find. */
  const restore = async (path: string, { status }: WireAnswer): Promise<void> => {
    if (status !== 200) return;
    if (path.startsWith('/connection/')) {
      await app.client.connection.connect({
        baseUrl: SERVICE_ADDRESS,
        apiKey: ACCOUNT.RAILBIRD_API_KEY,
        userKey: ACCOUNT.RAILBIRD_USER_KEY,
      });
      await reopen();
    } else if (path === '/results/close') await reopen();
    else if (path.startsWith('/downloads/')) {
      // The clock of the app does not wait: a download of ten thousand years would fill all of its time.
      for (const { id, finishedAt } of await app.client.downloads.list())
        if (finishedAt === undefined) await app.client.downloads.cancel({ id });
    }
  };

  const attack = async (host: AttackedHost, call: WireCall): Promise<void> => {
    const sent = { ...call, body: call.body.replaceAll(OPEN_RESULT, openResult) };
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error('no answer')), ANSWERS_WITHIN_MS);
    const answer = await Promise.race([host.send(sent), late.promise]).finally(() => clearTimeout(timer));
    const code = answer.status === 200 ? 'answered' : codeOf(answer);
    expect(code, `an answer with a code: ${answer.status} ${answer.text}`).toBeDefined();
    counts[code ?? ''] = (counts[code ?? ''] ?? 0) + 1;
    const text = answer.text.replaceAll(world, '');
    for (const secret of [...SECRETS, PROJECT, homedir(), tmpdir(), 'node_modules', 'node:internal'])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/\\n\s+at /);
    await restore(call.path, answer);
  };

  const attackAll = async (host: AttackedHost): Promise<void> => {
    await fc.assert(
      fc.asyncProperty(hostileCall, fc.option(noCall, { freq: 10 }), async (call, raw) => {
        if (raw !== null) await host.sendRaw(raw);
        await attack(host, call);
      }),
      { numRuns: CALLS, endOnFailure: true },
    );
    await host.close();
  };

  const limit = { timeout: 30_000 + CALLS * 100 };
  test('over a WebSocket', limit, async () => attackAll(await attackLoopback(app.core.router, world)));
  test('over a port', limit, async () => attackAll(attackPort(app.core.router)));

  test('the app answers as before', async () => {
    expect((await app.client.results.read({ source: ofDay('t_ra', TODAY.racedate) })).records).toBe(3);
    // Of the calls, enough came through and enough did not.
    expect(counts['answered']).toBeGreaterThan(CALLS / 10);
    expect(counts['BAD_REQUEST']).toBeGreaterThan(CALLS / 10);
    if (process.env['RAILBIRD_HOSTILE_CALLS'] !== undefined)
      process.stdout.write(`${JSON.stringify(counts)}\n`);
  });

  test('nothing was written outside the data folder, the key nowhere, and no object has new members', async () => {
    await app.close();
    expect((await readdir(world)).toSorted()).toEqual(['data', OUTSIDE_FILE]);
    expect(await readFile(join(world, OUTSIDE_FILE), 'utf8')).toBe('kept outside');
    for (const made of [{}, [], () => undefined, 'x', 1]) expect(made).not.toHaveProperty('polluted');
    for (const file of await readdir(world, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      const content = await readFile(join(file.parentPath, file.name));
      expect({ file: file.name, hasKey: content.includes(ACCOUNT.RAILBIRD_USER_KEY) }).toMatchObject({
        hasKey: false,
      });
    }
  });
});
