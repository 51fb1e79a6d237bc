// A service with the dashboard in the test's own process, with the test's clock, and browsers with an authenticator.

import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { runCommand } from '../service/admin/command.ts';
import { commandOf } from '../service/admin/commands.ts';
import { newLog } from '../service/log.ts';
import { parseOptions } from '../service/options.ts';
import { startService } from '../service/service.ts';
import { testTerminal } from '../service/testing/terminal.ts';

export interface DashboardService {
  readonly origin: string;
  readonly log: readonly string[];
  /** Moves the clock of the service. */
  later(hours: number): void;
  /** Runs a command of the service, such as `keys issue --api`; resolves to what it prints. */
  run(line: string): Promise<string>;
  /** The one-time link of a user. */
  link(user: string, flags?: string): Promise<string>;
  /** The status of a request with these keys. */
  statusOf(apiKey: string, userKey: string): Promise<number>;
  /** The contents of every file of the service. */
  files(): readonly string[];
  close(): Promise<void>;
}

export async function startDashboard(): Promise<DashboardService> {
  const folder = mkdtempSync(path.join(tmpdir(), 'railbird-dashboard-'));
  const log: string[] = [];
  const clock = { time: Date.parse('2026-11-20T03:00:00Z') };
  const now = () => new Date(clock.time);
  const argv = ['--data-dir', folder, '--dashboard-port=0', '--limits=off'];
  const service = await startService(parseOptions(argv, {}), {
    now,
    log: newLog({ write: (line: string) => void log.push(line) }),
  });
  const origin = service.dashboardUrl;
  if (origin === undefined) throw new Error('The service has no dashboard.');
  const run: DashboardService['run'] = async (line) => {
    const [word, ...rest] = line.split(' ');
    const command = commandOf(word);
    if (!command) throw new Error(`no such command: ${line}`);
    const terminal = testTerminal({ now });
    const code = await runCommand(command, [...rest, '--data-dir', folder], terminal);
    if (code !== 0) throw new Error(terminal.stderr.join('\n'));
    return terminal.printed.join('\n');
  };
  return {
    origin,
    log,
    later: (hours) => void (clock.time += hours * 3_600_000),
    run,
    link: (user, flags = '') => run(`invite ${user} --origin ${origin}${flags}`),
    async statusOf(apiKey, userKey) {
      const answer = await fetch(`${service.url}/v1/tra?api_key=${apiKey}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-user-key': userKey },
        body: '{}',
      });
      await answer.body?.cancel();
      return answer.status;
    },
    files: () => readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'latin1')),
    async close() {
      await service.close(500);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A page of a person with a device: Chromium's own virtual authenticator, which recognizes its person at once. */
export async function personAt(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await newDevice(page);
  return page;
}

const DEVICE = {
  protocol: 'ctap2',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

/** A device of the page's person, in place of the one before: a phone or a security key. */
export async function newDevice(page: Page, transport: 'internal' | 'usb' = 'internal'): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  // Enabling it again forgets all devices.
  await devtools.send('WebAuthn.disable');
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options: { ...DEVICE, transport } });
}
