// A process that has the app open on a folder and executes steps, one per line. It answers each line when the step is
// acknowledged, as the window would be.

import { createInterface } from 'node:readline';
import { z } from 'zod';
import { viewSchema } from '#shared/saved-views/view.ts';
import { systemClock } from '../../service-client/clock.ts';
import { createDataCore } from '../../data-core.ts';
import { memoryKeychain } from '../memory-keychain.ts';
import { openApp } from '../open-app.ts';
import { threeDays } from '../three-days.ts';

export const stepSchema = z.discriminatedUnion('act', [
  z.object({ act: z.literal('open'), dataDir: z.string() }),
  z.object({ act: z.literal('close') }),
  z.object({ act: z.literal('theme'), theme: z.enum(['light', 'dark', 'contrast']) }),
  z.object({ act: z.literal('density'), density: z.enum(['compact', 'normal', 'touch']) }),
  z.object({ act: z.literal('remember'), key: z.string(), json: z.string() }),
  z.object({ act: z.literal('save'), view: viewSchema }),
  z.object({ act: z.literal('remove'), id: z.string() }),
  z.object({ act: z.literal('freeze'), name: z.string() }),
  z.object({ act: z.literal('connect'), baseUrl: z.string() }),
  /** The pace of a service, which a terminal command stores in the settings. */
  z.object({ act: z.literal('terminal'), dataDir: z.string(), baseUrl: z.string() }),
  z.object({ act: z.literal('look') }),
]);

export type Step = z.infer<typeof stepSchema>;

const lineSchema = z.object({ n: z.number(), step: stepSchema });

export const replySchema = z.object({
  n: z.number(),
  /** The error of a step that was not acknowledged. */
  failed: z.string().optional(),
  /** The result of `freeze`. */
  version: z.number().optional(),
  /** The result of `look`: what the window would show. */
  seen: z
    .object({
      views: z.array(z.string()),
      theme: z.string(),
      density: z.string(),
      /** Their ids. */
      notices: z.array(z.string()),
    })
    .optional(),
});

export type Reply = z.infer<typeof replySchema>;

if (process.argv[1] === import.meta.filename) await main();

async function main(): Promise<void> {
  let app: Awaited<ReturnType<typeof openApp>> | undefined;
  const opened = () => {
    if (app === undefined) throw new Error('nothing is open');
    return app;
  };

  async function take(step: Step): Promise<Omit<Reply, 'n' | 'failed'>> {
    switch (step.act) {
      case 'open':
        app = await openApp(step.dataDir, { isUnconnected: true, clock: systemClock });
        return {};
      case 'close':
        await opened().close();
        app = undefined;
        return {};
      case 'theme':
        await opened().client.settings.update({ theme: step.theme });
        return {};
      case 'density':
        await opened().client.settings.update({ density: step.density });
        return {};
      case 'remember':
        await opened().client.settings.remember({ key: step.key, json: step.json });
        return {};
      case 'save':
        await opened().client.views.save(step.view);
        return {};
      case 'remove': {
        const { views } = opened().client;
        const stored = (await views.list({ table: 'd_ra' })).views.find(({ id }) => id === step.id);
        if (stored !== undefined) await views.remove({ id: step.id, basis: stored.revision });
        return {};
      }
      case 'freeze':
        return opened().client.views.freeze({ table: 'd_ra', name: step.name, columns: ['racekey'] });
      case 'connect':
        await opened().client.connection.connect({ baseUrl: step.baseUrl, apiKey: 'app', userKey: 'user' });
        return {};
      case 'terminal':
        await runTerminal(step.dataDir, step.baseUrl);
        return {};
      case 'look': {
        const { client, notices } = opened();
        const { views } = await client.views.list({ table: 'd_ra' });
        const { theme, density } = await client.settings.get();
        const noticeIds = (await notices()).map(({ id }) => id);
        return { seen: { views: views.map(({ id }) => id), theme, density, notices: noticeIds } };
      }
    }
  }

  for await (const line of createInterface({ input: process.stdin })) {
    const { n, step } = lineSchema.parse(JSON.parse(line));
    // Steps run concurrently, as clicks in a window do.
    void take(step).then(
      ({ version, seen }) =>
        say({ n, ...(version === undefined ? {} : { version }), ...(seen ? { seen } : {}) }),
      (error: unknown) => say({ n, failed: String(error) }),
    );
  }
}

function say(reply: Reply): void {
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}

/** One request of a command, which then ends. */
async function runTerminal(dataDir: string, baseUrl: string): Promise<void> {
  const core = await createDataCore({
    dataDir,
    version: '0.0.0',
    host: 'terminal',
    env: { RAILBIRD_BASE_URL: baseUrl, RAILBIRD_API_KEY: 'app', RAILBIRD_USER_KEY: 'user' },
    platform: process.platform,
    clock: systemClock,
    transport: threeDays().transport,
    keychain: memoryKeychain(),
    sampleCommand: { command: '/nonexistent', args: [], env: {} },
  });
  const { client } = await core.context();
  await client.query('t_ra', { racedate: '20261115' });
  await core.close();
}
