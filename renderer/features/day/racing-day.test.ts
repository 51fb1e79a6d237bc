import { describe, expect, it } from 'vitest';
import { raceAfterKey } from './movement.ts';
import { coursesOf } from './racing-day.ts';

const race = (racekey: string, holding_classification: string) => ({
  racekey,
  holding_classification,
  racecourse_cd: racekey.slice(0, 2),
});
const races = [
  race('08265602', '2'),
  race('08265601', '2'),
  race('05265601', '1'),
  race('05265602', '1'),
  race('05265603', '1'),
  race('03263a01', '3'),
];

describe('a day of racing', () => {
  it('lists east, west and the third meeting, with their races in order', () => {
    const courses = coursesOf(races, [], []);
    expect(courses.map(({ racecourse_cd }) => racecourse_cd)).toEqual(['05', '08', '03']);
    expect(courses[1]?.races.map(({ number }) => number)).toEqual([1, 2]);
  });

  it('gives each course its meeting, including the letter of a tenth day', () => {
    const courses = coursesOf(races, [{ holdingkey: '03263a', weather_cd: '1' }], []);
    expect(courses.map(({ meeting }) => meeting?.weather_cd)).toEqual([undefined, undefined, '1']);
  });

  it('names both winners of a dead heat and none before the result', () => {
    const paid = {
      racekey: '05265601',
      win_horse_number_1: '05',
      win_payoff_1: '540',
      win_popularity_1: '2',
      win_horse_number_2: '11',
      win_payoff_2: '320',
    };
    const [tokyo] = coursesOf(races, [], [paid, { racekey: '05265602', win_horse_number_1: '00' }]);
    expect(tokyo?.races.map(({ winners }) => winners.length)).toEqual([2, 0, 0]);
    expect(tokyo?.races[0]?.winners[1]).toMatchObject({ horseNumber: 11, payoff: 320, name: undefined });
  });

  it('reads numbers in digits of either width', () => {
    const [course] = coursesOf(
      [{ racekey: '05265601' }],
      [],
      [{ racekey: '05265601', win_horse_number_1: '０３', win_payoff_1: '３４０', win_popularity_1: '１' }],
      [{ racekey: '05265601', horse_number: '３', horse_name: 'カゼ', order_of_finish: '１' }],
    );
    expect(course?.races[0]).toMatchObject({
      state: 'paid',
      winners: [{ horseNumber: 3, name: 'カゼ', payoff: 340, popularity: 1 }],
    });
  });

  it('matches each winner’s name to its number, in whatever order results and payoffs arrive', () => {
    const finished = (horse_number: string, horse_name: string) => ({
      racekey: '05265601',
      horse_number,
      horse_name,
      order_of_finish: '01',
    });
    const results = [finished('05', 'メリー'), finished('14', 'スビール'), finished('09', 'ナイン')];
    const paid = {
      racekey: '05265601',
      win_horse_number_1: '14',
      win_payoff_1: '540',
      win_horse_number_2: '09',
      win_payoff_2: '320',
      win_horse_number_3: '05',
      win_payoff_3: '110',
    };
    const winners = (payoffs: (typeof paid)[]) =>
      coursesOf(races, [], payoffs, results)
        .flatMap((course) => course.races)
        .find(({ racekey }) => racekey === '05265601')
        ?.winners.map(({ horseNumber, name }) => `${horseNumber} ${name}`);
    expect(winners([paid])).toEqual(['14 スビール', '9 ナイン', '5 メリー']);
    expect(winners([])).toEqual(['5 メリー', '14 スビール', '9 ナイン']);
  });

  it('counts the horses that ran, without scratched and excluded ones', () => {
    const runner = (horse_number: string, order_of_finish: string, trouble_classification = '0') => ({
      racekey: '05265601',
      horse_number,
      order_of_finish,
      trouble_classification,
    });
    const program = { ...race('05265601', '1'), headcount: '5' };
    const results = [runner('1', '1'), runner('2', '2'), runner('3', '0', '3'), runner('4', '0', '1'), runner('5', '0', '2')]; // prettier-ignore
    const ran = (rows: typeof results) => coursesOf([program], [], [], rows)[0]?.races[0]?.runners;
    expect(ran(results)).toBe(3);
    // If a result may be incomplete, the program has the number of runners.
    expect(ran(results.slice(0, 2))).toBe(5);
    expect(ran([])).toBe(5);
  });
});

describe('how far a race is', () => {
  const RACE = '05265601';
  type Results = NonNullable<Parameters<typeof coursesOf>[3]>;
  const record = (horse_number: string, order_of_finish: string, trouble_classification = '0') => ({
    racekey: RACE,
    horse_number,
    order_of_finish,
    trouble_classification,
  });
  const refunds = (...numbers: string[]) =>
    Object.fromEntries(numbers.map((number, at) => [`refund_number_${at + 1}`, number]));
  const stateOf = (payoff: Readonly<Record<string, string>>, results: Results = [], headcount = '16') =>
    coursesOf([{ ...race(RACE, '1'), headcount }], [], [{ racekey: RACE, ...payoff }], results)[0]?.races[0]
      ?.state;
  const FIVE = refunds('01', '02', '03', '04', '05');

  it('does not follow from a scratched horse, whose record may exist before the race', () => {
    expect(stateOf({}, [record('1', '00'), record('2', '00', '1'), record('3', '00', '2')])).toBe('card');
    expect(stateOf({}, [record('1', '01'), record('2', '00', '1')])).toBe('result');
  });

  it('is called off if nothing was paid and all stakes were given back', () => {
    expect(stateOf(FIVE)).toBe('calledOff');
    expect(stateOf(FIVE, [record('6', '00', '2')])).toBe('calledOff');
    expect(stateOf(refunds('01', '02', '03', '04'), [], '4')).toBe('calledOff');
    // Withdrawals alone, which are known before the payoffs.
    expect(stateOf(refunds('01', '02'))).toBe('card');
    expect(stateOf(refunds('01', '02', '03', '04'), [record('1', '00', '1')], '')).toBe('card');
    expect(stateOf(FIVE, [record('6', '01')])).toBe('result');
    expect(stateOf({ ...FIVE, win_horse_number_1: '06', win_payoff_1: '540' })).toBe('paid');
  });

  it('is paid if tickets without a winner were: nobody had backed it', () => {
    const courses = coursesOf(
      [race(RACE, '1')],
      [],
      [{ racekey: RACE, win_horse_number_1: '00', win_payoff_1: '70' }],
      [record('3', '01')],
    );
    expect(courses[0]?.races[0]).toMatchObject({
      state: 'paid',
      winners: [{ horseNumber: 3, payoff: undefined }],
    });
  });
});

describe('the arrow keys among races', () => {
  const courses = coursesOf(races, [], []);

  it('stay in the course up and down', () => {
    expect(raceAfterKey(courses, '05265601', 'ArrowDown')).toBe('05265602');
    expect(raceAfterKey(courses, '05265601', 'ArrowUp')).toBe('05265601');
    expect(raceAfterKey(courses, '05265601', 'End')).toBe('05265603');
  });

  it('keep the race number sideways, if the other course has it', () => {
    expect(raceAfterKey(courses, '05265602', 'ArrowRight')).toBe('08265602');
    expect(raceAfterKey(courses, '05265603', 'ArrowRight')).toBe('08265602');
    expect(raceAfterKey(courses, '08265602', 'ArrowRight')).toBe('03263a01');
    expect(raceAfterKey(courses, '03263a01', 'ArrowRight')).toBe('03263a01');
  });

  it('ignore other keys', () => {
    expect(raceAfterKey(courses, '05265601', 'x')).toBeUndefined();
  });
});
