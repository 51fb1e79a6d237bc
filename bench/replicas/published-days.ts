// Days that are published again and again, each version as a whole, and what an answer about them must be: one version,
// complete, and not older than the answer claims.

import type { TableCode } from '#shared/catalogue/table.ts';
import type { ReadyRecord } from '../../service/store/bulk-writer.ts';
import type { Fields } from '../../service/testing/records.ts';
import { recordOf } from '../../service/testing/records.ts';

export const DAYS = ['20261031', '20261101', '20261107', '20261108'] as const;
export type Day = (typeof DAYS)[number];
const RACES = 12;
/** Of the first version; each further one has one more in each race. */
const RUNNERS = 8;

export const racekeyOf = (day: Day, race: number): string =>
  `05${day.slice(2, 4)}${DAYS.indexOf(day) + 1}1${String(race).padStart(2, '0')}`;

/** The records of a version of a day. */
function recordsOf(day: Day, version: number): Map<TableCode, Fields[]> {
  const races = Array.from({ length: RACES }, (_, at) => at + 1);
  const common = {
    racedate: day,
    updated_at: new Date(Date.UTC(2026, 10, 20) + version * 1000).toISOString(),
  };
  const runners = Array.from({ length: RUNNERS + version }, (_, at) => String(at + 1));
  return new Map<TableCode, Fields[]>([
    [
      't_ra',
      races.map((race) =>
        recordOf('t_ra', { ...common, racekey: racekeyOf(day, race), race_name: `v${version}` }),
      ),
    ],
    [
      't_se',
      races.flatMap((race) =>
        runners.map((horse_number) =>
          recordOf('t_se', {
            ...common,
            racekey: racekeyOf(day, race),
            horse_number,
            horse_name: `v${version}`,
          }),
        ),
      ),
    ],
  ]);
}

export const readyRecords = (day: Day, version: number): [TableCode, ReadyRecord[]][] =>
  [...recordsOf(day, version)].map(([table, records]) => [
    table,
    records.map((fields) => ({ fields, json: Buffer.from(JSON.stringify(fields)) })),
  ]);

interface Publication {
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface Question {
  readonly day: Day;
  readonly table: 't_ra' | 't_se';
  /** A race of the day; the whole day without one. */
  readonly race: number | undefined;
}

export type Verdict = 'right' | 'torn' | 'wrong' | 'older than it claims' | 'beyond the bound';

/** What was published when, and the judgment of answers by it. */
export class PublishedDays {
  readonly #begun = new Map<Day, Publication[]>();
  readonly #acknowledged = new Map<Day, Publication[]>();
  /** What each answer must contain, by version and question. */
  readonly #expected = new Map<string, string>();

  begin(day: Day, version: number): void {
    note(this.#begun, day, version);
  }

  acknowledge(day: Day, version: number): void {
    note(this.#acknowledged, day, version);
  }

  /** The last version of a day that was acknowledged before that moment; 0 for none. */
  acknowledgedBefore(day: Day, at: number): number {
    return Math.max(
      0,
      ...(this.#acknowledged.get(day) ?? []).filter((one) => one.at <= at).map(({ version }) => version),
    );
  }

  /**
   * @param asOf what X-Data-As-Of said, in milliseconds since 1970
   * @param times when the question was sent and the answer complete
   */
  judge(
    question: Question,
    text: string,
    asOf: number,
    times: { readonly sent: number; readonly complete: number; readonly maxAge: number },
  ): Verdict {
    const { count, data } = contentOf(text);
    const versions = new Set(data.map((record) => record['horse_name'] ?? record['race_name']));
    if (count !== data.length || versions.size > 1) return 'torn';
    const version = versions.size === 0 ? 0 : Number(String([...versions][0]).slice(1));
    const isBegun = (this.#begun.get(question.day) ?? []).some(
      (one) => one.version === version && one.at <= times.complete,
    );
    if (version !== 0 && !isBegun) return 'wrong';
    if (JSON.stringify(data) !== this.#expectedOf(question, version))
      return data.length > 0 ? 'torn' : 'wrong';
    if (!Number.isFinite(asOf) || version < this.acknowledgedBefore(question.day, asOf)) {
      return 'older than it claims';
    }
    return asOf < times.sent - times.maxAge ? 'beyond the bound' : 'right';
  }

  #expectedOf(question: Question, version: number): string {
    const name = JSON.stringify([question, version]);
    const known = this.#expected.get(name);
    if (known !== undefined) return known;
    const { day, table, race } = question;
    const all = version === 0 ? [] : (recordsOf(day, version).get(table) ?? []);
    const made = JSON.stringify(
      all.filter((record) => race === undefined || record['racekey'] === racekeyOf(day, race)),
    );
    this.#expected.set(name, made);
    return made;
  }
}

function note(publications: Map<Day, Publication[]>, day: Day, version: number): void {
  publications.set(day, [...(publications.get(day) ?? []), { version, at: Date.now() }]);
}

interface Content {
  readonly count: number;
  readonly data: readonly Fields[];
}

function contentOf(text: string): Content {
  const { result } = JSON.parse(text) as { result: { result_count: number; data: Fields[] } };
  return { count: result.result_count, data: result.data };
}
