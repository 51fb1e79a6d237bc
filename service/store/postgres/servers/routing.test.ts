// Who writes and who answers, whatever the servers are.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Sighting } from './routing.ts';
import { highestTimeline, primaryAmong, serversForCredentials, serversForRead } from './routing.ts';

const NOW = 1_800_000_000_000;
const MAX_AGE = 30_000;
const SCHEMA = 6;

const sighting = fc.record<Sighting>({
  role: fc.constantFrom('primary', 'standby'),
  timeline: fc.integer({ min: 1, max: 4 }),
  schema: fc.integer({ min: SCHEMA - 1, max: SCHEMA + 1 }),
  // In the future, too: the clock of a primary may have been ahead.
  asOf: fc.integer({ min: NOW - 2 * MAX_AGE, max: NOW + 2 * MAX_AGE }),
});
const servers = fc.array(fc.option(sighting, { nil: undefined }), { minLength: 1, maxLength: 6 });
const sorted = (places: readonly number[]) => places.toSorted((a, b) => a - b);
const standby = (asOf: number): Sighting => ({ role: 'standby', timeline: 1, schema: SCHEMA, asOf });
const primary = (timeline: number): Sighting => ({ role: 'primary', timeline, schema: SCHEMA, asOf: NOW });
const wanted = (at: number | undefined, user = '') => ({
  primary: at,
  now: NOW,
  maxAge: MAX_AGE,
  schema: SCHEMA,
  user,
});

test('writes never go to a standby, nor to a server whose successor was ever seen, nor to one of two equals', () => {
  fc.assert(
    fc.property(servers, fc.integer({ min: 0, max: 4 }), (all, seen) => {
      const at = primaryAmong(all, seen);
      const primaries = all.filter((server) => server?.role === 'primary');
      const newest = Math.max(seen, ...primaries.map((server) => server?.timeline ?? 0));
      const current = primaries.filter((server) => server?.timeline === newest);
      expect(at === undefined ? [] : [all[at]]).toEqual(current.length === 1 ? current : []);
    }),
  );
});

test('a former primary that comes back is not written to, even after its successor has died', () => {
  const seen = highestTimeline([primary(1), primary(2)]);
  expect(primaryAmong([primary(1), primary(2)], 1)).toBe(1);
  expect(primaryAmong([primary(1), undefined], seen)).toBeUndefined();
  expect(serversForRead([primary(1), undefined], wanted(undefined))).toEqual([]);
});

test('a read goes to every standby that is fresh enough and has the schema, then to the primary, and nowhere else', () => {
  fc.assert(
    fc.property(servers, fc.string(), (all, user) => {
      const at = primaryAmong(all, 0);
      const order = serversForRead(all, wanted(at, user));
      const fresh = order.slice(0, at === undefined ? order.length : -1);
      const fit = [...all.keys()].filter((place) => {
        const server = all[place];
        return (
          server?.role === 'standby' && server.schema >= SCHEMA && Math.abs(NOW - server.asOf) <= MAX_AGE
        );
      });
      expect(sorted(fresh)).toEqual(fit);
      if (at !== undefined) expect(order.at(-1)).toBe(at);
      const credentials = serversForCredentials(all, wanted(at));
      expect(sorted(credentials)).toEqual(sorted(order));
      if (at !== undefined) expect(credentials[0]).toBe(at);
    }),
  );
});

test('a user stays with one standby while it is fresh, also when another one leaves; users are spread over all', () => {
  const three = [primary(1), standby(NOW), standby(NOW - 100), standby(NOW)];
  const first = (user: string, all: readonly (Sighting | undefined)[]) =>
    serversForRead(all, wanted(0, user))[0] ?? -1;
  const counts = [0, 0, 0, 0];
  for (let number = 0; number < 900; number++) {
    const user = `user ${number}`;
    const before = first(user, three);
    counts[before] = (counts[before] ?? 0) + 1;
    const after = first(user, [primary(1), standby(NOW), undefined, standby(NOW)]);
    if (before !== 2) expect(after).toBe(before);
  }
  expect(counts[0]).toBe(0);
  for (const count of counts.slice(1)) expect(count).toBeGreaterThan(200);
});

test('without a primary the standby with the latest changes has the credentials', () => {
  const all = [undefined, standby(NOW - 2_000), standby(NOW - 1_000), standby(NOW - MAX_AGE - 1)];
  expect(serversForCredentials(all, wanted(undefined))).toEqual([2, 1]);
});
