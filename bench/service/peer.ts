// A peer for a benchmark, as a process of its own: `node peer.ts constant|ordinary|file FILE`. The first line on
// stdout is its address.
//
// - constant: node:http that sends the bytes of a file, held in memory;
// - ordinary: node:http over SQLite with a column a field: rows to objects, JSON.stringify;
// - file: node:http that streams a file.

import { createReadStream, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import Database from 'better-sqlite3';

const TYPE = { 'content-type': 'application/json; charset=utf-8' };

function constant(file: string): RequestListener {
  const bytes = readFileSync(file);
  return (_request, response) => {
    response.writeHead(200, { ...TYPE, 'content-length': bytes.length });
    response.end(bytes);
  };
}

function ordinary(file: string): RequestListener {
  const database = new Database(file, { readonly: true });
  const byRace = database.prepare<[string]>('SELECT * FROM d_ky WHERE racekey = ? ORDER BY CAST(horse_number AS INTEGER)');
  return (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
    const parameters = JSON.parse(Buffer.concat(parts).toString('utf8')) as { racekey: string };
    const data = byRace.all(parameters.racekey);
    const result = { status: 200, endpoint_uri: '/v1/dky', result_count: data.length, data };
    const body = JSON.stringify({ request: { parameters }, result });
    response.writeHead(200, { ...TYPE, 'content-length': Buffer.byteLength(body) });
    response.end(body);
    });
  };
} // prettier-ignore

const streamed =
  (file: string): RequestListener =>
  (_request, response) => {
    response.writeHead(200, TYPE);
    pipeline(createReadStream(file), response, () => {});
  };

const [kind = '', file = ''] = process.argv.slice(2);
const take = { constant, ordinary, file: streamed }[kind];
if (take === undefined) throw new Error('constant, ordinary or file');
const server = createServer(take(file));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
