// Load by wrk (Debian: wrk), a generator that is not ours: requests in turn but scattered, over connections that stay
// open.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface WrkOrder {
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Each request has one of them, at random. */
  readonly bodies: readonly string[];
  readonly connections: number;
  readonly seconds: number;
}

export interface WrkReport {
  readonly answers: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p99: number;
  readonly bytes: number;
}

const lua = (text: string): string => `[==[${text}]==]`;

const scriptFor = ({ path, headers, bodies }: WrkOrder): string => `
local headers = { ${Object.entries(headers)
  .map(([name, value]) => `[ ${lua(name)} ] = ${lua(value)}`)
  .join(', ')} }
local bodies = { ${bodies.map(lua).join(', ')} }
local requests = {}
function init()
  math.randomseed(20251228)
  for at, body in ipairs(bodies) do requests[at] = wrk.format("POST", ${lua(path)}, headers, body) end
end
function request() return requests[math.random(#requests)] end
function done(summary, latency)
  local failed = summary.errors.connect + summary.errors.read + summary.errors.write
    + summary.errors.status + summary.errors.timeout
  print(string.format('{"answers":%d,"microseconds":%d,"bytes":%d,"failed":%d,"p99":%d}',
    summary.requests, summary.duration, summary.bytes, failed, latency:percentile(99)))
end
`;

/** @throws if wrk is missing, or if any answer was not 200 */
export async function wrk(order: WrkOrder): Promise<WrkReport> {
  const folder = mkdtempSync(join(tmpdir(), 'railbird-wrk-'));
  try {
    const script = join(folder, 'requests.lua');
    writeFileSync(script, scriptFor(order));
    const child = spawn(
      'wrk',
      [
        '-t',
        '1',
        '-c',
        String(order.connections),
        '-d',
        `${order.seconds}s`,
        // On a busy machine an answer may take longer than wrk's own two seconds.
        '--timeout',
        '30s',
        '-s',
        script,
        order.url,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const output = child.stdout.toArray();
    const [code] = (await once(child, 'close')) as [number];
    const text = Buffer.concat((await output) as Buffer[]).toString();
    const last = /^\{.*\}$/m.exec(text)?.[0];
    if (code !== 0 || last === undefined) throw new Error(`wrk (Debian: wrk) failed: ${text}`);
    const { answers, microseconds, bytes, failed, p99 } = JSON.parse(last) as Record<string, number>;
    if (failed !== 0 || !answers || !microseconds) throw new Error(`${failed} requests failed: ${text}`);
    return {
      answers,
      perSecond: (answers * 1e6) / microseconds,
      p99: (p99 ?? 0) / 1000,
      bytes: bytes ?? 0,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
