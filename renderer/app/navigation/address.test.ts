import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LONGEST_ADDRESS } from '#shared/address.ts';
import type { Route } from '../screens.tsx';
import { ALL_ROWS, ROWS_MEMORY, type RowsWanted } from '../../features/table/table-state.ts';
import { addressHash, addressOf, addressPath, destinationAt, looksLikeAddress } from './address.ts';

const ROUTES: readonly (readonly [string, Route])[] = [
  ['day', { screen: 'day' }],
  ['day/20261122', { screen: 'day', racedate: '20261122' }],
  ['race/05264511/card', { screen: 'race', racekey: '05264511', tab: 'card' }],
  ['race/05264511/result?runner=9', { screen: 'race', racekey: '05264511', tab: 'result', runner: 9 }],
  ['horse/20230001', { screen: 'horse', horse_id: '20230001' }],
  [
    'person/jockey/01234?from=20260101&to=20260131',
    { screen: 'person', kind: 'jockey', id: '01234', from: '20260101', to: '20260131' },
  ],
  ['person/jockey/01234?period=all', { screen: 'person', kind: 'jockey', id: '01234', period: 'all' }],
  ['payoffs', { screen: 'payoffs' }],
  ['payoffs?from=20260101&to=20260131', { screen: 'payoffs', from: '20260101', to: '20260131' }],
  [
    'table/d_se?filter=%7B%22racekey%22%3A%2205264511%22%7D',
    { screen: 'table', table: 'd_se', filter: { racekey: '05264511' } },
  ],
  // Its form shows which day it took for the other end.
  ['downloads?to=20260131', { screen: 'downloads', to: '20260131' }],
  ['downloads?tables=%5B%22d_se%22%5D', { screen: 'downloads', tables: ['d_se'] }],
  ['settings', { screen: 'settings' }],
];

const routeAt = (address: string): Route | undefined => destinationAt(address)?.route;

describe('an address', () => {
  it.each(ROUTES)('%s is that of its screen, and leads back to it', (path, route) => {
    expect(addressPath({ route })).toBe(path);
    expect(routeAt(addressOf({ route }, undefined))).toEqual(route);
    expect(routeAt(addressOf({ route }, 'http://127.0.0.1:4000'))).toEqual(route);
    expect(routeAt(addressHash({ route }))).toEqual(route);
  });

  it('of a sire keeps every character of its name', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ァ-ヶA-Za-z0-9 /?#&=%+'.・]{1,40}$/), (id) => {
        const route: Route = { screen: 'person', kind: 'sire', id };
        expect(routeAt(addressOf({ route }, undefined))).toEqual(route);
      }),
    );
  });

  it('may have the slash that some systems add, and its scheme in capitals', () => {
    expect(routeAt('RAILBIRD://settings/')).toEqual({ screen: 'settings' });
  });

  it('of a race without a tab leads to its card', () => {
    const card = { screen: 'race', racekey: '05264511', tab: 'card' };
    expect(routeAt('railbird://race/05264511')).toEqual(card);
    expect(routeAt('http://127.0.0.1:5000/#/race/05264511/')).toEqual(card);
  });

  it.each([
    'railbird://',
    'railbird:settings',
    'railbird://nowhere',
    'railbird://constructor',
    'railbird://__proto__',
    'railbird://race',
    'railbird://race/05264511/odds',
    'railbird://race/05264511/card/more',
    'railbird://race/../settings/card',
    'railbird://race/%2e%2e%2f/card',
    'railbird://race/%00/card',
    'railbird://race/<script>alert(1)</script>/card',
    'railbird://race/05264511/card?tab=result',
    'railbird://race/05264511/card?more=1',
    'railbird://race/05264511/card?__proto__=1',
    'railbird://race/05264511/card?%E0%A4%A',
    'railbird://horse/a%20or%201=1',
    'railbird://day/20260231',
    'railbird://day/%E2%80%AE20261122',
    'railbird://table/d_se?filter=%7B%22racekey%22%3A1%7D',
    'railbird://table/d_se?filter=javascript:1',
    'railbird://table/sqlite_master',
    'railbird://settings?a=b?c=d',
    // With one end, or beside all days, the screen would show another period.
    'railbird://payoffs?from=20261114',
    'railbird://payoffs?to=20261114',
    'railbird://person/jockey/10187?from=20261101',
    'railbird://person/jockey/10187?to=20261101',
    'railbird://person/jockey/10187?period=all&from=20261101',
    'railbird://person/jockey/10187?period=all&from=20261101&to=20261114',
    'https://example.org/settings',
    'javascript:alert(1)',
  ])('%s is refused', (address) => {
    expect(routeAt(address)).toBeUndefined();
  });

  it('that is too long is refused', () => {
    expect(routeAt(`railbird://person/sire/${'a'.repeat(100)}`)).toBeDefined();
    expect(routeAt(`railbird://person/sire/a${' '.repeat(LONGEST_ADDRESS)}`)).toBeUndefined();
  });

  it('is never a reason to fail', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const to = destinationAt(`railbird://${text}`);
        if (to !== undefined) expect(destinationAt(addressOf(to, undefined))).toEqual(to);
      }),
    );
  });

  it('is told from other texts by its beginning', () => {
    expect(['railbird://x', 'Railbird:', 'http://127.0.0.1:1/#/day', 'tokyo'].map(looksLikeAddress)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

describe('the address of a table', () => {
  const route: Route = { screen: 'table', table: 'd_se', filter: { racekey: '05264511' } };
  const start = 'table/d_se?filter=%7B%22racekey%22%3A%2205264511%22%7D';
  const rows: RowsWanted = {
    sort: [
      { column: 'idm', direction: 'descending' },
      { column: 'horse_number', direction: 'ascending' },
    ],
    filters: [
      { column: 'order_of_finish', text: '=01,02', on: true },
      { column: 'idm', text: '50..60', on: false },
    ],
    quick: '東京',
  };

  it('has its filters, order and search in words, and leads back to them', () => {
    const to = { route, memory: { [ROWS_MEMORY]: rows } };
    expect(addressPath(to)).toBe(
      `${start}&where.order_of_finish=%3D01,02&off.idm=50..60&sort=idm-,horse_number&search=%E6%9D%B1%E4%BA%AC`,
    );
    expect(destinationAt(addressOf(to, undefined))).toEqual(to);
    expect(destinationAt(addressHash(to))).toEqual(to);
  });

  it('that nobody filtered or sorted is that of the table alone, and opens it as it does by itself', () => {
    expect(addressPath({ route })).toBe(start);
    expect(destinationAt(`railbird://${start}`)?.memory?.[ROWS_MEMORY]).toBeUndefined();
  });

  it('of all rows says so, where a view of the table would have filters', () => {
    const to = { route, memory: { [ROWS_MEMORY]: ALL_ROWS } };
    expect(addressPath(to)).toBe(`${start}&rows=all`);
    expect(destinationAt(addressOf(to, undefined))).toEqual(to);
  });

  it.each([
    ['runners', '{"racedate":"20261121"}'],
    ['runners', '{"from":"20261121","to":"20261122"}'],
    ['d_se', '{"racedat":"20261121"}'],
    ['t_se', '{"start_racedate":"20261121","end_racedate":"20261122"}'],
  ])('leads nowhere if %s cannot be filtered by %s: it would show other rows', (table, filter) => {
    expect(destinationAt(`railbird://table/${table}?filter=${encodeURIComponent(filter)}`)).toBeUndefined();
  });

  it('of payoffs has their filters', () => {
    const to = {
      route: { screen: 'payoffs', from: '20260101', to: '20260131' },
      memory: {
        [ROWS_MEMORY]: { ...ALL_ROWS, filters: [{ column: 'payoff', text: '>=1000', on: true }] },
      },
    } as const;
    expect(addressPath(to)).toBe('payoffs?from=20260101&to=20260131&where.payoff=%3E%3D1000');
    expect(destinationAt(addressOf(to, undefined))).toEqual(to);
  });

  it('keeps every filter that can be typed', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ァ-ヶA-Za-z0-9 /?#&=%+'.・<>!,|-]{0,40}[^ ]$/), (text) => {
        const filters = [{ column: 'horse_name', text, on: true }];
        const to = { route, memory: { [ROWS_MEMORY]: { ...ALL_ROWS, filters } } };
        fc.pre(!/[\p{C}\p{Zl}\p{Zp}\s]/u.test(text.at(-1) ?? ''));
        expect(destinationAt(addressOf(to, undefined))).toEqual(to);
      }),
    );
  });

  it('leaves out what it could not be opened with', () => {
    const long = [{ column: 'horse_name', text: '馬'.repeat(2000), on: true }];
    const hidden = [{ column: 'horse_name', text: '\u202Ea', on: true }];
    const unknown = [{ column: 'of_the_service_alone', text: '1', on: true }];
    // Half of a character of two, which no address can have.
    const half = [{ column: 'horse_name', text: '\ud83d', on: true }];
    const halfNamed = [{ column: '\ud83d', text: '1', on: true }];
    for (const filters of [long, hidden, unknown, half, halfNamed])
      expect(addressPath({ route, memory: { [ROWS_MEMORY]: { ...ALL_ROWS, filters } } })).toBe(start);
    expect(addressPath({ route, memory: { [ROWS_MEMORY]: 'nonsense' } })).toBe(start);
  });

  it.each([
    'rows=some',
    'rows=all&sort=idm',
    'where.idm',
    'where.=1',
    'where.idm=',
    'where.idm=%20',
    'where.idm=1&where.idm=2',
    'where.idm=1&off.idm=2',
    'where.nonsense=1',
    'where.__proto__=1',
    'where.idm=%00',
    'sort=',
    'sort=nonsense',
    'sort=idm,',
    'sort=idm,kettonum,horse_number,racekey,racedate',
    `search=${'a'.repeat(201)}`,
    'rows=1',
  ])('with %s is refused', (params) => {
    expect(destinationAt(`railbird://table/d_se?${params}`)).toBeUndefined();
  });

  it('has them for no other screen', () => {
    expect(destinationAt('railbird://race/05264511/card?sort=idm')).toBeUndefined();
    expect(destinationAt('railbird://sql?where.idm=1')).toBeUndefined();
    expect(addressPath({ route: { screen: 'sql' }, memory: { [ROWS_MEMORY]: rows } })).toBe('sql');
  });
});
