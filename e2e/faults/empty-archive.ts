// An archive as the app makes it at its first start, made once and copied: to make one takes longer than most questions.

import { rmSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Archive } from '../../electron/archive/archive.ts';
import { createArchives } from '../../electron/archive/archives.ts';
import { NO_NOTICES } from '../../electron/testing/no-notices.ts';
import { NOW } from './world.ts';

let made: Promise<string> | undefined;

async function make(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'railbird-lab-empty-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'empty.duckdb');
  await (await Archive.open(path, NOW)).close();
  return path;
}

/** Puts one where the app keeps that of the service at this address. */
export async function putEmptyArchive(dataDir: string, baseUrl: string): Promise<void> {
  const path = createArchives({ dataDir, now: () => NOW, notices: NO_NOTICES }).pathOf({
    kind: 'account',
    baseUrl,
  });
  await mkdir(dirname(path), { recursive: true });
  await copyFile(await (made ??= make()), path);
}
