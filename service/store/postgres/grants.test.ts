// The roles of docs/operations.md: each can do its work with what grants.sql gives it, and nothing beyond.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newLog } from '../../log.ts';
import { runCommand } from '../../admin/command.ts';
import { AccountBook } from '../../accounts/account-book.ts';
import { accountsOn } from '../../accounts/postgres-accounts.ts';
import { invite } from '../../admin/invite.ts';
import { keys } from '../../admin/keys.ts';
import { migrating } from '../../admin/migrate.ts';
import { plans } from '../../admin/plans.ts';
import { parseOptions } from '../../options.ts';
import { startService } from '../../service.ts';
import { openPool } from './pool.ts';
import { openBulkWriter } from '../bulk-writer.ts';
import type { TestPostgres } from '../../testing/postgres.ts';
import { startPostgres, whyNoPostgres } from '../../testing/postgres.ts';
import { RACEKEYS, recordOf } from '../../testing/records.ts';
import { answerOf, send } from '../../testing/run-service.ts';
import { testTerminal } from '../../testing/terminal.ts';

const absent = whyNoPostgres();
describe.skipIf(absent)(`roles in PostgreSQL${absent ? `: ${absent}` : ''}`, () => {
  let postgres: TestPostgres;
  let folder: string;
  let url: Readonly<Record<'owner' | 'operator' | 'service' | 'dashboard', string>>;
  beforeAll(async () => {
    postgres = await startPostgres();
    folder = mkdtempSync(join(tmpdir(), 'railbird-roles-'));
    const database = await postgres.database();
    const as = (role: string) => database.replace('//postgres@', `//${role}@`);
    url = {
      owner: as('railbird'),
      operator: as('railbird_operator'),
      service: as('railbird_service'),
      dashboard: as('railbird_dashboard'),
    };
    await run(
      database,
      'CREATE ROLE railbird LOGIN; CREATE ROLE railbird_operator LOGIN; CREATE ROLE railbird_service LOGIN; CREATE ROLE railbird_dashboard LOGIN',
    );
    await run(
      database,
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I OWNER TO railbird', current_database()); END $$`,
    );
  });
  afterAll(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const terminal = (role: keyof typeof url) => ({
    ...testTerminal(),
    // With a replica, which is away here, a command asks each server what it is.
    environment: {
      DATABASE_URL: url[role],
      DATABASE_READ_URLS: `postgresql:///railbird?host=${folder}`,
      XDG_DATA_HOME: folder,
    },
  });

  test('the owner makes the schema, an operator loads and issues, the service answers; none can do the other’s', async () => {
    const owner = terminal('owner');
    expect(await runCommand(migrating, ['up'], owner)).toBe(0);
    expect(JSON.parse(owner.printed[0] ?? '')).toMatchObject({ event: 'migrated' });
    const tooEarly = terminal('operator');
    expect(await runCommand(keys, ['list'], tooEarly)).toBe(6);
    expect(tooEarly.stderr.join('\n')).toMatch(
      /\(DATABASE_URL: permission denied for table \w+; DATABASE_READ_URLS, number 1 cannot be reached\).*grants\.sql/,
    );
    // As a restore leaves it, which has no privileges.
    const functions = [
      'add_year(text, text)',
      'remove_moved(text, text, text, text)',
      'credentials_changed()',
    ];
    for (const name of functions) await run(url.owner, `GRANT EXECUTE ON FUNCTION ${name} TO PUBLIC`);
    for (let time = 0; time < 2; time++) {
      await run(url.owner, readFileSync(new URL('./grants.sql', import.meta.url), 'utf8'));
    }

    const operator = terminal('operator');
    await runCommand(keys, ['issue', '--api'], operator);
    await runCommand(keys, ['issue', '--user', 'ann', '--until', 'never'], operator);
    await runCommand(plans, ['set', 'ann', '--until', '2099-12-31'], operator);
    await runCommand(keys, ['rotate', '--user', 'ann', '--json'], operator);
    const [api = '', user = '', rotated = ''] = operator.printed;
    await runCommand(keys, ['revoke', (JSON.parse(rotated) as { key_id: string }).key_id], operator);
    const [postponed, race] = ['20261107', '20261109'].map((racedate) =>
      recordOf('t_ra', { racekey: RACEKEYS[0], racedate }),
    );
    const bulkWriter = await openBulkWriter(folder, url.operator);
    for (const fields of [postponed, race]) {
      const ready = { fields: fields ?? {}, json: Buffer.from(JSON.stringify(fields)) };
      expect(await bulkWriter.keep('t_ra', [ready])).toBe(1);
    }
    await bulkWriter.close();

    const dataDir = join(folder, 'railbird-service');
    const service = await startService(parseOptions(['--data-dir', dataDir], { DATABASE_URL: url.service }), {
      now: () => new Date(),
      log: newLog({ write: () => {} }),
    });
    const reply = await send(service.url, {
      path: '/v1/tra',
      query: `?api_key=${api}`,
      headers: { 'content-type': 'application/json', 'x-user-key': user },
      body: JSON.stringify({ racekey: RACEKEYS[0] }),
    });
    expect(answerOf(reply).result.data).toEqual([race]);
    await service.close(100);
    const pool = openPool(url.dashboard, 'command');
    const accounts = accountsOn(pool);
    expect(await accounts.usage.ofUser('ann', '20000101')).toMatchObject([{ outcome: 'answered', count: 1 }]);
    await runCommand(invite, ['ann', '--origin', 'https://dashboard.example.org', '--lost'], operator);

    const deps = { now: () => new Date(), operator: 'dashboard: ann', pepper: Buffer.alloc(32) };
    const book = new AccountBook(accounts, deps);
    const [current] = (await book.keys()).filter((key) => key.user === 'ann');
    const revealed = await book.reveal('ann', current?.key_id ?? null);
    await book.revokeOwn('ann', revealed.id);
    await book.setPlan('ann', null);
    await accounts.signIn.addChallenge(Buffer.from('c'), null, new Date().toISOString());
    await accounts.signIn.addSession(Buffer.from('s'), 'ann', new Date().toISOString());
    await accounts.signIn.removeEnded('9999', '9999');
    await book.close();

    const denied = [
      ['service', 'INSERT INTO t_ra SELECT * FROM t_ra'],
      ['service', 'DELETE FROM access_key'],
      ['service', 'SELECT * FROM audit_log'],
      ['service', 'SELECT * FROM dashboard_session'],
      ['service', "UPDATE access_key SET expires_at = '9999'"],
      ['dashboard', 'DELETE FROM audit_log'],
      ['dashboard', 'INSERT INTO t_ra SELECT * FROM t_ra'],
      ['dashboard', 'DELETE FROM account'],
      ['service', 'CREATE TABLE mine (id text)'],
      ['operator', `UPDATE audit_log SET operator = 'nobody'`],
      ['operator', 'DELETE FROM audit_log'],
      ['operator', 'DELETE FROM t_ra'],
      ['operator', 'DROP TABLE t_ra'],
      ['operator', 'UPDATE heartbeat SET beaten_at = now()'],
      ['service', `SELECT add_year('t_ra', '1999')`],
      ['dashboard', `SELECT remove_moved('t_ra', '05264101', '20261109', '20261107')`],
    ] as const;
    for (const [role, sql] of denied)
      await expect(run(url[role], sql)).rejects.toMatchObject({ code: '42501' });
  });
});

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
