// The command `invite`, with a mail server beside it.

import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { digestOf } from '../accounts/digest.ts';
import { openAccounts } from '../accounts/open-accounts.ts';
import { needsStartTls } from '../mail/invitation-mail.ts';
import { testTerminal } from '../testing/terminal.ts';
import { runCommand } from './command.ts';
import { commandOf } from './commands.ts';

const ORIGIN = 'https://dashboard.example.org';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'railbird-invite-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function type(line: string, environment: NodeJS.ProcessEnv = {}) {
  const [word, ...rest] = line.split(' ');
  const command = commandOf(word);
  if (!command) throw new Error(`no such command: ${line}`);
  const terminal = { ...testTerminal(), environment };
  const code = await runCommand(command, [...rest, '--data-dir', folder], terminal);
  return { code, printed: terminal.printed, stderr: terminal.stderr.join('\n') };
}

/** The user whose invitation the link is. */
async function invitedBy(link: string) {
  const { accounts, pepper } = await openAccounts(folder, undefined);
  const invitation = await accounts.signIn.invitation(digestOf(new URL(link).hash.slice(1), pepper));
  await accounts.close();
  return invitation?.user;
}

test('standard output has the link and nothing else, with its secret behind the #', async () => {
  const { code, printed, stderr } = await type(`invite ann --origin ${ORIGIN}/`);
  expect([code, printed.length]).toEqual([0, 1]);
  const [link = ''] = printed;
  expect(link).toMatch(/^https:\/\/dashboard\.example\.org\/invitation#[\w-]{43}$/);
  expect(await invitedBy(link)).toBe('ann');
  expect(stderr).toContain('one passkey');
  expect((await type('plans set ann --until never')).code).toBe(0);
});

test('roles are given and taken, and the log has it', async () => {
  await type(`invite ann --origin ${ORIGIN} --operator`);
  await type(`invite ann --origin ${ORIGIN} --lost`);
  await type(`invite ann --origin ${ORIGIN} --subscriber`);
  const { printed } = await type('keys log --json');
  const done = printed.map((line) => JSON.parse(line) as { action: string; detail: string | null });
  expect(done.map(({ action }) => action)).toEqual([
    'set role',
    'invite',
    'remove passkeys',
    'invite',
    'set role',
    'invite',
  ]);
  expect(done.filter(({ action }) => action === 'set role').map(({ detail }) => detail)).toEqual([
    'operator',
    'subscriber',
  ]);
});

test.each([
  ['invite', 'one user'],
  ['invite ann bob', 'one user'],
  ['invite ann', '--origin'],
  ['invite a/b --origin https://x.example.org', 'name of your choice'],
  ['invite ann --origin http://dashboard.example.org', '--origin takes'],
  ['invite ann --origin https://192.0.2.1', '--origin takes'],
  ['invite ann --origin https://x.example.org/path', '--origin takes'],
  [`invite ann --origin ${ORIGIN} --operator --subscriber`, 'either'],
  [`invite ann --origin ${ORIGIN} --mail ann@example.org`, 'SMTP_URL'],
])('%s cannot be used: code 2, nothing done', async (line, words) => {
  const { code, stderr, printed } = await type(line);
  expect([code, printed]).toEqual([2, []]);
  expect(stderr).toContain(words);
  expect((await type('keys log --json')).printed).toEqual([]);
});

test('by mail the link goes to the address alone, in both languages', async () => {
  const mails: { to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(parts).toString('latin1'),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const environment = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'dashboard@example.org' };
  const { code, printed, stderr } = await type(
    `invite ann --origin ${ORIGIN} --mail ann@example.org`,
    environment,
  );
  await new Promise<void>((resolve) => server.close(resolve));
  expect([code, printed]).toEqual([0, []]);
  expect(stderr).toContain('Sent to ann@example.org');
  expect(mails.map(({ to }) => to)).toEqual([['ann@example.org']]);
  const text = bodyOf(mails[0]?.text ?? '');
  const [link = ''] = /https:\/\/dashboard\.example\.org\/invitation#[\w-]{43}/.exec(text) ?? [];
  expect(await invitedBy(link)).toBe('ann');
  expect(text).toContain('21 November 2026 at 21:00');
  expect(text).toContain('2026年11月21日 21:00');
  expect(stderr).not.toContain(link.slice(-20));

  // The server is gone.
  const failed = await type(`invite ann --origin ${ORIGIN} --mail ann@example.org`, environment);
  expect(failed.code).toBe(6);
  expect(failed.stderr).toMatch(/The mail was not sent \(E[A-Z]+\)/);
});

test.each([
  ['smtp://mail.example.org', true],
  ['smtp://user:secret@mail.example.org:587', true],
  ['smtp://127.0.0.1:2525', false],
  ['smtp://localhost', false],
])('the link crosses no network in the clear: %s needs STARTTLS: %s', (server, needed) => {
  expect(needsStartTls(server)).toBe(needed);
});

/** The text of a mail, decoded. */
function bodyOf(mail: string): string {
  const [head = '', ...rest] = mail.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString();
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
