// A service that leaves out the first or the last day of a period, queried in small windows through every entry point:
// no day is lost in between, or the missing days are named.

import { beforeEach, describe, expect, it } from 'vitest';
import type { Incompleteness } from '#shared/bridge/results.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { addDays } from '#shared/racing/racedate.ts';
import type { Archive } from '../archive/archive.ts';
import { createArchives } from '../archive/archives.ts';
import { commandLine, SERVICE_ADDRESS } from '../testing/command-line.ts';
import { recordOf } from '../testing/fake-records.ts';
import { envelope } from '../testing/fake-service.ts';
import { NO_NOTICES } from '../testing/no-notices.ts';
import { bad, ENDS_RACED, oddServicePerTest, spanOf } from '../testing/odd-service.ts';
import { newDataDir, openDownloads, removeDataDir } from './testing/open-downloads.ts';
import { firstSize, sizeNote, writeSize } from './plan/window-size.ts';

const odd = oddServicePerTest();

beforeEach(() => {
  odd.service.records.d_hj = (odd.service.records.d_ra ?? []).map(({ racedate, racekey }) =>
    recordOf('d_hj', { racedate, racekey }),
  );
});

/** What is stored in the end, and the reasons against it. */
interface Had {
  readonly stored: readonly string[];
  readonly reasons: readonly Pick<Incompleteness, 'reason' | 'where'>[];
}

const storedIn = async (archive: Archive) =>
  (await archive.rows('select racekey from d_hj order by 1')).map(([racekey]) => String(racekey));

const note = (days: number) => writeSize({ ...firstSize(TABLES.d_hj), days, most: days });

type Door = (from: string, to: string, days: number) => Promise<Had>;

const throughQuery: Door = async (from, to, days) => {
  const archive = await odd.core.archive();
  await archive.setNote(sizeNote(TABLES.d_hj), note(days));
  const { reasons } = await odd.open({ start_racedate: from, end_racedate: to }, 'd_hj');
  return { stored: await storedIn(archive), reasons };
};

const throughJob: Door = async (from, to, days) => {
  const dataDir = await newDataDir();
  const open = await openDownloads(odd.service, dataDir);
  try {
    const archive = await open.archive();
    await archive.setNote(sizeNote(TABLES.d_hj), note(days));
    const { id } = await open.downloads.start({ tables: ['d_hj'], from, to }, {});
    const { reasons } = await open.until(id, (state) => ['done', 'incomplete', 'failed'].includes(state));
    return { stored: await storedIn(archive), reasons };
  } finally {
    await open.close();
    await removeDataDir(dataDir);
  }
};

const throughTerminal: Door = async (from, to, days) => {
  const cli = await commandLine();
  /** The archive of the terminal's data folder, while no command has it open. */
  const withArchive = async <T>(use: (archive: Archive) => Promise<T>): Promise<T> => {
    const archives = createArchives({ dataDir: cli.dataDir, now: () => 0, notices: NO_NOTICES });
    try {
      return await use(await archives.of({ kind: 'account', baseUrl: SERVICE_ADDRESS }));
    } finally {
      await archives.close();
    }
  };
  try {
    await withArchive((archive) => archive.setNote(sizeNote(TABLES.d_hj), note(days)));
    Object.assign(cli.service.records, odd.service.records);
    cli.service.misbehave = odd.service.misbehave;
    const { account } = await cli.run(`download d_hj --from ${from} --to ${to}`);
    return { stored: await withArchive(storedIn), reasons: (account?.['reasons'] ?? []) as Had['reasons'] };
  } finally {
    await cli.remove();
  }
};

const { start_racedate: FROM = '', end_racedate: TO = '' } = ENDS_RACED;

describe.each<[string, Door]>([
  ['a query', throughQuery],
  ['a download of the window', throughJob],
  ['a download of the terminal', throughTerminal],
])('through %s', (_door, ask) => {
  it.each([
    ['the first day is left out', 1, 0, 1],
    ['the first day is left out', 1, 0, 5],
    ['the last day is left out', 0, -1, 1],
    ['the last day is left out', 0, -1, 5],
    ['both ends are left out', 1, -1, 2],
  ])(
    'a period is complete where %s (by %d and %d) of every window of %d days',
    async (_, atStart, atEnd, days) => {
      odd.asThough((start, end) => [addDays(start, atStart), addDays(end, atEnd)]);
      const { stored, reasons } = await ask(FROM, TO, days);
      const wanted = odd.service.matching('d_hj', ENDS_RACED).map(({ racekey }) => String(racekey));
      expect(stored).toEqual(wanted.toSorted());
      expect(reasons.filter(({ reason }) => reason !== 'outside_filter')).toEqual([]);
    },
  );

  it('every missing day is named if both ends are left out and a longer period is refused', async () => {
    odd.service.misbehave = ({ table, filter }) => {
      if (table !== 'd_hj') return undefined;
      return spanOf(filter) > 2 ? bad(400) : { text: envelope(table, filter, []) };
    };
    const { stored, reasons } = await ask(FROM, TO, 5);
    expect(stored).toEqual([]);
    const days = new Set(odd.service.matching('d_ra', ENDS_RACED).map(({ racedate }) => String(racedate)));
    const named = reasons.filter(({ reason }) => reason === 'day_missing');
    // A terminal's account names the table before the day.
    expect(named.map(({ where }) => where.replace('d_hj ', ''))).toEqual([...days]);
  });
});
