// The lab's runs as a text table: a line for each fault, with the runs in which it was the first fault.

import type { Run } from './run.ts';
import { FAULTS } from './faults.ts';
import type { Verdict } from './verdict.ts';

const HEADS = [
  'fault',
  'runs',
  'met',
  'equal',
  'doubted',
  'reported',
  'drift',
  'unknowable',
  'broken',
  'requests',
  'reasons',
];

export function tableOfRuns(runs: readonly Run[]): string {
  const byFault = Map.groupBy(runs, ({ scenario }) => scenario.first);
  const metOf = (name: string) => runs.flatMap(({ met }) => met.filter((each) => each === name)).length;
  const lines = FAULTS.flatMap(({ name }) => {
    const some = byFault.get(name);
    return some === undefined ? [] : [lineOf(name, some, metOf(name))];
  });
  const all = [HEADS, ...lines, lineOf('all', runs, runs.flatMap(({ met }) => met).length)];
  const widths = HEADS.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  return all
    .map(
      (line) =>
        `${line
          .map((cell, column) => aligned(cell, widths[column] ?? 0, column))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** How often a result differed from the service's without any evidence, by table. */
export function unknowableOf(verdicts: readonly Verdict[]): Readonly<Record<string, number>> {
  const tables = verdicts.flatMap((verdict) => (verdict.kind === 'unknowable' ? [verdict.of] : []));
  return Object.fromEntries(
    [...Map.groupBy(tables, (table) => table)].map(([table, all]) => [table, all.length]),
  );
}

/** `met`: the number of requests of all runs that met it. */
function lineOf(name: string, runs: readonly Run[], met: number): string[] {
  const verdicts = runs.flatMap((run) => run.verdicts);
  const count = (kind: string) => String(verdicts.filter((verdict) => verdict.kind === kind).length);
  const whys = verdicts.flatMap((verdict) =>
    verdict.kind === 'reported' || verdict.kind === 'doubted' ? verdict.why : [],
  );
  const reasons = [...Map.groupBy(whys, (why) => why)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([why, times]) => `${why} ${times.length}`);
  const requests = runs.reduce((sum, run) => sum + run.requests, 0);
  return [
    name,
    String(runs.length),
    String(met),
    count('equal'),
    count('doubted'),
    count('reported'),
    count('drifted'),
    count('unknowable'),
    String(runs.filter(({ violations }) => violations.length > 0).length),
    String(requests),
    reasons.join(', '),
  ];
}

const aligned = (cell: string, width: number, column: number): string =>
  column === 0 || column === HEADS.length - 1 ? cell.padEnd(width) : cell.padStart(width);
