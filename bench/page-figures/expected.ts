// What a race's tabs and a horse's page must show, from the typed rows of the subjects. It shares nothing with the
// screens but the data: it reads the texts as a person would.

/** A row of SQL as JSON. */
export type SqlRow = Readonly<Record<string, string | number | boolean | null>>;

export interface ExpectedCell {
  /** The column's head. */
  readonly head: string;
  readonly value: string | number | null;
  readonly check: (text: string) => boolean;
}

export interface Expected {
  /** The head of the column that tells the rows apart; by place if absent. */
  readonly keyHead?: string;
  readonly rows: readonly { readonly key?: string; readonly cells: readonly ExpectedCell[] }[];
}

const isNothing = (text: string): boolean => text.trim() === '' || text.trim() === '–';

const numberOf = (text: string): number => Number(text.replaceAll(/[,+¥%]/gu, ''));

/** "2:29.2" or "59.8" in seconds. */
function secondsOf(text: string): number {
  const [, minutes = '0', seconds = ''] = /^(?:(\d+):)?(\d+\.\d)$/u.exec(text.trim()) ?? [];
  return Math.round((Number(minutes) * 60 + Number(seconds)) * 10) / 10;
}

const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6;

const number = (head: string, value: SqlRow[string] | undefined): ExpectedCell => ({
  head,
  value: value === undefined || typeof value === 'boolean' ? null : value,
  check: (text) => (value == null ? isNothing(text) : near(numberOf(text), Number(value))),
});

const seconds = (head: string, value: SqlRow[string] | undefined): ExpectedCell => ({
  ...number(head, value),
  check: (text) => (value == null ? isNothing(text) : near(secondsOf(text), Number(value))),
});

const words = (head: string, value: SqlRow[string] | undefined): ExpectedCell => ({
  ...number(head, value),
  check: (text) => (value == null ? isNothing(text) : text.replaceAll(/\s/gu, '').includes(squeezed(value))),
});

const squeezed = (value: string | number | boolean): string => String(value).replaceAll(/\s/gu, '');

/** A place, or a word in its stead for a runner without one. */
const finish = (head: string, { order_of_finish: place }: SqlRow): ExpectedCell => ({
  ...number(head, place ?? null),
  check: (text) =>
    Number(place ?? 0) > 0 ? Number.parseInt(text, 10) === Number(place) : !/^\d/u.test(text),
});

/** "486 (+4)". */
const bodyWeight = (
  head: string,
  { horse_weight: weight, weight_cycling: change }: SqlRow,
): ExpectedCell => ({
  ...number(head, weight ?? null),
  check: (text) => {
    if (weight == null) return isNothing(text);
    const [, shown, difference] = /^(\d+)(?: \(([-+]?\d+)\))?$/u.exec(text.trim()) ?? [];
    return Number(shown) === Number(weight) && (change == null || Number(difference) === Number(change));
  },
});

const keyed = (rows: readonly SqlRow[], cellsOf: (row: SqlRow) => readonly ExpectedCell[]) =>
  rows.map((row) => ({ key: String(row['horse_number']), cells: cellsOf(row) }));

export const cardOf = (runners: readonly SqlRow[]): Expected => ({
  keyHead: 'No.',
  rows: keyed(runners, (row) => [
    words('Horse', row['horse_name']),
    finish('Fin', row),
    number('Wt', row['weight_to_carry']),
    words('Jockey', row['jockey_name']),
    words('Trainer', row['trainer_name']),
    number('Overall', row['integration_index']),
    number('IDM', row['adjust_idm']),
    number('Training', row['training_index']),
    number('Stable', row['stable_index']),
    number('Ref.', row['criteria_win_odds']),
    number('Pop', row['criteria_win_popularity']),
    number('Final', row['confirmed_win_odds']),
    number('Fav', row['confirmed_win_popularity']),
    bodyWeight('Body', row),
    number('Wks', row['rotation']),
  ]),
});

export const resultOf = (runners: readonly SqlRow[]): Expected => ({
  keyHead: 'Horse number',
  rows: keyed(
    // One that was withdrawn has a reason in place of a finish.
    runners.filter((row) => row['order_of_finish'] != null || row['trouble_classification'] != null),
    (row) => [
      words('Horse', row['horse_name']),
      finish('Finish', row),
      number('Bracket', row['bracket_number']),
      seconds('Time', row['time_record']),
      seconds('Last 3F', row['later3f_time']),
      seconds('First 3F', row['first3f_time']),
      number('Win odds', row['confirmed_win_odds']),
      number('Popularity', row['confirmed_win_popularity']),
      number('Body weight', row['horse_weight']),
      number('Body weight change', row['weight_cycling']),
      number('IDM', row['idm']),
      number('IDM raw score', row['idm_rawscore']),
    ],
  ),
});

const PAST_HEADS = ['Last run', '2 back', '3 back', '4 back', '5 back'] as const;

/** "2:29.2". */
const clock = (value: number): string => {
  const tenths = Math.round(value * 10);
  const minutes = Math.floor(tenths / 600);
  const rest = (tenths - minutes * 600) / 10;
  return minutes === 0 ? rest.toFixed(1) : `${minutes}:${rest.toFixed(1).padStart(4, '0')}`;
};

const ONE_RUN = (head: string, run: SqlRow | undefined): ExpectedCell => {
  if (run === undefined) return { head, value: null, check: (text) => isNothing(text) || text === 'No run' };
  const { racedate, confirmed_win_popularity: popularity, time_record: time, later3f_time: last } = run;
  const parts = [
    String(racedate).slice(2).replaceAll('-', '.'),
    ...(popularity == null ? [] : [`fav ${popularity}${time == null ? '' : clock(Number(time))}`]),
    ...(last == null ? [] : [`L3F ${Number(last).toFixed(1)}${run['horse_weight'] ?? ''}`]),
  ];
  return { head, value: parts.join(' | '), check: (text) => parts.every((part) => text.includes(part)) };
};

/** Withdrawn before the race or excluded at the start (section 2.11): no run of the card's past five. */
const didNotStart = ({ trouble_classification: trouble }: SqlRow): boolean =>
  trouble === '1' || trouble === '2';

/** The last five runs of each runner; `runs` have the runner's number in the race as `in_race`. */
export const pastOf = (runners: readonly SqlRow[], runs: readonly SqlRow[]): Expected => ({
  rows: runners.map((runner) => {
    const own = runs
      .filter((run) => run['in_race'] === runner['horse_number'] && !didNotStart(run))
      .toSorted((a, b) => (String(a['racedate']) < String(b['racedate']) ? 1 : -1));
    return {
      cells: [words('Horse', runner['horse_name']), ...PAST_HEADS.map((head, at) => ONE_RUN(head, own[at]))],
    };
  }),
});

/** The horses' numbers as a person says them: "3-12" of "0312". */
function numbersOf({ bet, combination }: SqlRow): string {
  const text = String(combination).trim();
  const digits = String(bet).startsWith('bracket') ? /./gu : /../gu;
  return (text.match(digits) ?? []).map(Number).join('-');
}

const shownNumbers = (text: string): string =>
  (/^\d+(?:[–→]\d+)*/u.exec(text.trim())?.[0] ?? '').replaceAll(/[–→]/gu, '-');

/** Every payoff by all its figures, since two bets may have paid the same for the same numbers. */
export const payoffsOf = (payoffs: readonly SqlRow[]): Expected => ({
  rows: payoffs.map((row) => ({
    key: `${numbersOf(row)} ${String(row['payoff'])} ${String(row['popularity'] ?? Number.NaN)}`,
    cells: [number('Payoff', row['payoff'])],
  })),
});

/** The key of a shown payoff. */
export const shownPayoff = (texts: readonly string[]): string =>
  `${shownNumbers(texts[1] ?? '')} ${numberOf(texts[2] ?? '')} ${numberOf(texts[3] ?? '')}`;

export const horseOf = (runs: readonly SqlRow[]): Expected => ({
  rows: runs.map((row) => ({
    cells: [
      words('Race date', row['racedate']),
      finish('Finish', row),
      number('Horse number', row['horse_number']),
      number('Win odds', row['confirmed_win_odds']),
      number('Popularity', row['confirmed_win_popularity']),
      number('Weight carried', row['carried_weight']),
      number('Body weight', row['horse_weight']),
      seconds('Time', row['time_record']),
      seconds('Last 3F', row['later3f_time']),
      number('IDM', row['idm']),
    ],
  })),
});
