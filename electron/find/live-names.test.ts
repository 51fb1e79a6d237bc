import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ResultSource } from '#shared/bridge/source.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import type { Archive } from '../archive/archive.ts';
import { recordOf, runnersOf } from '../testing/fake-records.ts';
import type { FakeService } from '../testing/fake-service.ts';
import { openCore, type Core } from '../testing/open-core.ts';
import { randomFrom } from '../testing/random-from.ts';
import { ofDay, ofPeriod, SATURDAY, threeDays, TODAY, YESTERDAY } from '../testing/three-days.ts';
import { LiveNames } from './live-names.ts';
import { NAMED_KINDS, type NameIndex } from './name-index.ts';

let service: FakeService;
let core: Core;
let archive: Archive;
let names: LiveNames;

beforeEach(async () => {
  service = threeDays();
  core = await openCore(service);
  archive = await core.archive();
  names = new LiveNames(archive);
});

afterEach(async () => {
  names.close();
  await core.close();
});

async function fetchAgain(source: ResultSource): Promise<void> {
  const { summary } = await core.results.open(source, { refresh: true });
  core.results.close(summary.resultId);
}

/** Everything that an index tells, in a comparable order. */
const contentOf = (index: NameIndex) => ({
  members: NAMED_KINDS.map((kind) =>
    [...index.all(kind)].map(({ key, name, seen }) => `${key} ${name} ${seen}`).toSorted(),
  ),
  names: index.names
    .flatMap((name, at) =>
      index.counts[at] === 0
        ? []
        : [
            `${name} ${index.counts[at]} ${index.dates[at]} ${index.kinds[at]} ${[...index.named(at)].length}`,
          ],
    )
    .toSorted(),
});

async function expectAllRead(): Promise<void> {
  const afresh = new LiveNames(archive);
  expect(contentOf(await names.current())).toEqual(contentOf(await afresh.current()));
  afresh.close();
}

const horse = async (key: string) => (await names.current()).get('horse', key);

describe('the names of an archive', () => {
  it('are those of the records, with the last day of each', async () => {
    await fetchAgain(ofDay('t_ky', SATURDAY.racedate));
    await fetchAgain(ofDay('t_ky', TODAY.racedate));
    await fetchAgain(ofDay('t_ra', TODAY.racedate));
    const index = await names.current();
    expect(index.get('horse', 'HX0000000101')).toEqual({
      key: 'HX0000000101',
      name: '馬1の1',
      seen: 20261115,
    });
    expect(index.size('horse')).toBe(36);
    expect(index.get('race', '05261501')).toEqual({ key: '05261501', name: 'レース1', seen: 20261115 });
  });

  it('include a write as soon as it has ended', async () => {
    await names.current();
    await fetchAgain(ofDay('t_ky', TODAY.racedate));
    expect(await horse('HX0000000101')).toMatchObject({ name: '馬1の1' });
    service.records.t_ky =
      service.records.t_ky?.map((record) =>
        record['horse_id'] === 'HX0000000101' ? { ...record, horse_name: 'アアアア' } : record,
      ) ?? [];
    await fetchAgain(ofDay('t_ky', TODAY.racedate));
    expect(await horse('HX0000000101')).toMatchObject({ name: 'アアアア' });
    await expectAllRead();
  });

  it('lose what no record names any more, and keep what an earlier one does', async () => {
    await fetchAgain(ofDay('t_ky', YESTERDAY.racedate));
    await fetchAgain(ofDay('t_ky', TODAY.racedate));
    await names.current();
    service.records.t_ky = (service.records.t_ky ?? []).filter(
      ({ racedate, horse_id }) => racedate !== TODAY.racedate || horse_id !== 'HX0000000101',
    );
    await fetchAgain(ofDay('t_ky', TODAY.racedate));
    expect(await horse('HX0000000101')).toMatchObject({ seen: Number(YESTERDAY.racedate) });
    await archive.remove(['t_ky']);
    expect(await horse('HX0000000101')).toBeUndefined();
  });

  it('lose the horses of a race that an answer for it alone has on another day without them', async () => {
    const ofRace = (table: 't_ra' | 't_ky'): ResultSource => ({
      kind: 'table',
      table,
      filter: { racekey: '05261501' },
    });
    const moveTo = (racedate: string, without?: string): void => {
      for (const table of ['t_ra', 't_ky'] as const)
        service.records[table] = (service.records[table] ?? [])
          .filter((record) => table === 't_ra' || record['horse_id'] !== without)
          .map((record) => (record['racekey'] === '05261501' ? { ...record, racedate } : record));
    };
    await fetchAgain(ofRace('t_ra'));
    await fetchAgain(ofRace('t_ky'));
    expect(await horse('HX0000000101')).toBeDefined();
    for (const [racedate, without] of [
      ['20261117', 'HX0000000101'],
      ['20261113', 'HX0000000102'],
    ] as const) {
      moveTo(racedate, without);
      // The day of the race in the index is the new one already when its card is answered.
      await fetchAgain(ofRace('t_ra'));
      await names.current();
      await fetchAgain(ofRace('t_ky'));
      expect(await horse(without)).toBeUndefined();
      expect(await horse('HX0000000103')).toMatchObject({ seen: Number(racedate) });
      await expectAllRead();
    }
  });

  it('include a jockey whom only a pre-race record names, and none without a code', async () => {
    const preRace = { kind: 'table', table: 't_pd', filter: { racedate: TODAY.racedate } } as const;
    await names.current();
    service.records.t_pd = [
      { horse_number: '01', jockey_cd: '05009', jockey_name: '替乗太郎' },
      { horse_number: '02', jockey_cd: '', jockey_name: '不明' },
    ].map((runner) => recordOf('t_pd', { racedate: TODAY.racedate, racekey: '05261501', ...runner }));
    await fetchAgain(preRace);
    const index = await names.current();
    expect([...index.all('jockey')]).toEqual([
      expect.objectContaining({ key: '05009', name: '替乗太郎', seen: Number(TODAY.racedate) }),
    ]);
    await archive.remove(['t_pd']);
    expect((await names.current()).size('jockey')).toBe(0);
    await expectAllRead();
  });

  it('do not include a horse without a name, and do include a race without one', async () => {
    service.records.t_ky = [
      recordOf('t_ky', { racedate: TODAY.racedate, horse_id: 'HX1', racekey: '05261501' }),
    ];
    service.records.t_ra = [recordOf('t_ra', { racedate: TODAY.racedate, racekey: '05261501' })];
    await fetchAgain(ofDay('t_ky', TODAY.racedate));
    await fetchAgain(ofDay('t_ra', TODAY.racedate));
    const index = await names.current();
    expect([index.size('horse'), index.size('race')]).toEqual([0, 1]);
  });

  it('are read again after a failure', async () => {
    await fetchAgain(ofDay('t_ky', TODAY.racedate));
    let fails = true;
    const failing = new LiveNames({
      changes: archive.changes,
      rows: (sql, values) => (fails ? Promise.reject(new Error('no disk')) : archive.rows(sql, values)),
    });
    await expect(failing.current()).rejects.toThrow('no disk');
    fails = false;
    expect((await failing.current()).size('horse')).toBe(36);
    failing.close();
  });

  it('are the same after any writes as if they were read from the start', async () => {
    const random = randomFrom(26);
    const below = (count: number): number => Math.floor(random() * count);
    const days = [SATURDAY, YESTERDAY, TODAY].map(({ racedate }) => racedate);
    const some = (record: WireRecord): WireRecord => ({
      ...record,
      horse_name: below(4) === 0 ? `馬${below(9)}` : (record['horse_name'] ?? null),
      ...('jockey_cd' in record && {
        jockey_cd: `0500${below(5)}`,
        jockey_name: `騎手${below(4)}`,
        trainer_cd: `0100${below(5)}`,
        trainer_name: `　調教師${below(4)} `,
        sire_name: below(3) === 0 ? null : `父${below(6)}`,
        sire_birth_year: below(4) === 0 ? null : `200${below(2)}`,
        mare_name: `母${below(20)}`,
      }),
    });
    service.records.t_pd = [YESTERDAY, TODAY].flatMap((card) => runnersOf('t_pd', card));
    const change = (table: 't_ky' | 't_pd' | 't_se' | 'd_se'): void => {
      service.records[table] = (service.records[table] ?? []).filter(() => below(12) > 0).map(some);
    };
    const writes: readonly (() => Promise<unknown>)[] = [
      () => fetchAgain(ofDay('t_ky', days[below(3)] ?? '')),
      () => fetchAgain(ofDay('t_se', days[below(3)] ?? '')),
      () => fetchAgain({ kind: 'table', table: 't_pd', filter: { racedate: days[below(3)] ?? '' } }),
      () => fetchAgain(ofPeriod('d_se', SATURDAY.racedate, YESTERDAY.racedate)),
      () => fetchAgain(ofPeriod('d_ra', SATURDAY.racedate, YESTERDAY.racedate)),
      () => fetchAgain(ofDay('t_ra', days[below(3)] ?? '')),
      () =>
        fetchAgain({
          kind: 'table',
          table: 't_ky',
          filter: { racekey: `0526${(days[below(3)] ?? '').slice(6)}01` },
        }),
      () => archive.remove(['t_ky'], { from: YESTERDAY.racedate, to: YESTERDAY.racedate }),
    ];
    for (let step = 0; step < 16; step += 1) {
      for (const table of ['t_ky', 't_pd', 't_se', 'd_se'] as const) if (below(3) === 0) change(table);
      if (service.records.t_ky?.length === 0) service.records.t_ky = threeDays().records.t_ky ?? [];
      await writes[below(writes.length)]?.();
      await expectAllRead();
    }
  });
});
