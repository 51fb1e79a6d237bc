// Names of races beside their keys, in tables that have none: they come from the stored programs, with the cells.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { racekeyOf, runnersOf } from '../testing/fake-records.ts';
import type { FakeService } from '../testing/fake-service.ts';
import { openCore, type Core } from '../testing/open-core.ts';
import { ofDay, ofPeriod, SATURDAY, threeDays, TODAY, YESTERDAY } from '../testing/three-days.ts';

let service: FakeService;
let core: Core;

beforeEach(async () => {
  service = threeDays();
  core = await openCore(service);
});

afterEach(() => core.close());

it('are those of the programs, the past one before the present one', async () => {
  service.records.d_ra = (service.records.d_ra ?? []).map((race) => ({ ...race, race_name: '過去の名' }));
  const result = await core.results.open(ofPeriod('d_se', SATURDAY.racedate, YESTERDAY.racedate));
  await core.results.open(ofDay('t_ra', YESTERDAY.racedate));
  const again = await core.results.open(ofPeriod('d_se', SATURDAY.racedate, YESTERDAY.racedate));
  const [names = []] = await again.cells(['__race_name'], 0, again.rows);
  expect(new Set(names)).toEqual(new Set(['過去の名']));
  expect(names).toHaveLength(result.rows);
});

it('are no columns of the table', async () => {
  const { summary, columns } = await core.results.open(ofDay('t_se', TODAY.racedate));
  expect([...columns, ...summary.columns].map(({ name }) => name)).not.toContain('__race_name');
});

it('also name the races of past runs, as far as their programs are stored', async () => {
  const last = { lastrace_racekey1: racekeyOf(SATURDAY.racedate, 2), lastrace_racekey2: '3916BU11' };
  service.records.t_ky = runnersOf('t_ky', TODAY, last);
  await core.results.open(ofPeriod('d_ra', SATURDAY.racedate, SATURDAY.racedate));
  const wanted = ['lastrace_racekey1', '__lastrace_race_name1', '__lastrace_race_name2', '__race_name'];
  const entries = await core.results.open(ofDay('t_ky', TODAY.racedate));
  const first = (cells: readonly (readonly (string | null)[])[]) => cells.map((column) => column[0]);
  const expected = [racekeyOf(SATURDAY.racedate, 2), 'レース2', null, 'レース1'];
  expect(first(await entries.cells(wanted, 0, 1))).toEqual(expected);
  const runners = await core.results.open({
    kind: 'subject',
    subject: 'runners',
    from: TODAY.racedate,
    to: TODAY.racedate,
  });
  const ofRunners = [...wanted.slice(0, 3), 'race_name'];
  expect(first(await runners.cells(ofRunners, 0, 1))).toEqual(expected);
});

it('are blank while no program is stored: the race is its course and number', async () => {
  service.misbehave = ({ table }) => (table.endsWith('ra') ? { breaks: true } : undefined);
  const result = await core.results.open(ofDay('t_se', TODAY.racedate));
  expect((await result.cells(['__race_name'], 0, 1))[0]).toEqual([null]);
});
