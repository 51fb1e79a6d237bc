// Regular expressions on external text take time proportional to it: no answer, header or file may block the processor
// for seconds. The test analyzes the expressions themselves; it times nothing.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';

/** The slow expressions that never receive external text, with the reason. */
const OF_OUR_OWN: Readonly<Record<string, string>> = {
  'renderer/features/welcome/ConnectForm.tsx /\\/+$/': 'an address that the user types',
  'renderer/features/race/PreRaceTab.tsx /\\s*\\d+$/': 'labels of the catalogue',
  'electron/connection/base-url.ts /(?:\\/v1)?\\/*$/': 'an address that the user types',
  'electron/connection/sample-service.ts /\\/+$/': 'the address of our own child process',
  'electron/archive/archives.ts /\\/+$/': 'an address that the user types',
  'electron/service-client/send.ts /\\/+$/': 'an address that the user types',
  'service/http/client-address.ts /%.*$/': 'an address that isIP has accepted, at most 60 characters',
  'service/http/client-address.ts /(\\d+)\\.(\\d+)\\.(\\d+)\\.(\\d+)$/': 'an address that isIP has accepted',
};

interface Found {
  readonly file: string;
  readonly pattern: string;
  readonly flags: string;
}

const root = join(import.meta.dirname, '..');

/** Every regular expression in the source. */
function expressions(): Found[] {
  const files = globSync('{shared,service,electron,renderer}/**/*.{ts,tsx}', { cwd: root });
  return files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
    .flatMap((file) => [
      ...literalsIn(file, parseSync(file, readFileSync(join(root, file), 'utf8')).program),
    ]);
}

function* literalsIn(file: string, node: unknown): Generator<Found> {
  if (typeof node !== 'object' || node === null) return;
  const regex: unknown = 'regex' in node ? node.regex : undefined;
  if (typeof regex === 'object' && regex !== null && 'pattern' in regex && 'flags' in regex)
    yield { file, pattern: String(regex.pattern), flags: String(regex.flags) };
  for (const child of Object.values(node)) yield* literalsIn(file, child);
}

const isSlow = ({ pattern, flags }: Omit<Found, 'file'>): boolean =>
  analyse({ source: pattern, flags }).reports.length > 0;

test('expressions whose time grows with the square of the text are found', () => {
  for (const pattern of ['\\s*[(（].*[)）]\\s*$', '\\s*\\r?\\n\\s*', '(a+)+$', '\\s+$']) {
    expect([pattern, isSlow({ pattern, flags: '' })]).toEqual([pattern, true]);
  }
  expect(isSlow({ pattern: '[(（]', flags: 'u' })).toBe(false);
});

test('no expression in the source is slow, except those for our own text', () => {
  const all = expressions();
  expect(all.length).toBeGreaterThan(150);
  const slow = all.filter(isSlow).map(({ file, pattern }) => `${file} /${pattern}/`);
  expect([...new Set(slow)].toSorted()).toEqual(Object.keys(OF_OUR_OWN).toSorted());
});
