// What the text of a body means, and that it is remembered only as long as it means the same.

import { expect, test } from 'vitest';
import { tableOf } from '#shared/catalogue/tables.ts';
import { MEMBERSHIP_LIMIT } from '#shared/service-api/envelope.ts';
import { Refusal } from './error-response.ts';
import { queryOf } from './query.ts';

const results = tableOf('t_se');
const ONLY_BODY = { strayNames: [], secrets: () => [] };

/** The code of the refusal. */
function refusalOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error.refused;
    throw error;
  }
  return 'none';
}

test('a body selects the same of each table, and the answer begins with the filters as they were sent', () => {
  const body = '{ "racekey": "05264101" }';
  for (const table of [results, tableOf('t_ra'), results]) {
    const { opening, ...query } = queryOf(table, body, ONLY_BODY);
    expect(query).toEqual({ table, selection: { racekey: '05264101' } });
    expect(JSON.parse(`${Buffer.from(opening, 'latin1').toString()}0}}`)).toEqual({
      request: { parameters: { racekey: '05264101' } },
      result: {
        status: 200,
        endpoint_uri: table.path,
        membershipLimit: MEMBERSHIP_LIMIT,
        result_count: 0,
      },
    });
  }
});

test('a body that was good before is refused with a filter in the query string', () => {
  const body = '{"racedate":"20261107"}';
  expect(queryOf(results, body, ONLY_BODY)).toBe(queryOf(results, body, ONLY_BODY));
  const stray = { strayNames: ['racekey'], secrets: () => [] };
  expect(refusalOf(() => queryOf(results, body, stray))).toBe('UNKNOWN_PARAMETER');
});

test('a body that is refused is refused each time', () => {
  for (let time = 0; time < 2; time++) {
    expect(refusalOf(() => queryOf(results, '{"racekey":"1"}', ONLY_BODY))).toBe('INVALID_PARAMETER');
    const twice = '{"racekey":"05264101","racekey":"05264102"}';
    expect(refusalOf(() => queryOf(results, twice, ONLY_BODY))).toBe('INVALID_PARAMETER');
    expect(refusalOf(() => queryOf(results, '{"racekey":', ONLY_BODY))).toBe('INVALID_JSON');
  }
});

test('neither many bodies nor long ones fill the memory', () => {
  const ask = (body: string) => queryOf(results, body, ONLY_BODY);
  const first = ask('{"racekey":"05000000"}');
  for (let race = 1; race <= 500; race++) ask(`{"racekey":"05${String(race).padStart(6, '0')}"}`);
  expect(ask('{"racekey":"05000000"}')).not.toBe(first);
  const long = `{"racekey":"05000001"${' '.repeat(100)}}`;
  expect(ask(long)).not.toBe(ask(long));
});
