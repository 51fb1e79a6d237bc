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

interface Durations {
  readonly counts: number[];
  sum: number;
}

export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #refusals = new Map<string, number>();
  readonly #bytes = new Map<string, number>();
  readonly #durations = new Map<string, Durations>();
  #aborted = 0;
  #dropped = 0;

  ended({ table, status, refused, seconds, bytes, aborted }: Ended): void {
    add(this.#requests, `table="${table}",status="${status}"`, 1);
    add(this.#bytes, `table="${table}"`, bytes);
    if (refused !== undefined) add(this.#refusals, `reason="${refused}"`, 1);
    if (aborted) this.#aborted += 1;
    const durations = this.#durations.get(table) ?? { counts: BUCKETS.map(() => 0).concat(0), sum: 0 };
    this.#durations.set(table, durations);
    const at = BUCKETS.findIndex((bound) => seconds <= bound);
    const bucket = at < 0 ? BUCKETS.length : at;
    durations.counts[bucket] = (durations.counts[bucket] ?? 0) + 1;
    durations.sum += seconds;
  }

  /** Counts a connection that was closed because there are too many. */
  connectionDropped(): void {
    this.#dropped += 1;
  }

  /** Requests and refusals so far. */
  totals(): { readonly requests: number; readonly refusals: number } {
    return { requests: sum(this.#requests), refusals: sum(this.#refusals) };
  }

  /** All metrics as text. */
  text(gauges: readonly Gauge[]): string {
    return [
      ...family('requests_total', 'counter', 'Requests by table and status.', this.#requests),
      ...family('refusals_total', 'counter', 'Refused requests by reason.', this.#refusals),
      ...family('answer_bytes_total', 'counter', 'Bytes of bodies sent, by table.', this.#bytes),
      ...this.#histogram(),
      ...single('aborted_total', 'counter', 'Requests whose client left before the end.', this.#aborted),
      ...single('connections_dropped_total', 'counter', 'Connections closed at the limit.', this.#dropped),
      ...gauges.flatMap(({ name, help, value }) => single(name, 'gauge', help, value())),
      '',
    ].join('\n');
  }

  #histogram(): string[] {
    const name = 'railbird_request_seconds';
    const lines = [...this.#durations].flatMap(([table, { counts, sum }]) => {
      let below = 0;
      const buckets = [...BUCKETS, '+Inf'].map((bound, at) => {
        below += counts[at] ?? 0;
        return `${name}_bucket{table="${table}",le="${bound}"} ${below}`;
      });
      return [...buckets, `${name}_sum{table="${table}"} ${sum}`, `${name}_count{table="${table}"} ${below}`];
    });
    return [...heading(name, 'histogram', 'From the request to the last byte read by the client.'), ...lines];
  }
}

const add = (counts: Map<string, number>, labels: string, by: number) =>
  counts.set(labels, (counts.get(labels) ?? 0) + by);

const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((total, count) => total + count, 0);

const heading = (name: string, type: string, help: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

function family(name: string, type: string, help: string, counts: ReadonlyMap<string, number>): string[] {
  const full = `railbird_${name}`;
  return [
    ...heading(full, type, help),
    ...[...counts].map(([labels, count]) => `${full}{${labels}} ${count}`),
  ];
}

const single = (name: string, type: string, help: string, value: number): string[] => [
  ...heading(`railbird_${name}`, type, help),
  `railbird_${name} ${value}`,
];
