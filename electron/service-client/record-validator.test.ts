import { expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { answerOf, receivedFrom } from '../testing/answers.ts';
import { recordOf } from '../testing/fake-records.ts';

it('records, quarantined records and values of another type are counted', async () => {
  const received = await answerOf('t_ra', { racedate: '20261101' }, [
    recordOf('t_ra', { racedate: '20261101', headcount: '16' }),
    recordOf('t_ra', { racedate: '20261102', distance: 1600 }),
    recordOf('t_ra', { racedate: '20261101', racekey: '2', headcount: 1.5, race_name: null, novelty: 1 }),
  ]);
  expect(received).toMatchObject({ records: 2, quarantined: 1, drift: 3, anomalies: ['outside_filter'] });
  expect(received.present).toContain('novelty');
});

it('an exact repeat is removed and counted; another record with the same key is kept and reported', async () => {
  const first = recordOf('d_hj', { racedate: '20261101', racekey: '05264101' });
  const second = recordOf('d_hj', { racedate: '20261101', racekey: '05264102' });
  const changed = { ...first, updated_at: 'later' };
  const received = await answerOf('d_hj', {}, [first, second, { ...first }, changed, { ...changed }]);
  expect(received).toMatchObject({ records: 3, quarantined: 0, repeated: 2 });
  expect(received.anomalies).toEqual(['duplicate_keys']);
});

it('a repeat whose key came in another form is removed and counted', async () => {
  const first = recordOf('d_hj', { racedate: '20261101', racekey: '05264101', win_payoff_1: '500' });
  const forms = [
    { ...first, racekey: 5_264_101 },
    { ...first, racedate: '2026-11-01', racekey: '０５２６４１０１' },
  ];
  const received = await answerOf('d_hj', { racekey: '05264101' }, [first, ...forms]);
  expect(received).toMatchObject({ records: 1, repeated: 2, anomalies: [] });
  const other = { ...first, racekey: 5_264_101, win_payoff_1: '510' };
  const both = await answerOf('d_hj', { racekey: '05264101' }, [first, other]);
  expect(both).toMatchObject({ records: 2, repeated: 0, anomalies: ['duplicate_keys'] });
  const runner = recordOf('d_se', { racedate: '20261101', racekey: '05264101', horse_number: '1' });
  const runners = await answerOf('d_se', {}, [runner, { ...runner, horse_number: 1 }]);
  expect(runners.anomalies).toEqual(['duplicate_keys']);
});

it('the day and the race of a run that a card names are stored in the form of the record’s own', async () => {
  const racekey = '05264301';
  const forms = { race_back_1_racedate: '2026-10-10', race_back_1_racekey: '０５２６４３０１' };
  const card = recordOf('t_ze', { racedate: '20261115', racekey: '05264101', ...forms });
  const plain = { ...card, race_back_1_racedate: '20261010', race_back_1_racekey: racekey };
  const { repeated, drift } = await answerOf('t_ze', {}, [plain, card]);
  expect({ repeated, drift }).toEqual({ repeated: 1, drift: 2 });
});

it('a race on two days is reported, since it would be stored on both', async () => {
  const race = recordOf('d_ra', { racedate: '20261101', racekey: '05264101' });
  const other = recordOf('d_ra', { racedate: '20261101', racekey: '05264102' });
  const moved = { ...race, racedate: '20261108' };
  expect((await answerOf('d_ra', { racekey: '05264101' }, [race, moved])).anomalies).toEqual([
    'duplicate_keys',
  ]);
  expect((await answerOf('d_ra', {}, [race, other, moved])).anomalies).toEqual(['duplicate_keys']);
  expect((await answerOf('d_ra', {}, [other, moved])).anomalies).toEqual([]);
});

it('records without all key fields do not count as duplicates', async () => {
  const { horse_number: _, ...first } = recordOf('d_se', { racedate: '20261101', horse_name: 'ア' });
  expect((await answerOf('d_se', {}, [first, { ...first, horse_name: 'イ' }])).anomalies).toEqual([]);
});

it('records of another table under this table’s echo are not the answer to the query', async () => {
  const program = recordOf('d_ra', { racedate: '20261101', racekey: '05264101' });
  expect((await answerOf('d_ka', { racedate: '20261101' }, [program])).anomalies).toEqual(['other_question']);
  const meeting = recordOf('d_ka', { racedate: '20261101', novelty: 1 });
  expect((await answerOf('d_ka', { racedate: '20261101' }, [meeting])).anomalies).toEqual([]);
  const scant = { racedate: '20261101', holdingkey: '052641', novelty: 1 };
  expect((await answerOf('d_ka', { racedate: '20261101' }, [scant])).anomalies).toEqual([]);
});

/** The fields of a race's program besides one: each counts once if no record has it. */
const OTHER_FIELDS = TABLES.t_ra.columns.length - 1;

it('broken characters and infinite numbers count as drift', async () => {
  const text = ['\uFFFD馬', '\ud83d', '馬'].map((horse_name, at) =>
    recordOf('d_se', { horse_name, horse_number: `${at}` }),
  );
  expect((await answerOf('d_se', {}, text)).drift).toBe(2);
  const endless = '{"result":{"data":[{"headcount":1e999},{"headcount":1e3},{"headcount":1.0}]}}';
  expect((await receivedFrom(endless)).drift).toBe(1 + OTHER_FIELDS);
});

it('a repeated name in a record counts as drift', async () => {
  const twice = '{"result":{"data":[{"racekey":"1","racekey":"2"}]}}';
  expect((await receivedFrom(twice)).drift).toBe(1 + OTHER_FIELDS);
});

it('a field that some records have and others lack counts as drift', async () => {
  const whole = ['1', '2', '3'].map((racekey) => recordOf('t_ra', { racekey }));
  const { race_name: _, ...lacking } = recordOf('t_ra', { racekey: '4' });
  expect((await answerOf('t_ra', {}, [...whole, lacking])).drift).toBe(1);
});

it('a field that no record has counts once, and none if there is no record', async () => {
  const { race_name: _, ...lacking } = recordOf('t_ra', { racekey: '4' });
  expect((await answerOf('t_ra', {}, [lacking, { ...lacking, racekey: '5' }])).drift).toBe(1);
  expect((await answerOf('t_ra', {}, [])).drift).toBe(0);
});
