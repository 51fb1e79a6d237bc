// Builds what the app loads from dist/, when its sources changed since the last build:
// `node build/window.mjs renderer electron`, or from the start script.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inProject, projectEnvironment, projectNode, root, script } from './setup/project.mjs';

/** The builds: the source folders and files, and the modes of vite.config.ts. */
const BUILDS = {
  renderer: {
    from: ['renderer', 'shared', 'vite.config.ts', 'package-lock.json'],
    makes: 'dist/renderer/index.html',
    modes: ['window'],
  },
  electron: {
    from: ['electron', 'shared', 'vite.config.ts', 'build/packaging/native.mjs', 'package-lock.json'],
    makes: 'dist/electron/main.js',
    modes: ['main', 'worker', 'preload'],
  },
};

/** A fingerprint of files by name, size and modification time: a few milliseconds, while reading them takes longer. */
function fingerprint(from) {
  const hash = createHash('sha256');
  const add = (file) => {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${path.relative(root, file)} ${size} ${mtimeMs}\n`);
  };
  for (const place of from.map((name) => inProject(name))) {
    if (!statSync(place).isDirectory()) add(place);
    else
      for (const entry of readdirSync(place, { recursive: true, withFileTypes: true }))
        if (entry.isFile() && !/\.test\.tsx?$/u.test(entry.name))
          add(path.join(entry.parentPath, entry.name));
  }
  return hash.digest('hex');
}

/**
 * @param {keyof typeof BUILDS} name
 * @param {(line: string) => void} say
 * @returns {Promise<void>} when dist/ matches the sources
 * @throws with Vite's output when the build fails
 */
export async function buildWhenStale(name, say) {
  const { from, makes, modes } = BUILDS[name];
  const note = inProject('dist', `${name}.fingerprint`);
  const now = fingerprint(from);
  if (existsSync(inProject(makes)) && existsSync(note) && readFileSync(note, 'utf8') === now) return;
  say(`Building ${name === 'renderer' ? 'the window' : 'the app'} ...`);
  rmSync(note, { force: true });
  rmSync(inProject('dist', name), { recursive: true, force: true });
  for (const mode of modes) await vite(mode);
  mkdirSync(path.dirname(note), { recursive: true });
  writeFileSync(note, now);
}

function vite(mode) {
  return new Promise((resolve, reject) => {
    const child = spawn(projectNode(), [script('vite'), 'build', '--logLevel', 'warn', '--mode', mode], {
      cwd: root,
      env: projectEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`vite build --mode ${mode} failed:\n${output}`)),
    );
  });
}

if (process.argv[1]?.endsWith('window.mjs')) {
  try {
    for (const name of process.argv.slice(2))
      await buildWhenStale(name, (line) => process.stdout.write(`${line}\n`));
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
