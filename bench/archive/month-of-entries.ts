// 31 days of d_ky as the sample service answers them, and their records one per line, in files.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Filter } from '#shared/catalogue/table.ts';
import { monthBefore } from '../service/month.ts';
import { sampleService } from '../service/sample.ts';

export interface MonthOfEntries {
  readonly filter: Filter;
  readonly answer: string;
  readonly lines: string;
  readonly bytes: number;
  readonly records: number;
}

export async function monthOfEntries(folder: string): Promise<MonthOfEntries> {
  const service = await sampleService();
  const filter = monthBefore(new Date());
  const reply = await service.ask('dky', filter);
  const bytes = Buffer.from(await reply.arrayBuffer());
  await service.stop();
  const { result } = JSON.parse(bytes.toString('utf8')) as { result: { data: unknown[] } };
  const files = { answer: join(folder, 'answer.json'), lines: join(folder, 'lines.ndjson') };
  writeFileSync(files.answer, bytes);
  writeFileSync(files.lines, result.data.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return { filter, ...files, bytes: bytes.length, records: result.data.length };
}
