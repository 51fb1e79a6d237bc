// What somebody may try against the dashboard. Everything here is refused and changes nothing.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testPasskey } from '../testing/passkey.ts';
import type { Browser, TestDashboard } from '../testing/dashboard.ts';
import { ORIGIN, formsOf, testDashboard } from '../testing/dashboard.ts';

const COOKIE = '__Host-session';
const PLAN = { name: 'standard', until: null };

let dashboard: TestDashboard;
beforeEach(() => {
  dashboard = testDashboard();
});
afterEach(() => dashboard.close());

/** Whether the browser is signed in. */
const isIn = async (browser: Browser) => (await browser.get('/')).status === 200;
const keysOf = async (user: string) => (await dashboard.book.keys()).filter((key) => key.user === user);

describe('session fixation', () => {
  test('a session that somebody planted is not the one that signing in starts', async () => {
    const browser = dashboard.browser();
    const planted = 'planted-by-somebody-else-0123456789abcdefgh';
    browser.cookies.set(COOKIE, planted);
    await browser.accept(await dashboard.invite('ann'));
    expect(browser.cookies.get(COOKIE)).not.toBe(planted);
    const thief = dashboard.browser();
    thief.cookies.set(COOKIE, planted);
    expect(await isIn(thief)).toBe(false);
  });

  test('signing in again ends the session of before', async () => {
    const browser = dashboard.browser();
    const { passkey } = await browser.accept(await dashboard.invite('ann'));
    const before = browser.cookies.get(COOKIE) ?? '';
    expect((await browser.signIn(passkey)).status).toBe(200);
    expect(browser.cookies.get(COOKIE)).not.toBe(before);
    const thief = dashboard.browser();
    thief.cookies.set(COOKIE, before);
    expect([await isIn(thief), await isIn(browser)]).toEqual([false, true]);
  });

  test('the cookie is out of reach of scripts, of other sites, of other hosts and of plain HTTP', async () => {
    const browser = dashboard.browser();
    const { passkey } = await browser.accept(await dashboard.invite('ann'));
    const [cookie] = (await browser.signIn(passkey)).headers.getSetCookie();
    expect(cookie?.split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      'Path=/',
      'SameSite=Strict',
      'Secure',
    ]);
    expect(cookie).toMatch(/^__Host-session=[\w-]{43};/);
  });

  test('a session ends after half an hour without use, after eight hours at the latest, and when signed out', async () => {
    const browser = await dashboard.signedIn('ann');
    dashboard.at('2026-11-20T12:29:59Z');
    expect(await isIn(browser)).toBe(true);
    dashboard.at('2026-11-20T12:59:59Z');
    expect(await isIn(browser)).toBe(false);

    dashboard.at('2026-11-20T13:00:00Z');
    const busy = await dashboard.signedIn('bob');
    for (let minutes = 20; minutes < 480; minutes += 20) {
      dashboard.at(new Date(Date.parse('2026-11-20T13:00:00Z') + minutes * 60_000).toISOString());
      expect(await isIn(busy)).toBe(true);
    }
    dashboard.at('2026-11-20T21:00:00Z');
    expect(await isIn(busy)).toBe(false);

    const leaving = await dashboard.signedIn('eve');
    const secret = leaving.cookies.get(COOKIE) ?? '';
    expect((await leaving.form('/sign-out')).status).toBe(303);
    leaving.cookies.set(COOKIE, secret);
    expect(await isIn(leaving)).toBe(false);
  });
});

describe('forms of other sites', () => {
  const FORMS = [
    '/keys',
    '/keys/0123456789ab/revoke',
    '/users/ann/plan',
    '/passkeys/0123456789ab/name',
    '/passkeys/0123456789ab/remove',
    '/sign-out',
  ];

  test.each([
    ['without an origin', { origin: '' }],
    ['of another site', { origin: 'https://evil.example.org' }],
    ['of an opaque origin', { origin: 'null' }],
    ['over plain HTTP', { origin: ORIGIN.replace('https', 'http') }],
    ['of a neighbor under the same domain', { 'sec-fetch-site': 'same-site' }],
    ['with a good origin that the browser denies', { 'sec-fetch-site': 'cross-site' }],
  ])('a form %s does nothing, even with the right token', async (_, headers) => {
    const browser = await dashboard.signedIn('ann', { role: 'operator', plan: PLAN });
    const before = await dashboard.book.history();
    for (const path of FORMS) {
      expect((await browser.form(path, { current: '' }, headers)).status).toBe(403);
    }
    expect(await dashboard.book.history()).toEqual(before);
    expect(await isIn(browser)).toBe(true);
  });

  test('a form without the token, with another session’s, or in another type does nothing', async () => {
    const browser = await dashboard.signedIn('ann', { role: 'operator', plan: PLAN });
    const { token = '' } = await formsOf(await dashboard.signedIn('eve'));
    const before = await dashboard.book.history();
    for (const path of FORMS) {
      for (const given of ['', token, `${token}x`]) {
        expect((await browser.form(path, { token: given, current: '' })).status).toBe(403);
      }
      expect((await browser.form(path, {}, { 'content-type': 'text/plain' })).status).toBe(403);
      expect((await browser.json(path, {})).status).toBe(403);
    }
    expect(await dashboard.book.history()).toEqual(before);
  });

  test('what the scripts send is not taken from a form', async () => {
    const secret = await dashboard.invite('ann');
    const stranger = dashboard.browser();
    const reply = await stranger.json('/invitation/options', { secret }, { 'content-type': 'text/plain' });
    expect(reply.status).toBe(403);
  });

  test('nothing is done by a link', async () => {
    const browser = await dashboard.signedIn('ann', { role: 'operator', plan: PLAN });
    for (const path of FORMS) expect((await browser.get(path)).status).toBe(404);
    expect(await isIn(browser)).toBe(true);
  });
});

describe('links and answers that are sent again', () => {
  test('a link is good once, until tomorrow, and only the newest', async () => {
    const secret = await dashboard.invite('ann');
    expect((await dashboard.browser().accept(secret)).status).toBe(200);
    expect((await dashboard.browser().accept(secret)).status).toBe(401);

    const replaced = await dashboard.invite('bob');
    await dashboard.invite('bob');
    expect((await dashboard.browser().accept(replaced)).status).toBe(401);

    const late = await dashboard.invite('eve');
    const waiting = dashboard.browser('192.0.2.8');
    dashboard.at('2026-11-21T11:59:59Z');
    const options = await waiting.json('/invitation/options', { secret: late });
    const { challenge } = (await options.json()) as { challenge: string };
    dashboard.at('2026-11-21T12:00:00Z');
    expect((await waiting.json('/invitation/options', { secret: late })).status).toBe(401);
    const response = testPasskey().register(challenge, ORIGIN);
    expect((await waiting.json('/invitation', { secret: late, response })).status).toBe(401);
    expect((await dashboard.browser('192.0.2.7').accept(late)).status).toBe(401);
    expect(await dashboard.accounts.signIn.passkeys('eve')).toEqual([]);
  });

  test('whoever only opens a link, like a scanner of mails, does not use it up', async () => {
    const secret = await dashboard.invite('ann');
    const scanner = dashboard.browser();
    expect((await scanner.get('/invitation')).status).toBe(200);
    expect((await scanner.json('/invitation/options', { secret })).status).toBe(200);
    expect((await dashboard.browser().accept(secret)).status).toBe(200);
  });

  test('of two who finish with one link at once, one gets in', async () => {
    const secret = await dashboard.invite('ann');
    const both = await Promise.all([dashboard.browser().accept(secret), dashboard.browser().accept(secret)]);
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '401']);
    expect(await dashboard.accounts.signIn.passkeys('ann')).toHaveLength(1);
  });

  test('an answer to a challenge is good once and for five minutes', async () => {
    const browser = dashboard.browser();
    const { passkey } = await browser.accept(await dashboard.invite('ann'));
    const challenge = async () =>
      ((await (await browser.json('/sign-in/options', {})).json()) as { challenge: string }).challenge;
    const response = passkey.signIn(await challenge(), ORIGIN);
    expect((await browser.json('/sign-in', { response })).status).toBe(200);
    expect((await dashboard.browser().json('/sign-in', { response })).status).toBe(401);
    const late = passkey.signIn(await challenge(), ORIGIN);
    dashboard.at('2026-11-20T12:05:00Z');
    expect((await dashboard.browser().json('/sign-in', { response: late })).status).toBe(401);
  });

  test('a challenge for signing in makes no passkey, and the other way round', async () => {
    const browser = dashboard.browser();
    const { passkey } = await browser.accept(await dashboard.invite('ann'));
    const secret = await dashboard.invite('bob');
    const options = async (path: string, body: object) =>
      ((await (await browser.json(path, body)).json()) as { challenge: string }).challenge;
    const forSignIn = await options('/sign-in/options', {});
    const registering = { secret, response: testPasskey().register(forSignIn, ORIGIN) };
    expect((await browser.json('/invitation', registering)).status).toBe(401);
    const forPasskey = await options('/invitation/options', { secret });
    expect((await browser.json('/sign-in', { response: passkey.signIn(forPasskey, ORIGIN) })).status).toBe(
      401,
    );
  });

  test('a challenge of one link does not finish another', async () => {
    const [anns, bobs] = [await dashboard.invite('ann'), await dashboard.invite('bob')];
    const browser = dashboard.browser();
    const reply = await browser.json('/invitation/options', { secret: anns });
    const { challenge } = (await reply.json()) as { challenge: string };
    const response = testPasskey().register(challenge, ORIGIN);
    expect((await browser.json('/invitation', { secret: bobs, response })).status).toBe(401);
  });

  test('the form that reveals a key makes one, however often it is sent', async () => {
    const browser = await dashboard.signedIn('ann', { plan: PLAN });
    const forms = await formsOf(browser);
    const replies = [await browser.form('/keys', forms), await browser.form('/keys', forms)];
    expect(replies.map(({ status }) => status)).toEqual([200, 409]);
    expect(await keysOf('ann')).toHaveLength(1);
  });
});

describe('guessing', () => {
  test('after ten failures an address waits a minute, even with a good passkey; others do not', async () => {
    const browser = dashboard.browser('192.0.2.9');
    const { passkey } = await browser.accept(await dashboard.invite('ann'));
    const tries = [];
    for (let guess = 0; guess < 12; guess++) {
      tries.push((await browser.json('/invitation/options', { secret: `guess-${guess}` })).status);
    }
    expect(tries).toEqual([...Array<number>(10).fill(401), 429, 429]);
    const { challenge } = (await (
      await dashboard.browser('192.0.2.10').json('/sign-in/options', {})
    ).json()) as {
      challenge: string;
    };
    const response = passkey.signIn(challenge, ORIGIN);
    expect((await browser.json('/sign-in', { response })).status).toBe(429);
    expect((await dashboard.browser('192.0.2.10').json('/sign-in', { response })).status).toBe(200);
  });

  test('one IPv6 network counts as one address', async () => {
    for (let guess = 0; guess < 10; guess++) {
      await dashboard.browser(`2001:db8::${guess}`).json('/sign-in', {});
    }
    expect((await dashboard.browser('2001:db8::ffff').json('/sign-in/options', {})).status).toBe(429);
  });

  test('an address gets 60 challenges a minute, each of which is stored', async () => {
    const browser = dashboard.browser('192.0.2.12');
    for (let count = 0; count < 60; count++) await browser.json('/sign-in/options', {});
    expect((await browser.json('/sign-in/options', {})).status).toBe(429);
    expect((await browser.get('/sign-in')).status).toBe(200);
  });

  test('an address has 300 requests a minute', async () => {
    const browser = dashboard.browser('192.0.2.11');
    for (let count = 0; count < 300; count++) await browser.get('/assets/none');
    expect((await browser.get('/sign-in')).status).toBe(429);
  });

  test('a passkey of another site, of nobody, without its person or with a wrong signature does not sign in', async () => {
    const browser = dashboard.browser();
    const { passkey } = await browser.accept(await dashboard.invite('ann'));
    const challenge = async () =>
      ((await (await browser.json('/sign-in/options', {})).json()) as { challenge: string }).challenge;
    const good = () => challenge().then((fresh) => passkey.signIn(fresh, ORIGIN));
    const forged = await good();
    const other = passkey.signIn('another challenge', ORIGIN);
    const answers = [
      passkey.signIn(await challenge(), 'https://evil.example.org'),
      testPasskey().signIn(await challenge(), ORIGIN),
      { ...forged, response: { ...forged.response, signature: other.response.signature } },
      { ...forged, response: { ...forged.response, clientDataJSON: 'bm90IGpzb24' } },
      other,
      {},
    ];
    const stranger = dashboard.browser('192.0.2.20');
    for (const response of answers) expect((await stranger.json('/sign-in', { response })).status).toBe(401);
    const unseen = testPasskey({ isVerified: false });
    expect((await dashboard.browser().accept(await dashboard.invite('bob'), unseen)).status).toBe(401);
    expect((await browser.json('/sign-in', { response: await good() })).status).toBe(200);
  });

  test('every refusal is the same', async () => {
    const used = await dashboard.invite('ann');
    await dashboard.browser().accept(used);
    const stranger = dashboard.browser('192.0.2.21');
    const replies = [
      await stranger.json('/invitation/options', { secret: used }),
      await stranger.json('/invitation/options', { secret: 'unknown' }),
      await stranger.json('/sign-in', { response: testPasskey().signIn('x', ORIGIN) }),
      await stranger.json('/sign-in', 'nothing'),
    ];
    expect(new Set(await Promise.all(replies.map((reply) => reply.text()))).size).toBe(1);
  });
});

describe('another user’s pages', () => {
  test('without a session every page leads to signing in', async () => {
    await dashboard.invite('ann');
    const stranger = dashboard.browser();
    for (const path of ['/', '/users', '/users/ann', '/service']) {
      const reply = await stranger.get(path);
      expect([reply.status, reply.headers.get('location')]).toEqual([303, '/sign-in']);
    }
    expect((await stranger.form('/keys', { token: '', current: '' })).headers.get('location')).toBe(
      '/sign-in',
    );
  });

  test('a subscriber finds no page of operators, and sets no plan, not even the own', async () => {
    const eve = await dashboard.signedIn('eve');
    await dashboard.signedIn('ann', { plan: PLAN });
    for (const path of ['/users', '/users/eve', '/users/ann', '/service', '/users/%2e%2e/service']) {
      expect((await eve.get(path)).status).toBe(404);
    }
    const forms = await formsOf(eve);
    for (const user of ['eve', 'ann']) {
      const fields = { ...forms, do: 'set', plan: 'gold', until: '' };
      expect((await eve.form(`/users/${user}/plan`, fields)).status).toBe(404);
    }
    const users = await dashboard.book.users();
    expect(users.map(({ user, plan }) => [user, plan])).toEqual([
      ['ann', PLAN],
      ['eve', null],
    ]);
  });

  test('a subscriber revokes no key of another', async () => {
    const { id } = await dashboard.book.issue('ann');
    const eve = await dashboard.signedIn('eve');
    expect((await eve.form(`/keys/${id}/revoke`)).status).toBe(404);
    expect(await keysOf('ann')).toHaveLength(1);
  });

  test('nobody adds, names or removes a passkey of another, and nobody adds one without a session', async () => {
    const ann = dashboard.browser();
    await ann.accept(await dashboard.invite('ann'));
    const [annsKey] = await dashboard.accounts.signIn.passkeys('ann');
    const eve = await dashboard.signedIn('eve');
    for (const path of [`/passkeys/${annsKey?.id}/name`, `/passkeys/${annsKey?.id}/remove`]) {
      expect((await eve.form(path, { name: 'mine now' })).status).toBe(404);
    }
    // A challenge of one session is not finished in another.
    const { challenge } = (await (await ann.json('/passkeys/options', {})).json()) as { challenge: string };
    const response = testPasskey().register(challenge, ORIGIN);
    expect((await eve.json('/passkeys', { response })).status).toBe(401);
    const stranger = dashboard.browser('192.0.2.30');
    expect((await stranger.json('/passkeys/options', {})).status).toBe(401);
    expect((await stranger.json('/passkeys', { response })).status).toBe(401);
    // Nor with a link, and a link not with a challenge of a session.
    const secret = await dashboard.invite('bob');
    const fresh = (await (await ann.json('/passkeys/options', {})).json()) as { challenge: string };
    const linked = { secret, response: testPasskey().register(fresh.challenge, ORIGIN) };
    expect((await stranger.json('/invitation', linked)).status).toBe(401);
    expect(await dashboard.accounts.signIn.passkeys('ann')).toEqual([annsKey]);
    expect(await dashboard.accounts.signIn.passkeys('eve')).toHaveLength(1);
    expect(await dashboard.accounts.signIn.passkeys('bob')).toEqual([]);
  });

  test('a session that is ended while its passkey is checked adds none', async () => {
    const { accounts } = dashboard;
    const thief = await dashboard.signedIn('ann');
    const { challenge } = (await (await thief.json('/passkeys/options', {})).json()) as { challenge: string };
    const atOnce = accounts.atOnce.bind(accounts);
    // The next change takes the challenge; the one after it stores the passkey.
    vi.spyOn(accounts, 'atOnce').mockImplementationOnce(async (work) => {
      const done = await atOnce(work);
      await dashboard.invite('ann', { isLost: true });
      return done;
    });
    const response = testPasskey().register(challenge, ORIGIN);
    expect((await thief.json('/passkeys', { response })).status).toBe(401);
    expect(await accounts.signIn.passkeys('ann')).toEqual([]);
  });

  test('a passkey that one user has is not added to another', async () => {
    const shared = testPasskey();
    await dashboard.browser().accept(await dashboard.invite('ann'), shared);
    const eve = await dashboard.signedIn('eve');
    expect((await eve.add(shared)).status).toBe(401);
    expect(await dashboard.accounts.signIn.passkeys('eve')).toHaveLength(1);
  });

  test('an operator whose role is taken away is one no more, in the session that runs', async () => {
    const operator = await dashboard.signedIn('ann', { role: 'operator' });
    expect((await operator.get('/users')).status).toBe(200);
    await dashboard.book.invite('ann', { role: null, isLost: false });
    expect((await operator.get('/users')).status).toBe(404);
  });

  test('after a loss neither the passkey nor the session of before is good', async () => {
    const browser = dashboard.browser();
    const { passkey } = await browser.accept(await dashboard.invite('ann'));
    await dashboard.invite('ann', { isLost: true });
    expect(await isIn(browser)).toBe(false);
    expect((await browser.signIn(passkey)).status).toBe(401);
  });
});

describe('pages in the hands of others', () => {
  test('every answer forbids scripts, frames, caches and guesses about its type', async () => {
    const browser = await dashboard.signedIn('ann');
    for (const reply of [
      await browser.get('/'),
      await browser.get('/nowhere'),
      await browser.json('/sign-in', {}),
    ]) {
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; .*frame-ancestors 'none'$/,
        ) as string,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'strict-transport-security': 'max-age=31536000',
      });
      expect(reply.headers.get('content-security-policy')).not.toContain('unsafe');
    }
    expect(await (await browser.get('/')).text()).not.toMatch(/<script>| on[a-z]+=| style=/);
  });

  test('under another name there is nothing', async () => {
    const reply = await dashboard.browser().get('/sign-in', { host: 'evil.example.org' });
    expect([reply.status, await reply.text()]).toEqual([421, `Open the dashboard at ${ORIGIN}\n`]);
  });

  test('values are shown as text, whatever is in them', async () => {
    const browser = await dashboard.signedIn('ann', { role: 'operator' });
    const fields = { ...(await formsOf(browser)), do: 'set', plan: '<img src=x>', until: '' };
    expect((await browser.form('/users/ann/plan', fields)).status).toBe(409);
    await dashboard.book.setPlan('ann', { name: '<script>x</script>', until: null });
    const html = await (await browser.get('/users/ann')).text();
    expect(html).toContain('&lt;script&gt;x&lt;/script&gt;');
    expect(html).not.toContain('<script>x');
    expect((await browser.get('/users/%3Cimg%20src=x%3E')).status).toBe(404);
  });

  test('a body of megabytes is refused', async () => {
    expect((await dashboard.browser().json('/sign-in', { response: 'x'.repeat(100_000) })).status).toBe(413);
  });
});
