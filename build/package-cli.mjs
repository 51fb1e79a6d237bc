// Makes the `railbird` that runs without npm or a Node of one's own: dist/cli/railbird-<platform>/ and its archive.
//
//   npm run package:cli               the folder and railbird-<platform>.tar.gz
//   npm run package:cli -- --folder   the folder alone
//
// A folder rather than one file: Node's single executables cannot hold native modules (docs/decisions.md).

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setUp } from './setup.mjs';
import { inProject, projectEnvironment, projectNode, readJson, script } from './setup/project.mjs';

const isWindows = process.platform === 'win32';
const platform = `${process.platform}-${process.arch}`;
const NAME = `railbird-${platform}`;

/** The sample's racing is made at the first start: seconds, more on a busy machine. */
const TRIAL_MS = 120_000;

/**
 * What stays a package because it is native, and which of its files are needed. Optional ones may be absent here;
 * the program then does without them as it does in the project.
 */
const PACKAGES = [
  { name: '@duckdb/node-bindings', files: ['package.json', 'LICENSE', 'duckdb.js'] },
  { name: `@duckdb/node-bindings-${platform}`, files: ['.'] },
  {
    name: 'better-sqlite3',
    files: ['package.json', 'LICENSE', 'lib', `prebuilds/${platform}.node`],
  },
  {
    name: 'keytar',
    files: ['package.json', 'LICENSE.md', 'lib', 'build/Release/keytar.node'],
    optional: true,
  },
];

// What a shell has built in is enough, for an empty PATH; only a symbolic link needs readlink, from where it always is.
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
 * @param {string} folder  where it is made; replaced
 * @throws when a step fails
 */
export function makeFolder(folder) {
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  const app = path.join(part, 'app');
  run(projectNode(), [script('vite'), 'build', '-c', inProject('build/vite.cli.config.ts'), '--outDir', app]);
  const { name, version } = readJson(inProject('package.json'));
  writeFileSync(path.join(app, 'package.json'), `${JSON.stringify({ name, version, type: 'module' })}\n`);
  for (const each of PACKAGES) copyPackage(each, path.join(app, 'node_modules', each.name));
  copyRuntime(path.join(part, 'runtime'));
  for (const text of ['LICENSE', 'THIRD_PARTY_NOTICES.md']) cpSync(inProject(text), path.join(part, text));
  const launcher = path.join(part, isWindows ? 'railbird.cmd' : 'railbird');
  writeFileSync(launcher, isWindows ? WINDOWS_LAUNCHER : POSIX_LAUNCHER);
  chmodSync(launcher, 0o755);
  rmSync(folder, { recursive: true, force: true });
  renameSync(part, folder);
}

/** The Node that runs the project, with its licence where that is beside it. */
function copyRuntime(target) {
  const node = projectNode();
  mkdirSync(target, { recursive: true });
  cpSync(node, path.join(target, isWindows ? 'node.exe' : 'node'), { dereference: true });
  const licence = path.join(path.dirname(node), '..', 'LICENSE');
  if (existsSync(licence)) cpSync(licence, path.join(target, 'LICENSE'));
}

function copyPackage({ name, files, optional }, target) {
  const source = inProject('node_modules', name);
  const missing = files.find((file) => !existsSync(path.join(source, file)));
  if (missing !== undefined) {
    if (optional) return;
    throw new Error(`${name} has no ${missing} here: run "npm ci", and package on the platform it is for.`);
  }
  for (const file of files) cpSync(path.join(source, file), path.join(target, file), { recursive: true });
}

const daysAgo = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/**
 * Asks the sample service for a week as somebody would who has just unpacked it: in a folder of their own, without
 * any other Node to be found.
 * @throws where the answer is not whole
 */
function tryOut(folder) {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'railbird-package-'));
  try {
    const launcher = path.join(folder, isWindows ? 'railbird.cmd' : 'railbird');
    const asked = [
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
    const { status, stdout, stderr, error } = spawnSync(launcher, [...asked, '--format', 'ndjson'], {
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

function run(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    env: projectEnvironment({ NODE_ENV: 'production' }),
    encoding: 'utf8',
  });
  if (status !== 0) throw error ?? new Error(`${path.basename(command)} failed.\n${stdout}${stderr}`);
}

function main() {
  const say = (line) => process.stderr.write(`${line}\n`);
  setUp('run', say);
  const folder = inProject('dist', 'cli', NAME);
  makeFolder(folder);
  tryOut(folder);
  say(`${path.relative(process.cwd(), folder)} is ready: ${isWindows ? 'railbird.cmd' : './railbird'} help`);
  if (process.argv.includes('--folder')) return;
  const archive = `${folder}.tar.gz`;
  run('tar', ['-czf', `${archive}.part`, '-C', path.dirname(folder), NAME]);
  renameSync(`${archive}.part`, archive);
  say(`${path.relative(process.cwd(), archive)} is ready.`);
}

main();
