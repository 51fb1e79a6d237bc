// The pages of the other grids: installed if missing, bundled, and served with the archive's columns.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sirv from 'sirv';
import { build } from 'vite';

const FOLDER = import.meta.dirname;

/** A column as the peers' pages read it: `values[codes[row]]`. */
export interface PeerColumn {
  readonly name: string;
  /** Ordered by size. */
  readonly numeric: boolean;
  readonly values: readonly (string | null)[];
  readonly codes: readonly number[];
}

export interface Peers {
  /** The address of a peer's page for these rows and columns; `more` is for the page to read. */
  page(peer: 'glide' | 'ag', rows: number, columns: number, more?: string): string;
  stop(): void;
}

export async function servePeers(columns: readonly PeerColumn[]): Promise<Peers> {
  if (!existsSync(join(FOLDER, 'peers', 'node_modules'))) {
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: join(FOLDER, 'peers'), stdio: 'inherit' });
  }
  const outDir = mkdtempSync(join(tmpdir(), 'railbird-bench-peers-'));
  await build({
    root: join(FOLDER, 'peers'),
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'esnext',
      chunkSizeWarningLimit: 10_000,
    },
  });
  const json = JSON.stringify(columns);
  const files = sirv(outDir);
  const server = createServer((request, response) => {
    if (request.url !== '/columns.json') return files(request, response);
    response.writeHead(200, { 'content-type': 'application/json' }).end(json);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    page: (peer, rows, count, more = '') =>
      `http://127.0.0.1:${port}/?peer=${peer}&rows=${rows}&columns=${count}${more}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
