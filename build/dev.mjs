// `npm run dev`: the window with hot replacement, the core restarted when its code changes, and the sample data.
//
//   npm run dev -- --data-dir DIR     another data folder than .data/dev; every flag of the web host works
//   npm run dev -- --inspect          the core waits for a debugger on port 9229
//
// Vite serves the page; everything else comes from the core through Vite's proxy. Each load of the page gets an unused
// address, so a reload works after a restart of the core too.

import { spawn } from 'node:child_process';
import { createServer as createNetServer } from 'node:net';
import { createInterface } from 'node:readline';
import { createServer } from 'vite';
import { inProject, projectEnvironment, projectNode } from './setup/project.mjs';

const say = (line) => process.stderr.write(`${line}\n`);

/** A free port: the core keeps it across restarts. */
async function freePort() {
  const server = createNetServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts the core in Node's watch mode. `onAddress` is called with each new address, `onReady` after each start. */
function startCore(port, args, { onAddress, onReady }) {
  const node = args.includes('--inspect') ? ['--inspect=127.0.0.1:9229'] : [];
  const own = args.filter((arg) => arg !== '--inspect');
  const core = spawn(
    projectNode(),
    [
      '--watch',
      '--watch-preserve-output',
      ...node,
      inProject('electron', 'web.ts'),
      '--no-open',
      '--port',
      String(port),
      ...(own.includes('--data-dir') ? [] : ['--sample', '--data-dir', inProject('.data', 'dev')]),
      ...own,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: projectEnvironment() },
  );
  createInterface({ input: core.stdout }).on('line', (line) => {
    if (!line.startsWith('{')) return say(line);
    const { event, url } = JSON.parse(line);
    onAddress(url);
    if (event === 'ready') onReady();
  });
  return core;
}

const port = await freePort();
let address = '';

const freshAddress = {
  name: 'railbird-fresh-address',
  transformIndexHtml: () => {
    const hash = new URL(address).hash;
    return [
      {
        tag: 'script',
        injectTo: 'head-prepend',
        children: `if (location.hash === '') history.replaceState(history.state, '', ${JSON.stringify(hash)});`,
      },
    ];
  },
};

const toCore = { target: `http://127.0.0.1:${port}`, ws: true };
const vite = await createServer({
  configFile: inProject('vite.config.ts'),
  mode: 'development',
  plugins: [freshAddress],
  server: {
    host: '127.0.0.1',
    proxy: { '^/(rpc|session|exports)(/|$)': toCore },
  },
});

let isListening = false;
const core = startCore(port, process.argv.slice(2), {
  onAddress: (url) => {
    address = url;
  },
  onReady: async () => {
    if (isListening) return vite.ws.send({ type: 'full-reload' });
    isListening = true;
    await vite.listen();
    vite.printUrls();
  },
});
core.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => core.kill('SIGTERM'));
