// Bytes on a socket that are almost a request, and the replies to them.

import { connect } from 'node:net';
import fc from 'fast-check';
import type { Reply } from '../run-service.ts';
import { API_KEY, USER_KEY } from '../run-service.ts';
import { WRONG_USER_KEY } from './requests.ts';

export interface Conversation {
  readonly bytes: Buffer;
  readonly keysAreGood: boolean;
}

const BODY = '{"racekey":"05241b01"}';

const headOf = (userKey: string): string[] => [
  `POST /v1/tra?api_key=${API_KEY} HTTP/1.1`,
  'host: service.example',
  'connection: close',
  'content-type: application/json',
  `x-user-key: ${userKey}`,
  `content-length: ${BODY.length}`,
];

type Change = (lines: string[]) => string[];

const first =
  (line: string): Change =>
  ([, ...rest]) => [line, ...rest];
const more =
  (...lines: string[]): Change =>
  (all) => [...all, ...lines];
const without =
  (name: string): Change =>
  (all) =>
    all.filter((line) => !line.startsWith(`${name}:`));

/** Changes to the head of the request. The keys stay unchanged. */
const CHANGES: readonly Change[] = [
  (lines) => lines,
  without('host'),
  without('content-length'),
  first(`POST /v1/tra?api_key=${API_KEY}`),
  first(`POST /v1/tra?api_key=${API_KEY} HTTP/1.0`),
  first(`POST /v1/tra?api_key=${API_KEY} HTTP/2.0`),
  first(`post /v1/tra?api_key=${API_KEY} HTTP/1.1`),
  first(`CONNECT other.example:443 HTTP/1.1`),
  first(`POST /v1/tra\0?api_key=${API_KEY} HTTP/1.1`),
  first(`POST /v1/tra ?api_key=${API_KEY} HTTP/1.1`),
  first(`POST ${API_KEY} HTTP/1.1`),
  first(`POST /v1/\u00e9\u00ff?api_key=${API_KEY} HTTP/1.1`),
  first(`  POST /v1/tra?api_key=${API_KEY} HTTP/1.1`),
  first('PRI * HTTP/2.0'),
  more('host: second.example'),
  more('content-length: 5'),
  more('content-length: -1'),
  more('transfer-encoding: chunked'),
  more('transfer-encoding: gzip, chunked'),
  more('expect: 100-continue'),
  more('expect: something'),
  more('upgrade: h2c', 'connection: upgrade'),
  more(`x-user-key : ${USER_KEY}`),
  more(' folded'),
  more('no colon'),
  more('x-control: \u0001\u007f'),
  more(`x-long: ${'x'.repeat(20_000)}`),
  more(...Array.from({ length: 1_000 }, (_, index) => `x${index}: ${index}`)),
];

/** What follows the head. */
const ENDINGS = [
  BODY,
  '',
  BODY.slice(0, 5),
  `${BODY}${BODY}`,
  '5\r\n{}   \r\n0\r\n\r\n',
  'zz\r\n',
  '\0\0\0\0',
  '\r\n\r\n',
];

export const conversations: fc.Arbitrary<Conversation> = fc
  .tuple(
    fc.constantFrom(USER_KEY, WRONG_USER_KEY, ''),
    fc.array(fc.constantFrom(...CHANGES), { maxLength: 2 }),
    fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r'),
    fc.constantFrom(...ENDINGS),
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.tuple(fc.nat(300), fc.uint8Array({ maxLength: 4 })) },
    ),
  )
  .map(([userKey, changes, end, ending, damage]) => {
    const lines = changes.reduce<string[]>((all, change) => change(all), headOf(userKey));
    const bytes = Buffer.from(`${lines.join(end)}${end}${end}${ending}`, 'latin1');
    // A second key, whose header name ends with a space, is the only thing that could let somebody in.
    const keysAreGood = userKey === USER_KEY || lines.some((line) => line.startsWith('x-user-key :'));
    return { bytes: damage ? damaged(bytes, ...damage) : bytes, keysAreGood };
  });

const damaged = (bytes: Buffer, at: number, put: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + 1)]);

/** How long the sender waits for a reply before it hangs up, in milliseconds. */
const PATIENCE = 60;

/**
 * Sends bytes and returns the replies. There may be none, since the service does not wait for a sender that hangs up.
 */
export function talk(base: string, bytes: Buffer): Promise<Reply[]> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const parts: Buffer[] = [];
    const hangUp = setTimeout(() => socket.end(), PATIENCE);
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(hangUp);
      resolve(repliesIn(Buffer.concat(parts)));
    });
    socket.write(bytes);
  });
}

/** The replies in the bytes from a connection, without interim ones. */
function repliesIn(bytes: Buffer): Reply[] {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return [];
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 ([0-9]{3}) /.exec(statusLine)?.[1]);
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const length = Number(headers['content-length'] ?? 0);
  const rest = bytes.subarray(end + 4 + length);
  const text = bytes.subarray(end + 4, end + 4 + length).toString();
  return [...(status >= 200 ? [{ status, headers, text }] : []), ...repliesIn(rest)];
}
