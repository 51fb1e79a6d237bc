// The promise of the whole core, against a service that misbehaves at random: what is shown is all there is, or
// it says that it is not, or it is a coded error.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RailbirdError } from '#shared/errors.ts';
import type { WireRecord } from '#shared/wire/envelope.ts';
import { recordOf, runnersOf } from '../testing/fake-records.ts';
import { envelope, FakeService, refusal, type Asked, type Reply } from '../testing/fake-service.ts';
import { openCore } from '../testing/open-core.ts';
import { ofPeriod } from '../testing/three-days.ts';

const CARDS = ['20261107', '20261108', '20261114'].map((racedate) => ({ racedate, races: 10, runners: 12 }));
const ORACLE = CARDS.flatMap((card) => runnersOf('d_se', card));

type Fault = (asked: Asked, sound: readonly WireRecord[]) => Reply;

const FAULTS: Readonly<Record<string, Fault>> = {
  none: () => ({}),
  breaks: () => ({ breaks: true }),
  unavailable: () => ({ status: 503, headers: { 'retry-after': '2' } }),
  failing: () => ({ status: 500, text: 'oops' }),
  throttled: () => ({ status: 429, text: refusal('TOO_MANY_REQUESTS', 'slow') }),
  parked: () => ({ status: 429, headers: { 'retry-after': '9999999' } }),
  page: () => ({ text: '<html>', headers: { 'content-type': 'text/html' } }),
  refused: () => ({ status: 400, text: refusal('BAD_REQUEST', 'long', 'RANGE_TOO_LARGE') }),
  denied: () => ({ text: refusal('UNAUTHORIZED', 'keys') }),
  cutShort: ({ table, filter }, sound) => ({ text: envelope(table, filter, sound).slice(0, -9) }),
  capped: ({ table, filter }, sound) => ({ text: envelope(table, filter, sound.slice(0, 100)) }),
  miscounted: ({ table, filter }, sound) => ({ text: envelope(table, filter, sound.slice(1), sound.length) }),
  miscountedInText: ({ table, filter }, sound) => ({
    text: envelope(table, filter, sound.slice(1)).replace(
      /"result_count":\d+/,
      `"result_count":"${sound.length}"`,
    ),
  }),
  partOfATotal: ({ table, filter }, sound) => ({
    text: envelope(table, filter, sound.slice(1)).replace('"status"', `"total":${sound.length},"status"`),
  }),
  unsuccessful: ({ table, filter }) => ({
    text: envelope(table, filter, []).replace('{"request"', '{"success":false,"request"'),
  }),
  doubled: ({ table, filter }, sound) => ({ text: envelope(table, filter, [...sound, ...sound]) }),
  stray: ({ table, filter }, sound) => ({
    text: envelope(table, filter, [recordOf('d_se', { racedate: '20200101' }), ...sound]),
  }),
  shuffled: ({ table, filter }, sound) => ({ text: envelope(table, filter, sound.toReversed()) }),
};

it('is never silently short, never crashes and never goes on for ever', async () => {
  const faults = fc.array(fc.constantFrom(...Object.keys(FAULTS), 'none', 'none', 'none'), {
    minLength: 1,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(faults, async (sequence) => {
      const service = new FakeService({ d_se: ORACLE });
      service.misbehave = (asked, count) => {
        const fault = FAULTS[sequence[(count - 1) % sequence.length] ?? 'none'];
        return fault?.(asked, service.matching(asked.table, asked.filter));
      };
      const core = await openCore(service);
      try {
        const outcome = await core.results
          .open(ofPeriod('d_se', '20261101', '20261114'))
          .catch((error: unknown) => error);
        expect(service.asked.length).toBeLessThan(200);
        if (outcome instanceof RailbirdError) return;
        if (!(outcome instanceof Object) || !('summary' in outcome)) throw outcome;
        expect(outcome.summary).toSatisfy(
          ({ complete, records }: { complete: boolean; records: number }) =>
            !complete || records === ORACLE.length,
        );
      } finally {
        await core.close();
      }
    }),
    { numRuns: 15 },
  );
}, 60_000);
