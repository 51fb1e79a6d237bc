// `railbird export`: a saved export over another period, and the forms of `railbird query`.

import { lstat, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SavedExport } from '#shared/bridge/export-saved.ts';
import { openSavedExports, withSavedExport } from '../../exports/saved-exports.ts';
import { revisionOf } from '../../files/revision.ts';
import { commandLine, type CommandLine } from '../../testing/command-line.ts';

let cli: CommandLine;
beforeEach(async () => {
  cli = await commandLine();
});
afterEach(() => cli.remove());

const SAVED: SavedExport = {
  id: 'x1',
  name: '週末 races',
  source: { kind: 'table', table: 'd_ra', filter: { start_racedate: '20261107', end_racedate: '20261107' } },
  columns: ['racekey', 'gone', 'racedate', 'headcount'],
  sort: [{ column: 'racekey', direction: 'descending' }],
  filters: [{ column: 'racekey', text: '!05261402' }],
  style: { format: 'csv', form: 'values', header: 'name' },
  language: 'en',
};

async function save(saved: SavedExport, before?: SavedExport): Promise<void> {
  const file = await openSavedExports({
    dataDir: cli.dataDir,
    notify: () => undefined,
    report: (error) => {
      throw error;
    },
  });
  await file.update((state) => withSavedExport(state, saved, before && revisionOf(before)));
  await file.close();
}

test('a saved export writes another week with the same columns in the same order', async () => {
  await save(SAVED);
  const out = join(cli.dataDir, 'week.csv');
  const { code, account } = await cli.run(`export '週末 races' --from 20261114 --to 20261114 --out ${out}`);
  expect([code, account]).toMatchObject([0, { records: 2, complete: true }]);
  // A column that the table no longer has stays in its place, empty.
  expect(await readFile(out, 'utf8')).toBe(
    'racekey,gone,racedate,headcount\r\n05261403,,2026-11-14,12\r\n05261401,,2026-11-14,12\r\n',
  );
  const manifest: unknown = JSON.parse(await readFile(`${out}.manifest.json`, 'utf8'));
  expect(manifest).toMatchObject({
    complete: true,
    columns: SAVED.columns,
    empty_columns: ['gone'],
    format: { kind: 'csv', form: 'values' },
    query: { filters: SAVED.filters, sort: SAVED.sort },
  });
});

test('a saved export of groups writes the groups of another week, as shown with the row of all rows', async () => {
  const groups = { by: ['headcount'], order: { by: 'count', descending: true } } as const;
  await save({
    ...SAVED,
    groups: { ...groups, by: [...groups.by] },
    style: { ...SAVED.style, form: 'shown' },
  });
  const out = join(cli.dataDir, 'groups.csv');
  const { code, account } = await cli.run(`export '週末 races' --from 20261114 --to 20261114 --out ${out}`);
  expect([code, account]).toMatchObject([0, { records: 2, complete: true }]);
  expect(await readFile(out, 'utf8')).toBe(
    'headcount,group_rows,group_share\r\n12,2,100.0\r\nAll,2,100.0\r\n',
  );
  expect(JSON.parse(await readFile(`${out}.manifest.json`, 'utf8'))).toMatchObject({
    query: { groups, filters: SAVED.filters },
    columns: ['headcount', 'group_rows', 'group_share'],
    format: { total_row: true },
  });
  expect((await cli.run('export')).out).toContain('groups by headcount');
});

test('a filter of a column that is gone is a usage error: it would write every row', async () => {
  await save({ ...SAVED, filters: [{ column: 'gone', text: '>=100' }] });
  const { code, messages } = await cli.run("export '週末 races' --from 20261114 --to 20261114");
  expect(code).toBe(2);
  expect(messages).toContain(
    'The filter of gone in "週末 races" is invalid: This result has no such column.',
  );
});

test('a filter of a column that only some of the days have is applied', async () => {
  const records = cli.service.records.d_ra ?? [];
  cli.service.records.d_ra = records.map(({ headcount, ...race }) =>
    race['racedate'] === '20261107' ? race : { ...race, headcount: headcount ?? null },
  );
  await save({ ...SAVED, columns: ['racedate'], filters: [{ column: 'headcount', text: '>=1' }] });
  const out = join(cli.dataDir, 'some.csv');
  const { code } = await cli.run(`export '週末 races' --from 20261107 --to 20261114 --out ${out}`);
  expect(code).toBe(0);
  expect(new Set((await readFile(out, 'utf8')).trim().split('\r\n'))).toEqual(
    new Set(['racedate', '2026-11-14']),
  );
});

test('an export that was saved from a race takes another race, and no period that would bring every race', async () => {
  const out = join(cli.dataDir, 'race.csv');
  await save({
    ...SAVED,
    source: { kind: 'table', table: 'd_se', filter: { racekey: '05261401' } },
    columns: ['racekey'],
    sort: [],
    filters: [],
  });
  const refused = await cli.run("export '週末 races' --from 20261107 --to 20261107");
  expect(refused.code).toBe(2);
  expect(refused.messages).toContain('was saved from the race 05261401: give --racekey for another race');
  expect((await cli.run(`export '週末 races' --racekey 05261402 --out ${out}`)).code).toBe(0);
  expect(new Set((await readFile(out, 'utf8')).trim().split('\r\n'))).toEqual(
    new Set(['racekey', '05261402']),
  );
});

test('an export that was saved from a table of single days takes another day, and no period', async () => {
  await save({
    ...SAVED,
    source: { kind: 'table', table: 't_se', filter: { racedate: '20261107' } },
    columns: ['racekey'],
    sort: [],
    filters: [],
  });
  const refused = await cli.run("export '週末 races' --from 20261107 --to 20261108");
  expect(refused.code).toBe(2);
  expect(refused.messages).toContain('was saved from t_se, which has one day at a time: give --racedate');
});

test('an export of a horse’s runs writes its runs of another period, or those of another horse', async () => {
  await cli.run('query runs --from 20261107 --to 20261107');
  await cli.run('query runs --from 20261114 --to 20261114');
  const out = join(cli.dataDir, 'runs.csv');
  const filed = async (options: string) => {
    const { code } = await cli.run(`export '週末 races' ${options} --out ${out}`);
    return [code, ...(await readFile(out, 'utf8')).trim().split('\r\n').slice(1)];
  };
  const horse = { kind: 'subject', subject: 'runs', horse_id: 'HX0000000101' } as const;
  const own = { ...SAVED, columns: ['horse_id', 'racedate'], filters: [] };
  await save({ ...own, source: { ...horse, from: '20261107', to: '20261107' } });
  expect(await filed('')).toEqual([0, 'HX0000000101,2026-11-07']);
  expect(await filed('--from 20261114 --to 20261114')).toEqual([0, 'HX0000000101,2026-11-14']);
  expect(await filed('--horse-id HX0000000102')).toEqual([0, 'HX0000000102,2026-11-07']);
});

test('groups by a column that is gone are a usage error', async () => {
  await save({ ...SAVED, groups: { by: ['gone'] } });
  const { code, messages } = await cli.run("export '週末 races'");
  expect([code, messages]).toEqual([2, expect.stringContaining('groups by the column "gone"')]);
});

test('without a name the saved exports are listed, and an unknown name is a usage error', async () => {
  expect((await cli.run('export')).messages).toContain('No export is saved yet');
  await save(SAVED);
  const { code, out } = await cli.run('export');
  expect([code, out.split(/\s{2,}/).map((word) => word.trim())]).toEqual([
    0,
    ['週末 races', 'd_ra', '4 columns', 'csv, values'],
  ]);
  const unknown = await cli.run('export weekdays --from 20261114 --to 20261114');
  expect([unknown.code, unknown.messages]).toEqual([
    2,
    expect.stringContaining('no saved export "weekdays"'),
  ]);
});

test('a column and a sort that are gone are named, and the manifest has the sort that was applied', async () => {
  const racekey = { column: 'racekey', direction: 'descending' } as const;
  await save({ ...SAVED, sort: [{ column: 'lost', direction: 'ascending' }, racekey] });
  const out = join(cli.dataDir, 'gone.csv');
  const { code, messages } = await cli.run(`export '週末 races' --out ${out}`);
  expect(code).toBe(0);
  expect(messages).toContain('Columns that are not there are empty in the file: gone.');
  expect(messages).toContain('The rows are not sorted by columns that are not there: lost.');
  expect(JSON.parse(await readFile(`${out}.manifest.json`, 'utf8'))).toMatchObject({
    empty_columns: ['gone'],
    query: { sort: [racekey] },
  });
});

test.each([
  ['Tokyo: turf', 'Tokyo Turf'],
  [`${'東京芝'.repeat(24)}春`, `${'東京芝'.repeat(24)}秋`],
])(
  '%s and %s would be one file: neither is written without --out, and nothing is fetched',
  async (...names) => {
    for (const [at, name] of names.entries()) await save({ ...SAVED, id: `x${at}`, name });
    const { code, messages } = await cli.run(`export '${names[0]}' --from 20261107 --to 20261107`);
    expect([code, messages]).toEqual([2, expect.stringContaining(`"${names[1]}" would write the same file`)]);
    expect(cli.service.requests).toEqual([]);
    const out = join(cli.dataDir, 'own.csv');
    expect((await cli.run(`export '${names[0]}' --out ${out}`)).code).toBe(0);
  },
);

test.skipIf(process.platform === 'win32')(
  '--out through a symbolic link writes the file behind it, by the ending of the link',
  async () => {
    const file = join(cli.dataDir, 'behind');
    await writeFile(file, 'old', { mode: 0o600 });
    const link = join(cli.dataDir, 'link.tsv');
    await symlink(file, link);
    const line = `query d_ra --racedate 20261107 --columns racekey --out`;
    expect((await cli.run(`${line} ${link}`)).code).toBe(0);
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await readFile(file, 'utf8')).toMatch(/^racekey\n\d{8}\n/);
    for (const path of [file, `${file}.manifest.json`]) expect((await stat(path)).mode & 0o777).toBe(0o600);

    await rm(file);
    const refused = await cli.run(`${line} ${link}`);
    expect([refused.code, refused.messages]).toEqual([2, expect.stringContaining('leads to no file')]);
  },
);

test.skipIf(process.platform === 'win32')(
  'a file of the usual name that is a link stays one as well',
  async () => {
    await save(SAVED);
    const before = process.cwd();
    process.chdir(cli.dataDir);
    try {
      const line = `export '週末 races' --from 20261114 --to 20261114`;
      const [, usual = ''] = /Wrote (.*)/u.exec((await cli.run(line)).messages) ?? [];
      await rename(usual, join(cli.dataDir, 'behind'));
      await symlink('behind', usual);
      expect((await cli.run(line)).code).toBe(0);
      expect((await lstat(usual)).isSymbolicLink()).toBe(true);
    } finally {
      process.chdir(before);
    }
  },
);

test('--out with the ending of another format than the saved one writes nothing, and other endings are taken', async () => {
  await save(SAVED);
  const line = `export '週末 races' --out ${join(cli.dataDir, 'week')}`;
  const { code, messages } = await cli.run(`${line}.XLSX`);
  expect([code, messages]).toEqual([
    2,
    expect.stringContaining('"週末 races" writes csv: give --out a name that ends with .csv.'),
  ]);
  expect(cli.service.requests).toEqual([]);
  for (const ending of ['', '.txt', '.CSV']) expect((await cli.run(line + ending)).code).toBe(0);
});

test('--out that is a folder is a usage error that says so', async () => {
  await save(SAVED);
  for (const line of ['query d_ra --racedate 20261107', "export '週末 races'"]) {
    const { code, messages } = await cli.run(`${line} --out ${cli.dataDir}`);
    const words = `${cli.dataDir} is a folder: give --out a file in it.`;
    expect([code, messages]).toEqual([2, expect.stringContaining(words)]);
  }
});

test('a filter that no longer parses writes nothing', async () => {
  await save({ ...SAVED, filters: [{ column: 'headcount', text: '>=' }] });
  const out = join(cli.dataDir, 'out');
  const { code, messages } = await cli.run(`export '週末 races' --out ${out}`);
  expect([code, messages]).toEqual([2, expect.stringContaining('The filter of headcount')]);
  expect(await readdir(cli.dataDir)).not.toContain('out');
});

test('two saved exports never have one name, and removing the file loses none of another', async () => {
  await save(SAVED);
  await expect(save({ ...SAVED, id: 'x2' })).rejects.toMatchObject({ code: 'SAVED_EXPORT_NAME_TAKEN' });
  await save({ ...SAVED, columns: ['racekey'] }, SAVED);
  const { out } = await cli.run('export');
  expect(out).toContain('1 columns');
});

test('records are as on screen, typed values, or as they came', async () => {
  const line = 'query d_ra --racedate 20261107 --columns racedate,racecourse_cd,headcount --sort racekey';
  const rowOf = async (more: string) => (await cli.run(`${line} ${more}`)).out.split(/\r?\n/)[1];
  expect(await rowOf('--form shown')).toBe('2026-11-07 (Sat),Tokyo,12');
  expect(await rowOf('--form shown --language ja')).toBe('2026年11月7日(土),東京,12');
  expect(await rowOf('--form values --labels')).toBe('2026-11-07,05,Tokyo,12');
  expect(await rowOf('--form delivered')).toBe('20261107,05,12');
  expect(await rowOf('')).toBe('20261107,05,12');
  expect((await cli.run(`${line} --form shown --labels`)).code).toBe(2);
  expect((await cli.run(`${line} --format json --encoding cp932`)).code).toBe(2);
});

test('characters that CP932 lacks stop the export with their list, unless they are to be replaced', async () => {
  const [first = {}, ...others] = cli.service.records.d_ra ?? [];
  cli.service.records.d_ra = [{ ...first, race_name: '𠮷野賞〜é' }, ...others];
  const line = 'query d_ra --racedate 20261107 --columns race_name --sort racekey --encoding cp932';
  const out = join(cli.dataDir, 'races.csv');
  const refused = await cli.run(`${line} --out ${out}`);
  expect([refused.code, refused.messages]).toEqual([2, expect.stringContaining('é (1), 𠮷 (1)')]);
  expect(await readdir(cli.dataDir)).not.toContain('races.csv');
  const replaced = await cli.run(`${line} --replace-unwritable --out ${out}`);
  expect(replaced.messages).toContain('2 characters do not exist in CP932 and were written as 〓.');
  const text = new TextDecoder('shift_jis').decode(await readFile(out));
  expect(text.split('\r\n').slice(0, 3)).toEqual(['race_name', '〓野賞～〓', 'レース2']);
});

test('a value that cannot be read is empty, counted and named', async () => {
  const [first = {}, ...others] = cli.service.records.d_ra ?? [];
  cli.service.records.d_ra = [{ ...first, post_time: 'noon' }, ...others];
  const out = join(cli.dataDir, 'races.csv');
  const line = 'query d_ra --racedate 20261107 --columns post_time --sort racekey --form values';
  const { messages } = await cli.run(`${line} --out ${out}`);
  expect(messages).toContain('1 cells could not be read as values and are empty: post_time.');
  expect((await readFile(out, 'utf8')).split('\r\n')[1]).toBe('""');
  expect(JSON.parse(await readFile(`${out}.manifest.json`, 'utf8'))).toMatchObject({
    unreadable_cells: 1,
    unreadable_columns: ['post_time'],
  });
});
