import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LONGEST_ADDRESS } from '#shared/address.ts';
import type { Route } from '../screens.tsx';
import { addressHash, addressOf, addressPath, looksLikeAddress, routeAt } from './address.ts';

const ROUTES: readonly (readonly [string, Route])[] = [
  ['day', { screen: 'day' }],
  ['day/20261122', { screen: 'day', racedate: '20261122' }],
  ['race/05264511/card', { screen: 'race', racekey: '05264511', tab: 'card' }],
  ['race/05264511/result?runner=9', { screen: 'race', racekey: '05264511', tab: 'result', runner: 9 }],
  ['horse/20230001', { screen: 'horse', horse_id: '20230001' }],
  ['person/jockey/01234?period=all', { screen: 'person', kind: 'jockey', id: '01234', period: 'all' }],
  ['payoffs?from=20260101&to=20260131', { screen: 'payoffs', from: '20260101', to: '20260131' }],
  [
    'table/d_se?filter=%7B%22racekey%22%3A%2205264511%22%7D',
    { screen: 'table', table: 'd_se', filter: { racekey: '05264511' } },
  ],
  ['downloads?tables=%5B%22d_se%22%5D', { screen: 'downloads', tables: ['d_se'] }],
  ['settings', { screen: 'settings' }],
];

describe('an address', () => {
  it.each(ROUTES)('%s is that of its screen, and leads back to it', (path, route) => {
    expect(addressPath(route)).toBe(path);
    expect(routeAt(addressOf(route, undefined))).toEqual(route);
    expect(routeAt(addressOf(route, 'http://127.0.0.1:4000'))).toEqual(route);
    expect(routeAt(addressHash(route))).toEqual(route);
  });

  it('of a sire keeps every character of its name', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ァ-ヶA-Za-z0-9 /?#&=%+'.・]{1,40}$/), (id) => {
        const route: Route = { screen: 'person', kind: 'sire', id };
        expect(routeAt(addressOf(route, undefined))).toEqual(route);
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
        const route = routeAt(`railbird://${text}`);
        if (route !== undefined) expect(routeAt(addressOf(route, undefined))).toEqual(route);
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
