// What the bets of a rule returned over the races of a row set: sums as a whole, by bet, by year and by a column, each
// with its interval, and what is missing.

import type { NamedRaces, RuleTally } from '#shared/bridge/rules.ts';
import { betOf } from '#shared/catalogue/bets.ts';
import type { RuleBet } from '#shared/rules/rule.ts';
import type { CodedColumn } from '../coded-column.ts';
import { groupKeyOf } from '../group-key.ts';
import { intervalsOfStaked } from '../resampling.ts';
import type { Yielder } from '../yielder.ts';
import { DecidingRaces } from './deciding-races.ts';
import type { AsKnown } from './known-values.ts';
import { quantityOf, racesIn, runStates, type RuleRace, type RunnerColumns } from './rule-races.ts';
import { raceKeyOf, settledRaces, type Settlement } from './settlement.ts';
import { settleBet, takenBy } from './settle-race.ts';
import { StakeTally } from './stake-tally.ts';

export interface RuleColumns extends RunnerColumns {
  /** The columns that order bets, and that a day may lack, by name. */
  readonly named: ReadonlyMap<string, CodedColumn>;
  readonly group: CodedColumn | undefined;
}

export interface RuleQuestion {
  readonly bets: readonly RuleBet[];
  readonly settlement: Settlement;
  /** Columns that a day may lack: races without any value are named. */
  readonly lacking: readonly string[];
  /** Most groups that are answered; all without it. */
  readonly mostGroups?: number | undefined;
}

/** Races and combinations with a stake, by what decided them. */
interface Decided {
  readonly decided: Pick<RuleTally['known'], 'recorded' | 'last'>;
}

/** Most races that are named. */
const MOST_NAMED = 30;

/** Rows of which the bets are made between two checks of the time. */
const RACES_AT_ONCE = 64;

/** `isPicked` has a 1 for each row that the rule picks. Errors: CANCELLED. */
export async function tallyRule(
  columns: RuleColumns,
  isPicked: Uint8Array,
  { bets, settlement, lacking, mostGroups, stateOf: knownStateOf }: RuleQuestion & Pick<AsKnown, 'stateOf'>,
  yielder: Yielder,
): Promise<Omit<RuleTally, 'leftOut' | 'known'> & Decided> {
  const settledOf = settledRaces(settlement);
  const stateOf = runStates(columns);
  const tallies = new Tallies(bets.length, columns.group);
  const deciding = new DecidingRaces();
  const unsettled = new NamedList();
  const missing = lacking.flatMap((name) => {
    const column = columns.named.get(name);
    return column === undefined ? [] : [{ name, column, list: new NamedList() }];
  });
  const notSold = bets.map(() => 0);
  const picked = { runners: 0, races: 0, racesInAll: 0 };
  const decided = { recorded: { races: 0, bets: 0 }, last: { races: 0, bets: 0 } };
  let withoutValue = 0;
  let withoutNumber = 0;
  const drawnAs = ({ bet }: RuleBet, row: number): number =>
    quantityOf(betOf(bet).brackets ? columns.bracket : columns.number, row);
  for (const race of racesIn(columns, isPicked)) {
    picked.racesInAll += 1;
    for (const { column, list } of missing) if (isBlankIn(column, race)) list.add(race);
    if (race.picks.length === 0) continue;
    picked.races += 1;
    picked.runners += race.picks.length;
    if (picked.races % RACES_AT_ONCE === 0 && yielder.isDue) await yielder.rest();
    // Nothing can be bet on a horse that left the race before the draw, whose card may still be stored.
    const numbered = race.picks.filter((row) => !Number.isNaN(quantityOf(columns.number, row)));
    withoutNumber += race.picks.length - numbered.length;
    const settled = settledOf(raceKeyOf(race.racedate, race.racekey));
    let isUnsettled = false;
    const sum = { stake: 0, returned: 0, bets: 0 };
    const betOn: number[] = [];
    const withoutOrder = new Set<number>();
    for (const [index, bet] of bets.entries()) {
      const column = bet.by && columns.named.get(bet.by.column);
      const taken = takenBy(bet, { column, ...(bet.by && { order: bet.by.order }) }, numbered);
      if (column !== undefined) for (const row of blanksAmong(column, numbered)) withoutOrder.add(row);
      const outcome = settleBet(bet, taken, race, columns, stateOf, settled);
      if (outcome === undefined) continue;
      if (outcome.is === 'unsettled') isUnsettled = true;
      if (outcome.is === 'notSold') notSold[index] = (notSold[index] ?? 0) + 1;
      if (outcome.is !== 'settled') continue;
      betOn.push(...taken);
      for (const { row, combinations, won, refunded } of outcome.selections) {
        let returned = 0;
        for (const { combination, numbers, yen } of won) {
          const amount = (yen * bet.stake) / 100;
          returned += amount;
          const rows = taken.filter((each) => numbers.includes(drawnAs(bet, each)));
          deciding.won({ ...keyOf(race), bet: bet.bet, combination, payoff: yen, returned: amount, rows });
        }
        tallies.add(index, row, race, {
          combinations,
          hits: won.length,
          stake: bet.stake,
          returned,
          refunded,
        });
        sum.bets += combinations;
        sum.stake += combinations * bet.stake;
        sum.returned += returned;
      }
    }
    withoutValue += withoutOrder.size;
    if (isUnsettled) unsettled.add(race);
    if (sum.stake === 0) continue;
    const state = knownStateOf(race);
    if (state !== undefined) {
      decided[state].races += 1;
      decided[state].bets += sum.bets;
    }
    deciding.add({ ...keyOf(race), ...sum, rows: betOn });
    tallies.nextRace();
  }
  return {
    picked,
    ...(await tallies.figures(mostGroups, yielder)),
    ...deciding.found((row) => quantityOf(columns.number, row)),
    unsettled: unsettled.found(),
    notSold,
    lacking: missing
      .map(({ name, list }) => ({ column: name, ...list.found() }))
      .filter(({ races }) => races > 0),
    withoutValue,
    withoutNumber,
    decided,
  };
}

const keyOf = ({ racedate, racekey }: RuleRace) => ({ racedate, racekey });

function isBlankIn(column: CodedColumn, { from, to }: RuleRace): boolean {
  for (let row = from; row < to; row += 1)
    if (!column.isNone(column.codes[row] ?? column.filled)) return false;
  return true;
}

/** Those that `takenBy` leaves out. */
const blanksAmong = (column: CodedColumn, rows: readonly number[]): readonly number[] =>
  rows.filter((row) => Number.isNaN(quantityOf(column, row)));

/** Counts races and names the first of them. */
class NamedList {
  #races = 0;
  readonly #named: { racedate: string; racekey: string }[] = [];

  add(race: RuleRace): void {
    this.#races += 1;
    if (this.#named.length < MOST_NAMED) this.#named.push(keyOf(race));
  }

  found(): NamedRaces {
    return { races: this.#races, named: this.#named };
  }
}

/** The sums of all bets, of each bet, of each year and of each value of the group's column. */
class Tallies {
  readonly #whole = new StakeTally();
  readonly #bets: readonly StakeTally[];
  readonly #years = new Map<string, StakeTally>();
  readonly #groups = new Map<string, { readonly raw: string | null; readonly tally: StakeTally }>();
  readonly #column: CodedColumn | undefined;
  /** By code of the group's column. */
  readonly #groupOf: (StakeTally | undefined)[] = [];
  #race = 0;

  constructor(bets: number, column: CodedColumn | undefined) {
    this.#bets = Array.from({ length: bets }, () => new StakeTally());
    this.#column = column;
  }

  /** Only races with a stake are numbered: those are resampled. */
  nextRace(): void {
    this.#race += 1;
  }

  add(bet: number, row: number, { racedate }: RuleRace, added: Parameters<StakeTally['add']>[1]): void {
    this.#whole.add(this.#race, added);
    this.#bets[bet]?.add(this.#race, added);
    this.#yearOf(racedate.slice(0, 4)).add(this.#race, added);
    this.#groupOfRow(row)?.add(this.#race, added);
  }

  async figures(
    mostGroups: number | undefined,
    yielder: Yielder,
  ): Promise<Pick<RuleTally, 'whole' | 'bets' | 'years' | 'groups' | 'moreGroups'>> {
    const years = [...this.#years].toSorted(([a], [b]) => a.localeCompare(b));
    const groups = [...this.#groups.values()]
      .filter(({ tally }) => tally.bets > 0)
      .toSorted((a, b) => b.tally.bets - a.tally.bets);
    const shown = groups.slice(0, mostGroups);
    // A single bet is the whole.
    const bets = this.#bets.length === 1 ? [this.#whole] : this.#bets;
    const tallies = [
      this.#whole,
      ...(bets === this.#bets ? bets : []),
      ...years.map(([, tally]) => tally),
      ...shown.map(({ tally }) => tally),
    ];
    const intervals = await intervalsOfStaked(
      tallies.map(({ staked }) => staked),
      this.#race,
      yielder,
    );
    const figures = new Map(tallies.map((tally, at) => [tally, tally.figures(intervals[at])]));
    const of = (tally: StakeTally) => figures.get(tally) ?? tally.figures(undefined);
    return {
      whole: of(this.#whole),
      bets: bets.map(of),
      years: years.map(([year, tally]) => ({ year, figures: of(tally) })),
      groups: shown.map(({ raw, tally }) => ({ raw, figures: of(tally) })),
      moreGroups: groups.length > shown.length,
    };
  }

  #yearOf(year: string): StakeTally {
    const known = this.#years.get(year);
    if (known !== undefined) return known;
    const tally = new StakeTally();
    this.#years.set(year, tally);
    return tally;
  }

  #groupOfRow(row: number): StakeTally | undefined {
    const column = this.#column;
    if (column === undefined) return undefined;
    const code = column.codes[row] ?? column.kinds;
    return (this.#groupOf[code] ??= this.#newGroup(column, code));
  }

  /** Spellings of one value are one group. */
  #newGroup(column: CodedColumn, code: number): StakeTally {
    const raw = column.text(code);
    const key = groupKeyOf(column.definition)(raw);
    const known = this.#groups.get(key);
    if (known !== undefined) return known.tally;
    const tally = new StakeTally();
    this.#groups.set(key, { raw: key === '' ? null : raw, tally });
    return tally;
  }
}
