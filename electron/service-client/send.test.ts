import { expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { sendOnce } from './send.ts';
import { openSpool } from './spool.ts';

it('an endless answer fails as one that a smaller window may shorten', async () => {
  let pieces = 0;
  let ended = false;
  async function* endless() {
    try {
      for (;;) {
        pieces += 1;
        yield Buffer.from('{"a":1},');
      }
    } finally {
      ended = true;
    }
  }
  const sent = await sendOnce(
    () => Promise.resolve({ status: 200, headers: {}, body: endless() }),
    { baseUrl: 'https://service.example', apiKey: 'app', userKey: 'user' },
    {
      table: TABLES.t_ra,
      filter: { racedate: '20261107' },
      signal: new AbortController().signal,
      now: () => 0,
      spool: openSpool('nowhere'),
      mostBytes: 1000,
    },
  );
  expect(sent.reading).toMatchObject({ ok: false, failure: { kind: 'too_large' } });
  expect([pieces, ended]).toEqual([126, true]);
});
