import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { openJsonFile } from './json-file.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'railbird-json-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const schema = z.object({ version: z.literal(1), count: z.number() });

it('a change is written however soon it follows the one before', async () => {
  const path = join(folder, 'counts.json');
  const file = await openJsonFile({
    path,
    schema,
    initial: { version: 1, count: 0 },
    onDamaged: () => undefined,
  });
  const add = () => file.update((state) => ({ ...state, count: state.count + 1 }));
  const MOST = 12;
  for (let steps = 0; steps < MOST; steps += 1) {
    await add();
    // Each step lets the file's own work go on by one.
    for (let step = 0; step < steps; step += 1) await Promise.resolve();
    await add();
  }
  await file.close();
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ version: 1, count: 2 * MOST });
});
