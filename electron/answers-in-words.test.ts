// An answer that exceeds a limit, as the window receives it: an error that names what was too large, in both languages.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { wordsOf, type ErrorCode, type ErrorValues } from '#shared/errors.ts';
import { TransportHeadTooLong } from './service-client/transport.ts';
import { recordOf } from './testing/fake-records.ts';
import { envelope, type Reply } from './testing/fake-service.ts';
import { openApp } from './testing/open-app.ts';
import { SATURDAY, threeDays } from './testing/three-days.ts';

const MIB = vi.hoisted(() => 1024 * 1024);

// Half a gigabyte takes long to send; the other limits are the app's own.
vi.mock(import('./service-client/answer-limits.ts'), async (original) => {
  const { BOUNDS } = await original();
  return { BOUNDS: { ...BOUNDS, bytes: 28 * MIB } };
});

let dataDir: string;
let app: Awaited<ReturnType<typeof openApp>>;
const service = threeDays();
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'railbird-words-'));
  app = await openApp(dataDir, { service });
});
afterEach(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const filter = { racedate: SATURDAY.racedate };

/** This many records of nearly a mebibyte each. */
const large = (racedate: string, count: number) => {
  const [a, b, c, last] = [250, 250, 250, 240].map((size) => 'x'.repeat(size * 1024));
  return Array.from({ length: count }, (_, at) =>
    recordOf('t_ra', { racedate, racekey: String(at).padStart(8, '0'), a, b, c, last }),
  );
};

const STRANGE = {
  en: 'The response was discarded. Check the address in Settings. If it is correct, contact the operator of the service.',
  ja: 'この応答は保存していません。設定のアドレスを確認し、正しい場合はサービスの運営者にお知らせください。',
};
const LESS = {
  en: 'The response was discarded. Request fewer days at a time. If this was a single day, contact the operator of the service.',
  ja: 'この応答は保存していません。期間を短くしてお試しください。1日分の場合は、サービスの運営者にお知らせください。',
};

it.each<[string, () => Reply | Promise<Reply>, { en: string; ja: string }, { en: string; ja: string }]>([
  [
    'of too many bytes',
    () => ({ text: envelope('t_ra', filter, large(SATURDAY.racedate, 30)) }),
    { en: 'The response exceeds 28 MB', ja: '応答が28MBを超えています' },
    LESS,
  ],
  [
    'whose headers are too long',
    () => Promise.reject(new TransportHeadTooLong()),
    { en: 'The response headers exceed 16 KB', ja: '応答のヘッダーが16KBを超えています' },
    STRANGE,
  ],
  [
    'with too much besides its records',
    () => ({ text: `${' '.repeat(2 * MIB)}${envelope('t_ra', filter, [])}` }),
    {
      en: 'The response has more than 1 MB besides its records',
      ja: '応答のレコード以外の部分が1MBを超えています',
    },
    STRANGE,
  ],
  [
    'with too many records that were not requested',
    () => ({ text: envelope('t_ra', filter, large('20261115', 26)) }),
    {
      en: 'The service sent more than 24 MB that was not requested',
      ja: '要求していないデータが24MBを超えて届きました',
    },
    STRANGE,
  ],
])(
  'an answer %s is reported with what was too large',
  async (_, reply, title, advice) => {
    service.misbehave = ({ table }) => (table === 't_ra' ? reply() : undefined);
    const reading = app.client.results.read({ source: { kind: 'table', table: 't_ra', filter } });
    const { data } = (await reading.catch((error: unknown) => error)) as {
      data: { code: ErrorCode; values: ErrorValues };
    };
    for (const language of ['en', 'ja'] as const) {
      expect(wordsOf(data.code, data.values, language)).toMatchObject({
        title: title[language],
        advice: advice[language],
      });
    }
  },
  60_000,
);
