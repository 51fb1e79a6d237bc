// Makes the `railbird` that runs without npm or an installed Node: dist/cli/railbird-<platform>/ and its archive.
//
//   npm run package:cli               the folder and railbird-<platform>.tar.gz
//   npm run package:cli -- --folder   the folder alone
//
// A folder rather than one file: Node's single executables cannot hold native modules (docs/decisions.md).

import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { copyNativePackages } from './packaging/native.mjs';
import { buildProgram, copyRuntime, run } from './packaging/runtime.mjs';
import { setUp } from './setup.mjs';
import { inProject } from './setup/project.mjs';

const isWindows = process.platform === 'win32';
const platform = `${process.platform}-${process.arch}`;
const NAME = `railbird-${platform}`;

/** The first start generates the sample's racing: seconds, more on a busy machine. */
const TRIAL_MS = 120_000;

// Shell built-ins suffice, so an empty PATH works; only a symbolic link needs readlink, at its usual path.
const POSIX_LAUNCHER = `#!/bin/sh
self=$0
while [ -h "$self" ]; do
  link=$(PATH=/usr/bin:/bin readlink "$self")
  case $link in
    /*) self=$link ;;
    *) self=\${self%/*}/$link ;;
  esac
done
case $self in
  */*) home=\${self%/*} ;;
  *) home=. ;;
esac
exec "$home/runtime/node" "$home/app/electron/cli.js" "$@"
`;

const WINDOWS_LAUNCHER = '@"%~dp0runtime\\node.exe" "%~dp0app\\electron\\cli.js" %*\r\n';

/**
 * @param {string} folder  the folder to make; replaced
 * @throws when a step fails
 */
export function makeFolder(folder) {
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  const app = path.join(part, 'app');
  buildProgram('cli', app);
  copyNativePackages(path.join(app, 'node_modules'));
  copyRuntime(path.join(part, 'runtime'));
  for (const text of ['LICENSE', 'THIRD_PARTY_NOTICES.md']) cpSync(inProject(text), path.join(part, text));
  const launcher = path.join(part, isWindows ? 'railbird.cmd' : 'railbird');
  writeFileSync(launcher, isWindows ? WINDOWS_LAUNCHER : POSIX_LAUNCHER);
  chmodSync(launcher, 0o755);
  rmSync(folder, { recursive: true, force: true });
  renameSync(part, folder);
}

const daysAgo = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/**
 * Requests a week from the sample service as a user would who has just unpacked the archive: in a separate folder, with
 * no other Node in reach.
 * @throws if the answer is incomplete
 */
function tryOut(folder) {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'railbird-package-'));
  try {
    const launcher = path.join(folder, isWindows ? 'railbird.cmd' : 'railbird');
    const query = [
      'query',
      'd_ra',
      '--from',
      daysAgo(8),
      '--to',
      daysAgo(2),
      '--sample',
      '--data-dir',
      'data',
    ];
    const { status, stdout, stderr, error } = spawnSync(launcher, [...query, '--format', 'ndjson'], {
      cwd: scratch,
      env: isWindows ? { SystemRoot: process.env.SystemRoot } : { HOME: scratch, PATH: '' },
      shell: isWindows,
      encoding: 'utf8',
      timeout: TRIAL_MS,
    });
    const records = stdout?.trim().split('\n').length;
    if (status !== 0 || !stderr.includes(`{"records":${records},"complete":true`))
      throw error ?? new Error(`The packaged railbird does not work (${status}).\n${stdout}${stderr}`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Starts the packaged service with its dashboard, and requests what the first page needs.
 * @throws if anything is missing
 */
async function tryService(folder) {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'railbird-package-'));
  const node = path.join(folder, 'runtime', isWindows ? 'node.exe' : 'node');
  const options = ['--data-dir', scratch, '--port', '0', '--dashboard-port', '0'];
  const service = spawn(node, [path.join(folder, 'app', 'service', 'main.js'), ...options], {
    cwd: scratch,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => service.once('close', resolve));
  try {
    const lines = [];
    let dashboard;
    for await (const line of createInterface({ input: service.stderr })) {
      lines.push(line);
      dashboard = /"dashboard":"([^"]+)"/.exec(line)?.[1];
      if (dashboard) break;
    }
    if (!dashboard) throw new Error(`The packaged service does not start.\n${lines.join('\n')}`);
    const page = await (await fetch(`${dashboard}/sign-in`)).text();
    const needed = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, address]) => address);
    if (needed.length === 0) throw new Error(`The packaged dashboard has no sign-in page.\n${page}`);
    for (const address of needed) {
      const { status } = await fetch(dashboard + address);
      if (status !== 200) throw new Error(`The packaged dashboard lacks ${address} (${status}).`);
    }
  } finally {
    service.kill();
    await ended;
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function main() {
  const say = (line) => process.stderr.write(`${line}\n`);
  setUp('run', say);
  const folder = inProject('dist', 'cli', NAME);
  makeFolder(folder);
  tryOut(folder);
  await tryService(folder);
  say(`${path.relative(process.cwd(), folder)} is ready: ${isWindows ? 'railbird.cmd' : './railbird'} help`);
  if (process.argv.includes('--folder')) return;
  const archive = `${folder}.tar.gz`;
  run('tar', ['-czf', `${archive}.part`, '-C', path.dirname(folder), NAME]);
  renameSync(`${archive}.part`, archive);
  say(`${path.relative(process.cwd(), archive)} is ready.`);
}

await main();
