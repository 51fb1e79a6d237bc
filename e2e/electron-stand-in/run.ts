#!/usr/bin/env node
// Starts an app as Electron's binary does, with the stand-in as its `electron`: `run.ts [switches] FOLDER [arguments]`.
// Playwright starts and controls it as it does Electron.

import { readFileSync } from 'node:fs';
import inspector from 'node:inspector';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createElectron } from './electron.ts';

const args = process.argv.slice(2);
const valueOf = (name: string): string | undefined =>
  args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);

const appPath = path.resolve(args.find((arg) => !arg.startsWith('-')) ?? '.');
const { main, version } = JSON.parse(readFileSync(path.join(appPath, 'package.json'), 'utf8')) as {
  readonly main: string;
  readonly version: string;
};
const locale = valueOf('lang') ?? 'en-US';
const port = valueOf('remote-debugging-port');
/** Where a packaged app has what lies outside its archive. */
const resources = process.env['STAND_IN_RESOURCES'];
if (resources !== undefined) Object.assign(process, { resourcesPath: resources });

const { electron, app } = createElectron({
  appPath,
  version,
  locale,
  args,
  isPackaged: resources !== undefined,
  switches: [
    `--lang=${locale}`,
    `--accept-lang=${locale}`,
    ...(port === undefined ? [] : [`--remote-debugging-port=${port}`]),
  ],
});

const ADDRESS = 'stand-in:electron';
Object.assign(globalThis, { [Symbol.for(ADDRESS)]: electron });
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: ADDRESS, format: 'module', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) => {
    if (url !== ADDRESS) return next(url, context);
    const names = Object.keys(electron).join(', ');
    const source = `export const { ${names} } = globalThis[Symbol.for('${ADDRESS}')];`;
    return { format: 'module', source, shortCircuit: true };
  },
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => app.quit());
process.argv = [process.argv[1] ?? 'electron', ...args];
const inspect = valueOf('inspect');
if (inspect !== undefined) inspector.open(Number(inspect), '127.0.0.1');
await import(pathToFileURL(path.join(appPath, main)).href);
app.becomeReady();
