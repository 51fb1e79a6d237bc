import { describe, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { answersAnother } from './answer-anomalies.ts';

const FILTER = { start_racedate: '20261101', end_racedate: '20261130' };
const said = (parameters: unknown, endpointUri: unknown = '/v1/dra') =>
  answersAnother({ parameters, endpointUri }, TABLES.d_ra, FILTER);

describe('an answer is to another question', () => {
  it('when it echoes another value of a filter', () => {
    expect(said({ ...FILTER, end_racedate: '20261129' })).toBe(true);
    expect(said({ ...FILTER, start_racedate: 20261102 })).toBe(true);
  });

  it('when it echoes an identifier that nobody sent', () => {
    expect(said({ ...FILTER, racekey: '05264101' })).toBe(true);
    expect(said({ racekey: '05264101' })).toBe(true);
  });

  it('when it names the address of another table', () => {
    expect(said(FILTER, '/v1/dhj')).toBe(true);
  });

  it('not when it names no address at all', () => {
    for (const nothing of [undefined, null, 5, {}]) expect(said(FILTER, nothing)).toBe(false);
  });

  it('not when it echoes what was sent in another form', () => {
    for (const start_racedate of [
      '2026-11-01',
      '2026/11/01',
      '2026-11-01T00:00:00+09:00',
      ' 20261101 ',
      '２０２６１１０１',
    ])
      expect(said({ ...FILTER, start_racedate })).toBe(false);
    expect(said({ ...FILTER, start_racedate: '2026-11-02' })).toBe(true);
    const horse = (sent: string, kettonum: unknown) =>
      answersAnother({ parameters: { kettonum }, endpointUri: '' }, TABLES.m_uk, { kettonum: sent });
    expect([horse('2023100001', 23100001), horse('05100001', 5100001)]).toEqual([false, false]);
    expect(horse('2023100001', '23100002')).toBe(true);
  });

  it('not when it echoes what was sent, in text or as a number, or says nothing that can be told', () => {
    for (const parameters of [FILTER, { start_racedate: 20261101 }, {}, undefined, null, 'x', { page: 1 }]) {
      expect(said(parameters)).toBe(false);
    }
    expect(said({ ...FILTER, racekey: '', horse_id: null })).toBe(false);
    for (const address of ['/v1/dra', 'https://example.com/v1/dra', '', undefined, 7]) {
      expect(said(FILTER, address)).toBe(false);
    }
  });
});
