// `npm start`: sets up, builds what changed, and opens the app, under Electron or in a browser window.
//
//   --host=web        the browser window, even where Electron could run
//   --host=electron   Electron, or an error
// Every other flag (--no-open, --data-dir DIR, --sample, ...) belongs to the app. RAILBIRD_WINDOW_WITHIN is the number
// of seconds that Electron has to show its window, for machines that need more than 20. Set-up writes to stderr: stdout
// belongs to the app.

import { hasDisplay, setUp } from './setup.mjs';
import { electronBinary, fetchElectron } from './setup/electron.mjs';
import { sandboxFlags, startElectron } from './setup/electron-start.mjs';
import { handOver } from './setup/launch.mjs';
import { inProject, projectEnvironment, projectNode, root } from './setup/project.mjs';
import { buildWhenStale } from './window.mjs';

const say = (line) => process.stderr.write(`${line}\n`);

/** The last `--host=x` or `--host x` among the arguments. */
function wantedHost(args) {
  return args.reduce((host, arg, at) => {
    if (arg.startsWith('--host=')) return arg.slice('--host='.length);
    return arg === '--host' ? args[at + 1] : host;
  }, undefined);
}

/** Electron's binary if it should and can run; otherwise prints why not, unless that is known. */
function chooseElectron(host) {
  if (host === 'web') return undefined;
  if (!hasDisplay()) {
    if (host === 'electron') throw new Error('Electron needs a display; there is none (DISPLAY is not set).');
    return undefined;
  }
  const binary = electronBinary() ?? fetchElectron(say);
  if (binary !== undefined) return binary;
  const reason = "Electron's binary could not be fetched";
  if (host === 'electron') throw new Error(`${reason}.`);
  say(`${reason}: the app opens in a browser window instead. The next attempt is in a day.`);
  return undefined;
}

/** The flags for the app in a browser window; flags of Electron or Chromium do not concern it. */
const WEB_FLAGS = ['--no-open', '--sample'];
const WEB_FLAGS_WITH_VALUE = ['--data-dir', '--port', '--host'];

/** Those of Electron's flags that the browser window understands as well. */
function webArgs(args) {
  return args.filter(
    (arg, at) =>
      WEB_FLAGS.includes(arg) ||
      WEB_FLAGS_WITH_VALUE.includes(arg.split('=')[0]) ||
      WEB_FLAGS_WITH_VALUE.includes(args[at - 1]),
  );
}

async function start(args) {
  setUp('start', say);
  const host = wantedHost(args);
  const electron = chooseElectron(host);
  await buildWhenStale('renderer', say);
  const env = projectEnvironment();
  const openInBrowser = (given) =>
    handOver(projectNode(), [inProject('electron', 'web.ts'), ...given], { env });
  if (electron === undefined) return openInBrowser(args);
  await buildWhenStale('electron', say);
  const seconds = Number(process.env.RAILBIRD_WINDOW_WITHIN);
  const { code, reason } = await startElectron(electron, [...sandboxFlags(say), root, ...args], {
    env,
    ...(seconds > 0 ? { windowWithin: seconds * 1000 } : {}),
  });
  if (reason === undefined) return code;
  if (host === 'electron') throw new Error(`Electron opened no window: ${reason}.`);
  say(
    `Electron opened no window: ${reason}. The app opens in a browser window instead (npm start -- --host=web does so at once).`,
  );
  return openInBrowser(webArgs(args));
}

try {
  process.exitCode = await start(process.argv.slice(2));
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
