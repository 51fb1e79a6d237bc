// Two service processes before a primary and two replicas, for 60 seconds under load, while days are published again and
// again: a replica is killed, another hangs, the primary is killed, a replica is promoted, the former primary comes back
// by mistake. Every answer is compared with what was published. Wanted: none wrong, none torn, none older than it
// claims, no publication lost that was acknowledged, and Retry-After with every 503.
//
//   npm run bench -- service-replicas [--seconds N] [--lanes N] [--verbose]

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { AccountBook } from '../service/accounts/account-book.ts';
import { openAccounts } from '../service/accounts/open-accounts.ts';
import { databaseUrlOf } from '../service/options.ts';
import { ReopeningBulkWriter, openBulkWriter } from '../service/store/bulk-writer.ts';
import { startPostgres } from '../service/testing/postgres.ts';
import { rounded } from './measuring/figures.ts';
import type { Question } from './replicas/published-days.ts';
import { DAYS, PublishedDays, racekeyOf, readyRecords } from './replicas/published-days.ts';
import { serviceProcess } from './replicas/service-process.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    lanes: { type: 'string', default: '6' },
    verbose: { type: 'boolean', default: false },
  },
});
const SECONDS = Number(values.seconds);
const LANES = Number(values.lanes);
const USERS = 8;
const MAX_AGE = 30;

const folder = mkdtempSync(join(tmpdir(), 'railbird-bench-replicas-'));
const first = await startPostgres();
const url = await first.database();
const accountsOf = async (database: string | undefined) => {
  const { accounts, pepper } = await openAccounts(folder, database);
  return new AccountBook(accounts, { pepper, now: () => new Date(), operator: 'bench' });
};
const opening = await accountsOf(url);
const api = (await opening.issue(null)).key;
const users: string[] = [];
for (let user = 0; user < USERS; user++) {
  users.push((await opening.issue(`user-${user}`, { name: 'standard', until: null })).key);
}
await opening.close();
const replicas = [await first.replica(), await first.replica()] as const;
const environment = {
  DATABASE_URL: url,
  DATABASE_READ_URLS: replicas.map((replica) => replica.urlOf('test_1')).join(' '),
  DATABASE_MAX_AGE: String(MAX_AGE),
};
// A commit is acknowledged once a replica has it. The replicas were copied before, so a promoted one does not wait.
await first.query("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'");
await first.query('SELECT pg_reload_conf()');
const services = [
  await serviceProcess('one', folder, environment),
  await serviceProcess('two', folder, environment),
];
const load = loadavg()[0] ?? 0;

const published = new PublishedDays();
const agent = new Agent({ connections: 64, headersTimeout: 30_000, bodyTimeout: 30_000 });
const started = performance.now();
const elapsed = () => (performance.now() - started) / 1000;
const counts = new Map<string, number>();
const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
const sourced = new Map<string, number>();
const notes: string[] = [];
let lastRight = 0;
let longestGap = 0;
const stopping = new AbortController();

async function publishing(): Promise<void> {
  const open = async () => openBulkWriter(folder, await databaseUrlOf(environment));
  const writer = await ReopeningBulkWriter.open(open);
  for (let version = 1; !stopping.signal.aborted; version++) {
    for (const day of DAYS) {
      published.begin(day, version);
      while (!stopping.signal.aborted) {
        try {
          await writer.publish(async (publication) => {
            for (const [table, records] of readyRecords(day, version)) await publication.keep(table, records);
          });
          published.acknowledge(day, version);
          count('publications acknowledged');
          break;
        } catch {
          count('publications tried again');
          await sleep(200);
        }
      }
      await sleep(250);
    }
  }
  await writer.close();
}

function questionOf(number: number): Question {
  const day = DAYS[number % DAYS.length] ?? DAYS[0];
  const kind = number % 5;
  if (kind === 0) return { day, table: 't_ra', race: undefined };
  if (kind === 1) return { day, table: 't_se', race: undefined };
  return { day, table: 't_se', race: (number % 12) + 1 };
}

async function ask(number: number): Promise<void> {
  const question = questionOf(number);
  const { day, table, race } = question;
  const service = services[number % services.length];
  const isStranger = number % 50 === 7;
  const sent = Date.now();
  try {
    const reply = await request(`${service?.url}/v1/${table.replace('_', '')}?api_key=${api}`, {
      dispatcher: agent,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-user-key': isStranger ? 'nobody' : (users[number % USERS] ?? ''),
      },
      body: JSON.stringify(race === undefined ? { racedate: day } : { racekey: racekeyOf(day, race) }),
    });
    const text = await reply.body.text();
    const { statusCode, headers } = reply;
    if (statusCode === 503) {
      count(Number(headers['retry-after']) >= 1 ? '503 with Retry-After' : '503 without Retry-After');
      return;
    }
    if (isStranger) {
      count(statusCode === 401 ? 'strangers refused' : `stranger answered ${statusCode}`);
      return;
    }
    if (statusCode !== 200) {
      count(`answered ${statusCode}`);
      notes.push(`${elapsed().toFixed(1)} s: ${statusCode} ${text.slice(0, 200)}`);
      return;
    }
    const asOf = Date.parse(String(headers['x-data-as-of']));
    const verdict = published.judge(question, text, asOf, {
      sent,
      complete: Date.now(),
      maxAge: MAX_AGE * 1000,
    });
    count(verdict);
    if (verdict !== 'right') notes.push(`${elapsed().toFixed(1)} s: ${verdict} ${JSON.stringify(question)}`);
    const second = String(Math.floor(elapsed() / 5) * 5);
    sourced.set(second, Math.max(sourced.get(second) ?? 0, Date.now() - asOf));
    const now = elapsed();
    longestGap = Math.max(longestGap, now - lastRight);
    lastRight = now;
  } catch (error) {
    // The client sees that the answer is not whole.
    count('broken off');
    notes.push(`${elapsed().toFixed(1)} s: ${String(error)}`);
  }
}

async function lane(number: number): Promise<void> {
  for (let at = number; !stopping.signal.aborted; at += LANES) await ask(at);
}

/** What happens at which share of the time. */
const [one, two] = replicas;
const walOf = async (server: typeof one) =>
  BigInt(
    String(
      (await server.query("SELECT pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')::text AS wal"))[0]?.[
        'wal'
      ],
    ),
  );
const events: readonly (readonly [at: number, what: string, run: () => Promise<unknown>])[] = [
  [0.1, 'replica 1 is killed', () => one.kill()],
  [0.2, 'replica 1 is started again', () => one.restart()],
  [0.3, 'replica 2 hangs', async () => two.hang()],
  [0.38, 'replica 2 goes on', async () => two.goOn()],
  [0.45, 'replica 1 stops replaying', () => one.query('SELECT pg_wal_replay_pause()')],
  [0.52, 'replica 1 replays again', () => one.query('SELECT pg_wal_replay_resume()')],
  [0.6, 'the primary is killed', () => first.kill()],
  [
    0.7,
    'the replica that has received more is promoted, the other follows it',
    async () => {
      const [next, other] = (await walOf(one)) >= (await walOf(two)) ? [one, two] : [two, one];
      await next.promote();
      await other.follow(next);
    },
  ],
  [
    0.8,
    'the former primary comes back, and is written to',
    async () => {
      await first.restart();
      await first.query('ALTER SYSTEM RESET synchronous_standby_names');
      await first.query('SELECT pg_reload_conf()');
      await first.query('DELETE FROM t_se', 'test_1');
    },
  ],
];

process.stderr.write('publishing and asking...\n');
const writing = publishing();
while ((counts.get('publications acknowledged') ?? 0) < DAYS.length) await sleep(50);
const offset = elapsed();
lastRight = offset;
const lanes = Array.from({ length: LANES }, (_, number) => lane(number));
for (const [share, what, run] of events) {
  await sleep(Math.max(0, (offset + share * SECONDS - elapsed()) * 1000));
  const before = counts.get('right') ?? 0;
  await run();
  process.stderr.write(`${(elapsed() - offset).toFixed(1)} s: ${what} (${before} right answers so far)\n`);
}
await sleep(Math.max(0, (offset + SECONDS - elapsed()) * 1000));
stopping.abort();
await Promise.all(lanes);
await writing;

// What was acknowledged must be there.
const current = await databaseUrlOf(environment);
const bookNow = await accountsOf(current);
const stored = await bookNow.users();
await bookNow.close();
let lost = 0;
const newest = [one, two].find((server) => server.urlOf('test_1') === current);
for (const day of DAYS) {
  const [row] = (await newest?.query(
    `SELECT max(substring(record::json->>'horse_name' from 2)::integer) AS version FROM t_se WHERE racedate = '${day}'`,
    'test_1',
  )) ?? [undefined];
  if (Number(row?.['version']) < published.acknowledgedBefore(day, Date.now())) lost += 1;
}
if (values.verbose) {
  process.stderr.write(`${notes.slice(0, 40).join('\n')}\n`);
  for (const service of services) process.stderr.write(`${service.log().join('\n')}\n`);
}
process.stdout.write(
  `${JSON.stringify({
    name: 'service-replicas',
    seconds: SECONDS,
    counts: Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    wrong_or_torn: [...counts]
      .filter(([what]) => /torn|wrong|older|beyond|without|stranger answered|answered [^5]/.test(what))
      .reduce((sum, [, number]) => sum + number, 0),
    wrong_or_torn_wanted: 0,
    days_lost: lost,
    users_lost: USERS - stored.length,
    longest_seconds_without_an_answer: rounded(longestGap),
    oldest_answer_ms_by_second: Object.fromEntries(sourced),
    load: rounded(load),
  })}\n`,
);
await Promise.all(services.map((service) => service.stop()));
await agent.close();
await Promise.all([first, one, two].map((server) => server.stop()));
rmSync(folder, { recursive: true, force: true });
