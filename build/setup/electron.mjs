// Electron's binary: the npm package does not contain it, so it is fetched on first need; a failure is remembered for a
// day.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inProject, notes, projectNode } from './project.mjs';

const PACKAGE = inProject('node_modules', 'electron');
/** The path of the binary in its folder, as Electron's installer writes it. */
const NAME = path.join(PACKAGE, 'path.txt');
const FAILED = path.join(notes, 'electron-failed');
const DAY = 24 * 60 * 60_000;
/** About 110 MB on a slow line; a machine without the network fails at once. */
const PATIENCE = 180_000;

/** @returns {string | undefined} the binary if it is there already */
export function electronBinary() {
  try {
    const ownDist = process.env.ELECTRON_OVERRIDE_DIST_PATH;
    const name = ownDist !== undefined && !existsSync(NAME) ? 'electron' : readFileSync(NAME, 'utf8');
    const binary = path.join(ownDist ?? path.join(PACKAGE, 'dist'), name);
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The binary, fetched if need be with Electron's own installer, once a day at most.
 * @param {(line: string) => void} say
 * @returns {string | undefined}
 */
export function fetchElectron(say) {
  const present = electronBinary();
  if (present !== undefined) return present;
  if (existsSync(FAILED) && Date.now() - statSync(FAILED).mtimeMs < DAY) return undefined;
  say('Fetching Electron (once, about 110 MB) ...');
  spawnSync(projectNode(), [path.join(PACKAGE, 'install.js')], { timeout: PATIENCE, stdio: 'ignore' });
  const fetched = electronBinary();
  if (fetched !== undefined) rmSync(FAILED, { force: true });
  else {
    mkdirSync(notes, { recursive: true });
    writeFileSync(FAILED, 'Remove this file to try again.\n');
  }
  return fetched;
}
