// Makes the desktop app's package for this system: dist/desktop/made/.
//
//   npm run package:desktop                 the installers that build/desktop/electron-builder.mjs names
//   npm run package:desktop -- --dir        the app in a folder, as it would be installed
//   npm run package:desktop -- --layout     only the folder that goes into it, dist/desktop/app/
//
// RAILBIRD_HOMEPAGE says where it comes from, RAILBIRD_UPDATE_FEED where it looks for new versions
// (build/desktop/origin.mjs).
//
// First lays out what goes into the app: the build output, and of the packages only the native ones. A stand-in for
// Electron then tries the layout; Electron's binary is fetched only for packaging.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { constants, cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { reasonOf } from './desktop/lacking.mjs';
import { homepageOf, updateFeedOf } from './desktop/origin.mjs';
import { billOfMaterials } from './packaging/bill-of-materials.mjs';
import { copyNativePackages, NATIVE_NAMES } from './packaging/native.mjs';
import { buildProgram, copyRuntime } from './packaging/runtime.mjs';
import { setUp } from './setup.mjs';
import { electronBinary } from './setup/electron.mjs';
import { inProject, projectEnvironment, projectNode, readJson, root } from './setup/project.mjs';
import { buildWhenStale } from './window.mjs';

const TOOLS = inProject('build', 'desktop');
/** In the app's folder. */
const BILL = 'bill-of-materials.cdx.json';
const BUILDER = path.join(TOOLS, 'node_modules', 'electron-builder', 'cli.js');

/**
 * @param {string} app  the folder; replaced
 * @param {(line: string) => void} say
 */
async function layOut(app, say) {
  for (const part of ['renderer', 'electron']) await buildWhenStale(part, say);
  rmSync(app, { recursive: true, force: true });
  for (const part of ['renderer', 'electron'])
    cpSync(inProject('dist', part), path.join(app, 'dist', part), { recursive: true });
  const sample = path.join(app, 'sample');
  buildProgram('service', sample);
  copyRuntime(path.join(sample, 'runtime'));
  const modules = path.join(app, 'node_modules');
  copyNativePackages(modules);
  for (const text of ['LICENSE', 'THIRD_PARTY_NOTICES.md']) cpSync(inProject(text), path.join(app, text));
  const bill = `${JSON.stringify(billOfMaterials(), null, 2)}\n`;
  writeFileSync(path.join(app, BILL), bill);
  writeFileSync(path.join(app, 'package.json'), `${JSON.stringify(manifestOf(modules), null, 2)}\n`);
}

const electronVersion = () => readJson(inProject('node_modules', 'electron', 'package.json')).version;

/** The app's own package.json: the packager takes its name, version and modules from it. */
function manifestOf(modules) {
  const { name, version, description, license, main, type } = readJson(inProject('package.json'));
  const versions = NATIVE_NAMES.map((native) => [
    native,
    readJson(path.join(modules, native, 'package.json'))?.version,
  ]);
  const dependencies = Object.fromEntries(versions.filter(([, found]) => found !== undefined));
  const homepage = homepageOf(process.env);
  const author = 'The Railbird authors';
  return { name, version, description, author, license, homepage, main, type, dependencies };
}

/** The first start generates the sample's racing: seconds, more on a busy machine. */
const TRIAL_MS = 120_000;

/**
 * Runs the app's main process from a copy of the layout, outside the project and with its parts where the packager puts
 * them, and has it answer seven weeks of the sample.
 * @throws if the answer is incomplete
 */
function tryOut(app) {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'railbird-desktop-'));
  const home = path.join(scratch, 'app.asar');
  try {
    cpSync(app, `${home}.unpacked`, { recursive: true, mode: constants.COPYFILE_FICLONE });
    symlinkSync(`${home}.unpacked`, home, 'junction');
    const { status, stdout, stderr, error } = spawnSync(
      path.join(`${home}.unpacked`, 'sample', 'runtime', process.platform === 'win32' ? 'node.exe' : 'node'),
      [
        '--preserve-symlinks',
        '--preserve-symlinks-main',
        `--import=${pathToFileURL(path.join(TOOLS, 'stand-in.mjs')).href}`,
        path.join(home, 'dist', 'electron', 'main.js'),
        '--sample',
        `--data-dir=${path.join(scratch, 'data')}`,
      ],
      {
        cwd: scratch,
        env: {
          ...(process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot } : { PATH: '' }),
          HOME: scratch,
          RAILBIRD_STAND_IN_APP: home,
          RAILBIRD_STAND_IN_PROJECT: root,
        },
        encoding: 'utf8',
        timeout: TRIAL_MS,
      },
    );
    const { complete, records, address } = status === 0 ? JSON.parse(stdout) : {};
    if (complete !== true || records === 0 || address !== 'railbird://settings')
      throw error ?? new Error(`The packaged app does not work (${status}).\n${stdout}${stderr}`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** electron-builder brings two hundred packages that only packaging needs. */
function installTools(say) {
  if (existsSync(BUILDER)) return;
  say('Installing electron-builder ...');
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: TOOLS,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) throw npm.error ?? new Error('npm ci failed in build/desktop.');
}

async function main(args) {
  const say = (line) => process.stderr.write(`${line}\n`);
  setUp('run', say);
  const app = inProject('dist', 'desktop', 'app');
  await layOut(app, say);
  tryOut(app);
  say(`${path.relative(process.cwd(), app)} is laid out, and its main process answers.`);
  if (args.includes('--layout')) return 0;
  installTools(say);
  return pack(args, say);
}

/** Runs electron-builder; says what was lacking if it ends early. */
async function pack(args, say) {
  const homepage = homepageOf(process.env);
  if (process.platform === 'linux' && homepage === undefined)
    say('No deb and rpm: they must name a home page. Set RAILBIRD_HOMEPAGE to its address.');
  if (updateFeedOf(process.env) === undefined)
    say('No update feed: the app looks for no new version. Set RAILBIRD_UPDATE_FEED to the address of one.');
  const config = path.join(TOOLS, 'electron-builder.mjs');
  // A binary that is here already is not downloaded again.
  const binary = electronBinary();
  const given = binary === undefined ? [] : [`--config.electronDist=${path.dirname(binary)}`];
  const builder = spawn(
    projectNode(),
    [
      BUILDER,
      '--projectDir',
      root,
      '--config',
      config,
      '--publish=never',
      `--config.electronVersion=${electronVersion()}`,
      ...given,
      ...args,
    ],
    { cwd: root, env: projectEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const [from, to] of [
    [builder.stdout, process.stdout],
    [builder.stderr, process.stderr],
  ])
    from.on('data', (text) => {
      output += text;
      to.write(text);
    });
  const [status] = await once(builder, 'close');
  if (status === 0) {
    // Beside the installers too: whoever decides about them can read it without installing.
    const { name, version } = readJson(inProject('package.json'));
    const bill = `${name}-${version}-${process.platform}-${process.arch}.cdx.json`;
    cpSync(inProject('dist', 'desktop', 'app', BILL), inProject('dist', 'desktop', 'made', bill));
    return 0;
  }
  const reason = reasonOf(output);
  if (reason !== undefined) say(reason);
  return status ?? 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
