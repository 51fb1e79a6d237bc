import { describe, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { answersAnother } from './answer-anomalies.ts';

const FILTER = { start_racedate: '20261101', end_racedate: '20261130' };
const isForAnother = (parameters: unknown, endpointUri: unknown = '/v1/dra') =>
  answersAnother({ parameters, endpointUri }, TABLES.d_ra, FILTER);

describe('an answer is for another query', () => {
  it('if it echoes another value of a filter', () => {
    expect(isForAnother({ ...FILTER, end_racedate: '20261129' })).toBe(true);
    expect(isForAnother({ ...FILTER, start_racedate: 20261102 })).toBe(true);
  });

  it('if it echoes an identifier that was not sent', () => {
    expect(isForAnother({ ...FILTER, racekey: '05264101' })).toBe(true);
    expect(isForAnother({ racekey: '05264101' })).toBe(true);
  });

  it('if it names the address of another table', () => {
    expect(isForAnother(FILTER, '/v1/dhj')).toBe(true);
  });

  it('but not if it names no address at all', () => {
    for (const nothing of [undefined, null, 5, {}]) expect(isForAnother(FILTER, nothing)).toBe(false);
  });

  it('but not if it echoes the filter in another form', () => {
    for (const start_racedate of [
      '2026-11-01',
      '2026/11/01',
      '2026-11-01T00:00:00+09:00',
      ' 20261101 ',
      '２０２６１１０１',
    ])
      expect(isForAnother({ ...FILTER, start_racedate })).toBe(false);
    expect(isForAnother({ ...FILTER, start_racedate: '2026-11-02' })).toBe(true);
    const horse = (sent: string, kettonum: unknown) =>
      answersAnother({ parameters: { kettonum }, endpointUri: '' }, TABLES.m_uk, { kettonum: sent });
    expect([horse('2023100001', 23100001), horse('05100001', 5100001)]).toEqual([false, false]);
    expect(horse('2023100001', '23100002')).toBe(true);
  });

  it('but not if it echoes the filter as text or numbers, or echoes nothing that can be compared', () => {
    for (const parameters of [FILTER, { start_racedate: 20261101 }, {}, undefined, null, 'x', { page: 1 }]) {
      expect(isForAnother(parameters)).toBe(false);
    }
    expect(isForAnother({ ...FILTER, racekey: '', horse_id: null })).toBe(false);
    for (const address of ['/v1/dra', 'https://example.com/v1/dra', '', undefined, 7]) {
      expect(isForAnother(FILTER, address)).toBe(false);
    }
  });
});
