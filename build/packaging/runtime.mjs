// The Node inside a packaged program, and the builds of a program's parts.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inProject, projectEnvironment, projectNode, readJson, root, script } from '../setup/project.mjs';

const BINARY = process.platform === 'win32' ? 'node.exe' : 'node';

/** The Node that runs the project, and its license if that is beside it. */
export function copyRuntime(target) {
  const node = projectNode();
  mkdirSync(target, { recursive: true });
  cpSync(node, path.join(target, BINARY), { dereference: true });
  const license = path.join(path.dirname(node), '..', 'LICENSE');
  if (existsSync(license)) cpSync(license, path.join(target, 'LICENSE'));
}

/**
 * Builds what runs in Node, into a folder that says what it is: JavaScript in modules.
 * @param {'cli' | 'service' | 'tests'} mode  of vite.config.ts
 * @param {string} folder
 */
export function buildProgram(mode, folder) {
  const config = inProject('vite.config.ts');
  run(projectNode(), [script('vite'), 'build', '-c', config, '--mode', mode, '--outDir', folder]);
  const { name, version } = readJson(inProject('package.json'));
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify({ name, version, type: 'module' })}\n`);
}

/** @returns its output. @throws with the complete output if it fails */
export function run(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    shell: command.endsWith('.cmd'),
    env: projectEnvironment({ NODE_ENV: 'production' }),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw error ?? new Error(`${path.basename(command)} failed.\n${stdout}${stderr}`);
  return stdout;
}
