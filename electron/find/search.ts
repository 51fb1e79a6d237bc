// Searches an index of names: keys and dates first, then places such as "Tokyo 11R", then names by how well they match.
// Among equals the most recent comes first, and a horse before a sire of the same name.

import type { Found, FoundAnswer, FoundKind } from '#shared/bridge/find.ts';
import { FOUND_KINDS } from '#shared/bridge/find.ts';
import { comparePoints } from '#shared/catalogue/reading.ts';
import { readQuery, type TypedQuery } from '#shared/racing/typed-query.ts';
import { parseRacekey } from '#shared/racing/racekey.ts';
import { Best } from './best.ts';
import { RANK, rankOf, wantedOf, type Rank, type Wanted } from './match-name.ts';
import type { Named, NamedKind, NameIndex } from './name-index.ts';
import { courseOf, nearestTo, numberOf, racesOf } from './race-list.ts';
import type { Identified } from './service-keys.ts';

/** A longer list is for someone who wants everything. */
const MOST_ON_SCREEN = 50;
/** Races of one name, such as those of every year, leave room for other names. */
const RACES_A_NAME = 5;
/** Days of one course or month. */
const DAYS_A_PLACE = 5;

const MATCHES: Readonly<Record<Exclude<Rank, 5>, Found['match']>> = {
  [RANK.SAME]: 'exact',
  [RANK.EXACT]: 'exact',
  [RANK.PREFIX]: 'prefix',
  [RANK.WORD]: 'word',
  [RANK.INSIDE]: 'inside',
};

const matchOf = (rank: Rank): Found['match'] => (rank === RANK.NONE ? 'inside' : MATCHES[rank]);

const seenOf = ({ seen }: Pick<Named, 'seen'>): Pick<Found, 'seen'> =>
  seen > 0 ? { seen: String(seen) } : {};

export interface SearchOptions {
  readonly text: string;
  /** In Tokyo, YYYYMMDD. */
  readonly today: string;
  /** How many are listed at most. */
  readonly limit: number;
  /** All unless given. */
  readonly kinds?: readonly FoundKind[] | undefined;
  /** What the whole text identifies as a key that the index does not have. */
  readonly identified?: Identified | undefined;
}

class Search {
  readonly #index: NameIndex;
  readonly #query: TypedQuery;
  readonly #today: string;
  readonly #limit: number;
  readonly #kinds: ReadonlySet<FoundKind>;
  readonly #identified: Identified;
  /** The whole text as a name. */
  readonly #whole: Wanted | undefined;
  readonly #items: Found[] = [];
  readonly #listed = new Set<string>();
  #total = 0;

  constructor(index: NameIndex, options: SearchOptions) {
    const { text, today, limit, kinds = FOUND_KINDS, identified = {} } = options;
    this.#identified = identified;
    this.#index = index;
    this.#query = readQuery(text, today);
    this.#today = today;
    this.#limit = limit;
    this.#kinds = new Set(kinds);
    this.#whole = /\p{L}/u.test(text) ? wantedOf(text) : undefined;
  }

  answer(text: string): FoundAnswer {
    const typed = text.normalize('NFKC').trim();
    // Eight figures can be both: the race comes first if its course is one of the ten.
    if (parseRacekey(typed)?.elsewhere === false) {
      this.#racekeys();
      this.#places();
    } else {
      this.#places();
      this.#racekeys();
    }
    this.#serviceKeys();
    this.#codes(typed);
    this.#names();
    const { problem } = this.#query;
    return {
      items: this.#items.slice(0, this.#limit),
      total: this.#total,
      ...(problem === undefined || this.#items.length > 0 ? {} : { problem }),
    };
  }

  /** A few, unless the list is for someone who wants all of them. */
  #many(few: number): number {
    return this.#limit > MOST_ON_SCREEN ? this.#limit : few;
  }

  /** `counted`: it is in the total already. */
  #list(found: Found, counted = false): void {
    if (!this.#kinds.has(found.kind)) return;
    const id = `${found.kind} ${found.key ?? found.name}`;
    if (this.#listed.has(id)) return;
    this.#listed.add(id);
    this.#items.push(found);
    if (!counted) this.#total += 1;
  }

  #raceItem(race: Named, match: Found['match']): Found {
    return { kind: 'race', name: race.name, key: race.key, ...seenOf(race), match, stored: true };
  }

  #dayItem(racedate: string, match: Found['match']): Found {
    const courses = racesOf(this.#index).days.get(Number(racedate));
    return {
      kind: 'day',
      name: '',
      key: racedate,
      seen: racedate,
      ...(courses === undefined ? {} : { racecourses: [...courses].toSorted() }),
      match,
      stored: courses !== undefined,
    };
  }

  /** The keys are spellings of one race: if one is stored, the others are no race of their own. */
  #racekeys(): void {
    const { racekeys } = this.#query;
    const stored = racekeys.flatMap((key) => this.#index.get('race', key) ?? []);
    for (const race of stored) this.#list(this.#raceItem(race, 'key'));
    const [key] = racekeys;
    if (stored.length === 0 && key !== undefined)
      this.#list({ kind: 'race', name: '', key, match: 'key', stored: false });
  }

  /** A run is its race with the runner. What is stored comes before a day or a race that is not. */
  #serviceKeys(): void {
    const { run, horse_id } = this.#identified;
    const others = this.#items.some(({ stored }) => stored) ? [] : this.#items.splice(0);
    if (run !== undefined) {
      const race = this.#index.get('race', run.racekey) ?? {
        key: run.racekey,
        name: '',
        seen: Number(run.racedate),
      };
      const { runner } = run;
      this.#list({ ...this.#raceItem(race, 'key'), ...(runner === undefined ? {} : { runner }) });
    }
    if (horse_id !== undefined) {
      const horse = this.#index.get('horse', horse_id) ?? { key: horse_id, name: '', seen: 0 };
      this.#list({
        kind: 'horse',
        name: horse.name,
        key: horse_id,
        ...seenOf(horse),
        match: 'key',
        stored: true,
      });
    }
    this.#items.push(...others);
  }

  /** Keys have capitals, which not everybody types. */
  #codes(typed: string): void {
    const spellings = new Set([typed, typed.toUpperCase()]);
    let isHorse = false;
    for (const kind of ['horse', 'jockey', 'trainer'] as const) {
      for (const spelling of spellings) {
        const found = this.#index.get(kind, spelling);
        if (found === undefined || spelling === '') continue;
        this.#list({ kind, name: found.name, key: found.key, ...seenOf(found), match: 'key', stored: true });
        isHorse ||= kind === 'horse';
      }
    }
    const { horse_id } = this.#query;
    if (horse_id !== undefined && !isHorse)
      this.#list({ kind: 'horse', name: '', key: horse_id, match: 'key', stored: false });
  }

  /** Days, races of a day or a course, and races by name within them. */
  #places(): void {
    const { meeting, meetingBefore, day, racecourse_cd, raceNumber, words, problem } = this.#query;
    if (problem !== undefined) return;
    if (meeting !== undefined) {
      const isStored = (start: string): boolean =>
        racesOf(this.#index).races.some(({ key }) => key.startsWith(start));
      const isEarlier = meetingBefore !== undefined && !isStored(meeting) && isStored(meetingBefore);
      this.#meeting(isEarlier ? meetingBefore : meeting);
      return;
    }
    if (day === undefined && racecourse_cd === undefined && raceNumber === undefined) return;
    if (words !== '') this.#racesNamed(words);
    else if (raceNumber !== undefined) this.#races(() => true, 'place');
    else if (racecourse_cd !== undefined) this.#courseDays(racecourse_cd);
    else if (day?.is === 'days')
      for (const racedate of day.racedates) this.#list(this.#dayItem(racedate, 'key'));
    else this.#days(() => true);
  }

  /** The races of a meeting day. Its six figures can be a day as well, which comes first if there is racing on it. */
  #meeting(meeting: string): void {
    const { day } = this.#query;
    const racedates = day?.is === 'days' ? day.racedates : [];
    const days = racedates.map((racedate) => this.#dayItem(racedate, 'key'));
    for (const found of days.filter(({ stored }) => stored)) this.#list(found);
    this.#races((race) => race.key.startsWith(meeting), 'key');
    for (const found of days) this.#list(found);
  }

  /** Whether a race is in the day, course and number of the query. */
  #isWanted({ key, seen }: Named): boolean {
    const { racecourse_cd, raceNumber } = this.#query;
    return (
      (racecourse_cd === undefined || courseOf({ key }) === racecourse_cd) &&
      (raceNumber === undefined || numberOf({ key }) === raceNumber) &&
      this.#isDay(seen)
    );
  }

  #isDay(seen: number): boolean {
    const { day, meeting } = this.#query;
    // The key of a meeting has its year.
    if (day === undefined || meeting !== undefined) return true;
    if (day.is === 'days') return day.racedates.includes(String(seen));
    return seen >= Number(day.from) && seen <= Number(day.to);
  }

  /** Races in the query's places, the nearest day's first. */
  #races(isOne: (race: Named) => boolean, match: Found['match']): void {
    if (!this.#kinds.has('race')) return;
    const nearest = nearestTo(this.#today);
    const found = racesOf(this.#index).races.filter((race) => this.#isWanted(race) && isOne(race));
    this.#total += found.length - this.#countNamed(found);
    for (const race of found.toSorted((a, b) => nearest(a.seen, b.seen) || comparePoints(a.key, b.key)))
      this.#list(this.#raceItem(race, match), true);
  }

  /** How many of the races the whole text names as well: they are counted as names. */
  #countNamed(races: readonly Named[]): number {
    return races.filter(({ name }) => this.#isNamed(name)).length;
  }

  #isNamed(name: string): boolean {
    const place = name === '' ? undefined : this.#index.placeOf(name);
    if (this.#whole === undefined || place === undefined) return false;
    return rankOf(this.#index, place, this.#whole) !== RANK.NONE;
  }

  #courseDays(course: string): void {
    const { day } = this.#query;
    this.#days((courses) => courses.has(course));
    // A day and a course are all the races of its card.
    if (day?.is === 'days') this.#races(() => true, 'place');
  }

  #days(isOne: (courses: ReadonlySet<string>) => boolean): void {
    if (!this.#kinds.has('day')) return;
    const days = [...racesOf(this.#index).days].filter(
      ([seen, courses]) => this.#isDay(seen) && isOne(courses),
    );
    const nearest = nearestTo(this.#today);
    const found = days.map(([seen]) => seen).toSorted(nearest);
    this.#total += found.length;
    // The rest would bury the names that contain the word.
    const shown = this.#whole === undefined ? found : found.slice(0, this.#many(DAYS_A_PLACE));
    for (const seen of shown) this.#list(this.#dayItem(String(seen), 'place'), true);
  }

  /** Races by the words of their names, in the query's places. */
  #racesNamed(words: string): void {
    const wanted = wantedOf(words);
    if (wanted === undefined || !this.#kinds.has('race')) return;
    const ranks = new Map<string, Rank>();
    const rankNamed = (name: string): Rank => {
      const known = ranks.get(name);
      if (known !== undefined) return known;
      const place = this.#index.placeOf(name);
      const rank = place === undefined || name === '' ? RANK.NONE : rankOf(this.#index, place, wanted);
      ranks.set(name, rank);
      return rank;
    };
    const found = racesOf(this.#index)
      .races.filter((race) => this.#isWanted(race))
      .map((race) => ({ race, rank: rankNamed(race.name) }))
      .filter(({ rank }) => rank !== RANK.NONE);
    this.#total += found.length - this.#countNamed(found.map(({ race }) => race));
    found.sort(
      (a, b) => a.rank - b.rank || b.race.seen - a.race.seen || comparePoints(a.race.key, b.race.key),
    );
    for (const { race, rank } of found) this.#list(this.#raceItem(race, matchOf(rank)), true);
  }

  #names(): void {
    const { names, counts, dates, kinds } = this.#index;
    const wanted = this.#whole;
    if (wanted === undefined) return;
    const best = new Best<{ readonly place: number; readonly rank: Rank }>(
      this.#limit,
      (a, b) =>
        a.rank - b.rank ||
        (dates[b.place] ?? 0) - (dates[a.place] ?? 0) ||
        (kinds[a.place] ?? 0) - (kinds[b.place] ?? 0) ||
        (names[a.place] ?? '').length - (names[b.place] ?? '').length ||
        comparePoints(names[a.place] ?? '', names[b.place] ?? ''),
    );
    for (let place = 0; place < names.length; place += 1) {
      const rank = counts[place] === 0 ? RANK.NONE : rankOf(this.#index, place, wanted);
      if (rank === RANK.NONE) continue;
      const count = this.#count(place);
      if (count === 0) continue;
      this.#total += count;
      best.add({ place, rank });
    }
    // An item that was listed by its key is counted here as a name.
    this.#total -= this.#items.filter(
      ({ kind, match, name }) =>
        kind !== 'day' && match === 'key' && this.#query.meeting === undefined && this.#isNamed(name),
    ).length;
    for (const { place, rank } of best.items) {
      if (this.#items.length >= this.#limit) break;
      for (const found of this.#members(place, rank)) this.#list(found, true);
    }
  }

  /** How many of the kinds have a name. */
  #count(place: number): number {
    if (this.#kinds.size === FOUND_KINDS.length) return this.#index.counts[place] ?? 0;
    return [...this.#index.named(place)].filter(({ kind }) => this.#kinds.has(kind)).length;
  }

  /** Those of one name in the order of kinds, the most recent first. */
  #members(place: number, rank: Rank): Found[] {
    const order = (kind: FoundKind): number => FOUND_KINDS.indexOf(kind);
    type Member = Named & { readonly kind: NamedKind };
    const newest = (a: Member, b: Member): number =>
      order(a.kind) - order(b.kind) || b.seen - a.seen || comparePoints(a.key, b.key);
    const others: Member[] = [];
    const races = new Best<Member>(this.#many(RACES_A_NAME), newest);
    for (const member of this.#index.named(place)) {
      if (member.kind === 'race') races.add(member);
      else others.push(member);
    }
    return [...others, ...races.items].toSorted(newest).map((member) => ({
      kind: member.kind,
      name: member.name,
      key: member.key,
      ...seenOf(member),
      match: matchOf(rank),
      stored: true,
    }));
  }
}

/** What the text can mean. Pure. */
export const searchNames = (index: NameIndex, options: SearchOptions): FoundAnswer =>
  new Search(index, options).answer(options.text);
