// Metrics of the service in the text format of Prometheus (version 0.0.4).
// Labels are codes of the catalogue and of refusals only: nothing that a client sends can become one.

/** A finished request. */
export interface Ended {
  /** Code of the table, or 'none'. */
  readonly table: string;
  readonly status: number;
  readonly refused: string | undefined;
  readonly seconds: number;
  readonly bytes: number;
  readonly aborted: boolean;
}

/** A value that is read when the metrics are requested. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly value: () => number;
}

/** Upper bounds in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** What is counted of a table; by the table and not by a series' name, which would have to be put together each time. */
interface OfTable {
  readonly byStatus: Map<number, number>;
  bytes: number;
  /** Requests by duration. */
  readonly counts: number[];
  seconds: number;
}

export class Metrics {
  readonly #tables = new Map<string, OfTable>();
  readonly #refusals = new Map<string, number>();
  #aborted = 0;
  #dropped = 0;

  ended({ table, status, refused, seconds, bytes, aborted }: Ended): void {
    const counted = this.#tables.get(table) ?? this.#newTable(table);
    add(counted.byStatus, status, 1);
    counted.bytes += bytes;
    if (refused !== undefined) add(this.#refusals, refused, 1);
    if (aborted) this.#aborted += 1;
    let bucket = 0;
    while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] ?? 0)) bucket += 1;
    counted.counts[bucket] = (counted.counts[bucket] ?? 0) + 1;
    counted.seconds += seconds;
  }

  #newTable(table: string): OfTable {
    const counted = { byStatus: new Map(), bytes: 0, counts: BUCKETS.map(() => 0).concat(0), seconds: 0 };
    this.#tables.set(table, counted);
    return counted;
  }

  /** Counts a connection that was closed because there are too many. */
  connectionDropped(): void {
    this.#dropped += 1;
  }

  /** Requests and refusals so far. */
  totals(): { readonly requests: number; readonly refusals: number } {
    const requests = [...this.#tables.values()].map(({ byStatus }) => sum(byStatus));
    return { requests: requests.reduce((total, count) => total + count, 0), refusals: sum(this.#refusals) };
  }

  /** All metrics as text. */
  text(gauges: readonly Gauge[]): string {
    return [
      ...family('requests_total', 'counter', 'Requests by table and status.', this.#requests()),
      ...family('refusals_total', 'counter', 'Refused requests by reason.', this.#refused()),
      ...family('answer_bytes_total', 'counter', 'Bytes of bodies sent, by table.', this.#bytes()),
      ...this.#histogram(),
      ...single('aborted_total', 'counter', 'Requests whose client left before the end.', this.#aborted),
      ...single('connections_dropped_total', 'counter', 'Connections closed at the limit.', this.#dropped),
      ...gauges.flatMap(({ name, help, value }) => single(name, 'gauge', help, value())),
      '',
    ].join('\n');
  }

  #requests(): Series {
    return [...this.#tables].flatMap(([table, { byStatus }]) =>
      [...byStatus].map(([status, count]) => [`table="${table}",status="${status}"`, count] as const),
    );
  }

  #refused(): Series {
    return [...this.#refusals].map(([reason, count]) => [`reason="${reason}"`, count]);
  }

  #bytes(): Series {
    return [...this.#tables].map(([table, { bytes }]) => [`table="${table}"`, bytes]);
  }

  #histogram(): string[] {
    const name = 'railbird_request_seconds';
    const lines = [...this.#tables].flatMap(([table, { counts, seconds }]) => {
      let below = 0;
      const buckets = [...BUCKETS, '+Inf'].map((bound, at) => {
        below += counts[at] ?? 0;
        return `${name}_bucket{table="${table}",le="${bound}"} ${below}`;
      });
      return [
        ...buckets,
        `${name}_sum{table="${table}"} ${seconds}`,
        `${name}_count{table="${table}"} ${below}`,
      ];
    });
    return [...heading(name, 'histogram', 'From the request to the last byte read by the client.'), ...lines];
  }
}

/** Labels and values. */
type Series = readonly (readonly [labels: string, value: number])[];

const add = <Key>(counts: Map<Key, number>, key: Key, by: number) =>
  counts.set(key, (counts.get(key) ?? 0) + by);

const sum = (counts: ReadonlyMap<unknown, number>): number =>
  [...counts.values()].reduce((total, count) => total + count, 0);

const heading = (name: string, type: string, help: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

function family(name: string, type: string, help: string, series: Series): string[] {
  const full = `railbird_${name}`;
  return [...heading(full, type, help), ...series.map(([labels, value]) => `${full}{${labels}} ${value}`)];
}

const single = (name: string, type: string, help: string, value: number): string[] => [
  ...heading(`railbird_${name}`, type, help),
  `railbird_${name} ${value}`,
];
