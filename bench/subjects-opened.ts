// Subjects opened whole over stored years, as the window opens them: their rows in order, and what is lacking of them, days,
// races and runners. Milliseconds of the first opening after a start, and of those after it over other days.
//
//   npm run bench -- subjects-opened [--years 2,10] [--archives FOLDER]
//
// `--archives`: where the archives of these years are kept; they are made if they are missing, ten years in some minutes.

import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ROW_SUBJECTS, type RowSubject } from '#shared/catalogue/subjects/subject.ts';
import { RailbirdError } from '#shared/errors.ts';
import { addDays } from '#shared/racing/racedate.ts';
import { Archive } from '../electron/archive/archive.ts';
import { InFlight } from '../electron/downloads/in-flight.ts';
import { createResults } from '../electron/results/results.ts';
import { makeYears } from './archive/racing-years.ts';
import { median, rounded } from './measuring/figures.ts';

const WANTED_MS = 500;
const ROUNDS = 5;
/** A person does not open a table in the first second. */
const AFTER_START_MS = 1500;

const { values: options } = parseArgs({
  options: { years: { type: 'string', default: '2,10' }, archives: { type: 'string' } },
});
const folder = mkdtempSync(join(tmpdir(), 'railbird-bench-opened-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const archives = options.archives ?? folder;
mkdirSync(archives, { recursive: true });

/** Nothing is requested: all of it is stored. */
const NOBODY = { query: () => Promise.reject(new RailbirdError('OFFLINE_NOT_STORED')) };

/** Opens the results of an archive, as the app does after its start. */
async function started(file: string) {
  const archive = await Archive.open(file, Date.now());
  let ids = 0;
  const results = createResults({
    context: async () => ({ archive, client: NOBODY, inFlight: new InFlight(), now: () => Date.now() }),
    newId: () => `r${(ids += 1)}`,
    runSql: () => Promise.reject(new Error('no query is run')),
    report: (error) => process.stderr.write(`${String(error)}\n`),
  });
  await setTimeout(AFTER_START_MS);
  return {
    archive,
    async opened(subject: RowSubject, period: { from: string; to: string }): Promise<number> {
      const began = performance.now();
      const { summary } = await results.open({ kind: 'subject', subject, ...period });
      const took = performance.now() - began;
      if (summary.records === 0) throw new Error(`there are no ${subject}`);
      results.close(summary.resultId);
      return took;
    },
    async close() {
      await results.closeAll();
      await archive.close();
    },
  };
}

async function measure(file: string, years: number): Promise<void> {
  const firsts: number[] = [];
  const later = new Map<RowSubject, number[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const app = await started(file);
    const [row] = await app.archive.rows('select min(racedate), max(racedate) from d_se');
    const [from = '', to = ''] = (row ?? []).map(String);
    firsts.push(await app.opened('runners', { from, to }));
    for (const subject of ROW_SUBJECTS) {
      const ms = await app.opened(subject, { from: addDays(from, 1 + round), to });
      later.set(subject, [...(later.get(subject) ?? []), ms]);
    }
    await app.close();
  }
  const largest = Math.max(...firsts, ...[...later.values()].flat());
  process.stdout.write(
    `${JSON.stringify({
      name: 'subjects-opened',
      years,
      wanted_ms: WANTED_MS,
      first_ms: rounded(median(firsts)),
      first_worst_ms: rounded(Math.max(...firsts)),
      later_ms: Object.fromEntries([...later].map(([subject, times]) => [subject, rounded(median(times))])),
      worst_of_wanted: rounded(largest / WANTED_MS),
      load: rounded(loadavg()[0] ?? 0),
    })}\n`,
  );
}

/** The rows of subjects, as of an archive of an earlier version. */
async function upToDate(file: string): Promise<void> {
  const archive = await Archive.open(file, Date.now());
  await archive.renewSubjects();
  await archive.rows('checkpoint');
  await archive.close();
}

for (const years of options.years.split(',').map(Number)) {
  const file = join(archives, `years-${years}.duckdb`);
  await (existsSync(file) ? upToDate(file) : makeYears(file, years));
  await measure(file, years);
}
