// What a subscriber and an operator see and do.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { digestOf } from '../accounts/digest.ts';
import { Refusal } from '../http/error-response.ts';
import type { Browser, TestDashboard } from '../testing/dashboard.ts';
import { ORIGIN, formsOf, testDashboard } from '../testing/dashboard.ts';
import type { TestPasskey } from '../testing/passkey.ts';
import { testPasskey } from '../testing/passkey.ts';

const PLAN = { name: 'standard', until: '2027-03-31T15:00:00.000Z' };
const APPLICATION_KEY = 'rba_application-key-of-the-test';

let dashboard: TestDashboard;
beforeEach(() => {
  dashboard = testDashboard({ applicationKey: async () => APPLICATION_KEY });
});
afterEach(() => dashboard.close());

const pageOf = async (browser: Browser, path = '/') => (await browser.get(path)).text();
const revealed = (html: string) => /rbu_[0-9a-f]{12}_[\w-]{43}/.exec(html)?.[0] ?? '';
const isGood = async (key: string) =>
  (await dashboard.accounts.lookUp(digestOf(key, dashboard.pepper))).user?.id;

async function reveal(browser: Browser): Promise<string> {
  return revealed(await (await browser.form('/keys', await formsOf(browser))).text());
}

test('a key is made when it is revealed, shown once, and its digest alone is stored', async () => {
  const browser = await dashboard.signedIn('ann', { plan: PLAN });
  expect(await pageOf(browser)).toContain('You have no key yet.');
  const key = await reveal(browser);
  expect(await isGood(key)).toBe('ann');
  const after = await pageOf(browser);
  expect(after).toContain(key.split('_')[1]);
  expect(after).not.toContain(key.slice(-20));
});

test('a new key leaves the old one for a day; a revoked one is gone at once', async () => {
  const browser = await dashboard.signedIn('ann', { plan: PLAN });
  const first = await reveal(browser);
  const second = await reveal(browser);
  expect([await isGood(first), await isGood(second)]).toEqual(['ann', 'ann']);
  const page = await pageOf(browser);
  expect(page).toContain('21 Nov 2026, 21:00');
  expect(page).toContain('Replace my key');
  const reply = await browser.form(`/keys/${second.split('_')[1]}/revoke`);
  expect(await reply.text()).toContain('is revoked');
  expect([await isGood(first), await isGood(second)]).toEqual(['ann', undefined]);
});

test('plan, application key, use and history are on the page, in both languages', async () => {
  const browser = await dashboard.signedIn('ann', { plan: PLAN });
  const usage = { user: 'ann', day: '20261119' };
  await dashboard.accounts.usage.add({ ...usage, outcome: 'answered', count: 1234 });
  await dashboard.accounts.usage.add({ ...usage, outcome: 'TOO_MANY_REQUESTS', count: 5 });
  await dashboard.accounts.usage.add({ user: 'bob', day: '20261119', outcome: 'answered', count: 7777 });
  const english = await pageOf(browser);
  for (const words of [
    'Until 31 Mar 2027, inclusive',
    '131 days left',
    APPLICATION_KEY,
    '1,234 answered',
    '5 refused',
    'TOO_MANY_REQUESTS 5',
    'passkey added',
    '<html lang="en">',
  ]) {
    expect(english).toContain(words);
  }
  expect(english).not.toContain('7,777');
  const japanese = await (await browser.get('/', { 'accept-language': 'ja,en;q=0.8' })).text();
  for (const words of ['<html lang="ja">', '2027/03/31 まで有効', '応答 1,234 件', 'パスキーを追加']) {
    expect(japanese).toContain(words);
  }
  expect((await browser.get('/?lang=ja')).headers.get('location')).toBe('/');
  expect(await pageOf(browser)).toContain('<html lang="ja">');
});

test('the other language is one click away, but not from the page with the key, which would be lost', async () => {
  const browser = await dashboard.signedIn('ann', { plan: PLAN, role: 'operator' });
  const forms = await formsOf(browser);
  expect(await (await browser.form('/keys', forms)).text()).not.toContain('?lang=');
  const set = await browser.form('/users/ann/plan', { ...forms, do: 'remove' });
  expect(await set.text()).toContain('href="/users/ann?lang=ja"');
});

test.each([
  ['//evil.example.org/', '/evil.example.org/'],
  ['/%5Cevil.example.org/', '/%5Cevil.example.org/'],
  ['/%09/evil.example.org/', '/%09/evil.example.org/'],
  ['/.//evil.example.org/', '/evil.example.org/'],
])('neither the choice of a language nor the link to it leads to another site: %s', async (path, own) => {
  const browser = dashboard.browser();
  const chosen = await browser.get(`${ORIGIN}${path}?lang=en`);
  expect([chosen.status, chosen.headers.get('location')]).toEqual([303, own]);
  expect(await (await browser.get(`${ORIGIN}${path}`)).text()).toContain(`href="${own}?lang=ja"`);
});

test.each([
  ['2027-03-31T14:59:59Z', 'Last day'],
  ['2027-03-31T15:00:00Z', 'Ended on 31 Mar 2027'],
])('at %s the plan says: %s', async (instant, words) => {
  dashboard.at(instant);
  const browser = await dashboard.signedIn('ann', { plan: PLAN });
  expect(await pageOf(browser)).toContain(words);
});

test('an operator sees all users and sets a plan, which the audit log has with the name', async () => {
  const operator = await dashboard.signedIn('root', { role: 'operator' });
  const { id } = await dashboard.book.issue('ann', PLAN);
  await dashboard.accounts.usedKey(id, '2026-11-20T11:00:00.000Z');
  await dashboard.accounts.usage.add({ user: 'ann', day: '20261119', outcome: 'answered', count: 42 });
  const users = await pageOf(operator, '/users');
  for (const words of ['>ann<', '>42<', 'active', '31 Mar 2027', '20 Nov 2026, 20:00']) {
    expect(users).toContain(words);
  }
  const forms = await formsOf(operator);
  const set = await operator.form('/users/ann/plan', {
    ...forms,
    do: 'set',
    plan: 'trial',
    until: '2026-12-31',
  });
  expect(await set.text()).toContain('The plan is set');
  const stored = async () => (await dashboard.book.users()).find(({ user }) => user === 'ann')?.plan;
  expect(await stored()).toEqual({ name: 'trial', until: '2026-12-31T15:00:00.000Z' });
  const wrong = { ...forms, do: 'set', plan: 'trial', until: '2026-02-30' };
  expect((await operator.form('/users/ann/plan', wrong)).status).toBe(409);
  await operator.form('/users/ann/plan', { ...forms, do: 'set', plan: 'trial', until: '' });
  expect(await stored()).toEqual({ name: 'trial', until: null });
  await operator.form('/users/ann/plan', { ...forms, do: 'remove' });
  expect(await stored()).toBeNull();
  expect((await operator.form('/users/nobody/plan', { ...forms, do: 'remove' })).status).toBe(404);
  const [latest] = await dashboard.accounts.historyOf('ann', 1);
  expect(latest).toMatchObject({ action: 'set plan', operator: 'dashboard: root', detail: 'none' });
});

test('an operator sees load, imports, and days with their gaps', async () => {
  await dashboard.close();
  const day = (racedate: string) => ({ racedate, records: 12 });
  dashboard = testDashboard({
    store: {
      async storedDays(table) {
        if (table === 'd_ra') return [day('20261107'), day('20261108'), day('20261114')];
        if (table === 'd_se') return [day('20261107'), day('20261114')];
        return table === 'm_uk' ? [{ racedate: '', records: 5000 }] : [];
      },
    },
  });
  const operator = await dashboard.signedIn('root', { role: 'operator' });
  const detail = 'd_se: 24 stored, 0 known, 0 rejected, from results.csv';
  const entry = { at: '2026-11-20T10:00:00.000Z', operator: 'loader', user: null, key_id: null };
  await dashboard.accounts.log({ ...entry, action: 'import', detail });
  const html = (await pageOf(operator, '/service')).replaceAll(/\s+/g, ' ');
  expect(html).toContain('<dd>2 ms</dd>');
  expect(html).toContain(detail);
  expect(html).toMatch(/<code>d_se<\/code>.*?>24<.*?>2<.*?1 days<\/summary> 8 Nov 2026/);
  expect(html).toMatch(
    /<code>m_uk<\/code>[^/]*<\/th> <td class="number">5,000<\/td> <td class="number"><\/td>/,
  );
});

test('no key, link or session is in any page after it was shown, in the log, or in the files', async () => {
  const secret = await dashboard.invite('ann', { plan: PLAN, role: 'operator' });
  const browser = dashboard.browser();
  await browser.accept(secret);
  const session = browser.cookies.get('__Host-session') ?? '';
  const keys = [await reveal(browser), await reveal(browser)];
  await browser.form(`/keys/${keys[0]?.split('_')[1]}/revoke`);
  // Secrets where they do not belong.
  for (const path of [`/users/${secret}`, `/${keys[1]}`, `/keys/${keys[1]}/revoke?key=${keys[1]}`]) {
    await browser.get(path, { referer: `https://x/${keys[1]}`, 'user-agent': keys[1] ?? '' });
  }
  await browser.form(`/keys/${keys[1]}/revoke`, { ...(await formsOf(browser)), current: keys[1] ?? '' });
  const pages = [
    '/',
    '/users',
    '/users/ann',
    '/service',
    '/invitation',
    '/sign-in',
    '/nowhere',
    '/assets/passkeys.js',
  ];
  const shown = await Promise.all(pages.map((path) => pageOf(browser, path)));
  const kept = [...shown, ...dashboard.log, ...dashboard.files()];
  expect(keys.every((key) => key.startsWith('rbu_'))).toBe(true);
  expect(dashboard.log.length).toBeGreaterThan(10);
  for (const text of kept) {
    for (const hidden of [secret, session, ...keys]) expect(text).not.toContain(hidden.slice(-20));
  }
});

test('a failure is a page with an id that the log has, and nothing that was sent', async () => {
  await dashboard.close();
  dashboard = testDashboard({
    async applicationKey() {
      throw new Error('secret-of-the-request');
    },
  });
  const browser = await dashboard.signedIn('ann');
  const reply = await browser.get('/');
  expect(reply.status).toBe(500);
  const id = /under ([\da-f-]{36})\./.exec(await reply.text())?.[1] ?? 'none';
  expect(dashboard.log.join('\n')).toContain(id);
  expect(dashboard.log.join('\n')).not.toContain('secret-of-the-request');
});

test('another passkey is added and named, and all but the last can be removed', async () => {
  const browser = dashboard.browser();
  const { passkey: first } = await browser.accept(await dashboard.invite('ann'));
  const second = testPasskey();
  expect((await browser.add(second)).status).toBe(200);
  expect((await dashboard.browser().signIn(second)).status).toBe(200);
  const ids = (await dashboard.accounts.signIn.passkeys('ann')).map(({ id }) => id);
  const idOf = (passkey: TestPasskey) => passkey.signIn('', 'https://x').id;
  expect(ids.toSorted()).toEqual([idOf(first), idOf(second)].toSorted());

  const name = ' 研究室のノートPC <1> ';
  const named = await browser.form(`/passkeys/${idOf(second)}/name`, { name });
  expect(await named.text()).toContain('研究室のノートPC &lt;1&gt;');
  for (const wrong of ['x'.repeat(41), 'a\u0000b', 'a\u202Eb']) {
    expect((await browser.form(`/passkeys/${idOf(second)}/name`, { name: wrong })).status).toBe(409);
  }

  const elsewhere = dashboard.browser('192.0.2.2');
  await elsewhere.signIn(first);
  const removed = await browser.form(`/passkeys/${idOf(first)}/remove`);
  expect(await removed.text()).toContain('The passkey is removed.');
  expect((await elsewhere.get('/')).status).toBe(303);
  expect((await browser.get('/')).status).toBe(200);
  expect((await dashboard.browser('192.0.2.3').signIn(first)).status).toBe(401);
  expect((await browser.form(`/passkeys/${idOf(second)}/remove`)).status).toBe(409);
  expect((await dashboard.browser().signIn(second)).status).toBe(200);
  const history = await dashboard.accounts.historyOf('ann', 50);
  expect(history.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['name passkey', 'remove passkey', 'add passkey']),
  );
});

test('what a user did is by you to that user, and by the user’s name to an operator', async () => {
  const operator = await dashboard.signedIn('root', { role: 'operator' });
  const ann = await dashboard.signedIn('ann');
  const own = await pageOf(ann);
  expect([own.includes('<td>you</td>'), own.includes('<td>ann</td>')]).toEqual([true, false]);
  const seen = await pageOf(operator, '/users/ann');
  expect([seen.includes('<td>you</td>'), seen.includes('<td>ann</td>')]).toEqual([false, true]);
});

test('failed sign-ins are in the audit log: the user sees the own, an operator all of them', async () => {
  const operator = await dashboard.signedIn('root', { role: 'operator' });
  const browser = dashboard.browser();
  const { passkey } = await browser.accept(await dashboard.invite('ann'));
  const guesser = dashboard.browser('192.0.2.77');
  await guesser.json('/sign-in', { response: passkey.signIn('a challenge of nobody', ORIGIN) });
  const { challenge } = (await (await guesser.json('/sign-in/options', {})).json()) as { challenge: string };
  await guesser.json('/sign-in', { response: passkey.signIn(challenge, 'https://evil.example.org') });
  await guesser.json('/invitation/options', { secret: 'guessed' });
  const failures = await dashboard.accounts.historyOfAction('sign in failed', 9);
  expect(failures.map(({ user, detail }) => [user, detail])).toEqual([
    [null, '192.0.2.77'],
    ['ann', '192.0.2.77'],
    [null, '192.0.2.77'],
  ]);
  const own = await pageOf(browser);
  expect(own).toContain('sign-in failed');
  expect(own).toContain('192.0.2.77');
  const all = (await pageOf(operator, '/service')).replaceAll(/\s+/g, ' ');
  expect(all.match(/192\.0\.2\.77/g)).toHaveLength(3);
  // After ten, an address is not tried any more; of many addresses the log takes a hundred an hour.
  for (let guess = 0; guess < 30; guess++) await guesser.json('/invitation/options', { secret: `${guess}` });
  expect(await dashboard.accounts.historyOfAction('sign in failed', 999)).toHaveLength(10);
  for (let address = 0; address < 120; address++) {
    await dashboard.browser(`198.51.100.${address}`).json('/invitation/options', { secret: 'guessed' });
  }
  expect(await dashboard.accounts.historyOfAction('sign in failed', 999)).toHaveLength(100);
});

test('while the database is away every page says so, with 503 and when to try again', async () => {
  const browser = await dashboard.signedIn('ann');
  const away = new Refusal('SERVICE_UNAVAILABLE', { headers: { 'retry-after': '5' } });
  const { signIn } = dashboard.accounts;
  const session = signIn.session.bind(signIn);
  signIn.session = () => Promise.reject(away);
  for (const path of ['/', '/users']) {
    const reply = await browser.get(path, { 'accept-language': 'ja' });
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await reply.text()).toContain('現在データベースに接続できません');
  }
  expect((await browser.form('/keys', { token: '', current: '' })).status).toBe(503);
  signIn.session = session;
  expect((await browser.get('/')).status).toBe(200);
});
