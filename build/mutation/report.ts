// The findings of mutation testing as text.

import { described, type Judged, type Measured, type MutantVerdict } from './measure.ts';

const count = ({ judged }: Measured, ...verdicts: MutantVerdict[]): number =>
  judged.filter(({ verdict }) => verdicts.includes(verdict)).length;

/** The share of the mutants that tests noticed, in percent; equivalent ones do not count. */
export function score(measured: Measured): number {
  const noticed = count(measured, 'killed', 'timed out');
  const all = noticed + count(measured, 'survived', 'not reached');
  return all === 0 ? 100 : (100 * noticed) / all;
}

const inOrder = (a: Judged, b: Judged): number =>
  a.mutant.file === b.mutant.file ? a.mutant.line - b.mutant.line : a.mutant.file < b.mutant.file ? -1 : 1;

/** The survivors of an area, and the entries of its equivalents that match nothing any more. */
export function listed(measured: Measured, all: boolean): string {
  const alive = (one: Judged) => one.verdict === 'survived' || one.verdict === 'not reached';
  const shown = measured.judged.filter((one) => all || alive(one)).toSorted(inOrder);
  return [
    `\n${measured.area.name}: ${measured.judged.filter(alive).length} survivors`,
    ...shown.map(
      (one) =>
        `  ${described(one)}\n    ${one.mutant.code}${one.why === undefined ? '' : `\n    ${one.why}`}`,
    ),
    ...measured.stale.map(({ file, code, change }) => `  STALE equivalent: ${file} ${change}\n    ${code}`),
    '',
  ].join('\n');
}

/** One line an area. */
export function tableOf(all: readonly Measured[]): string {
  const head = [
    'area',
    'mutants',
    'measured',
    'killed',
    'timed out',
    'survived',
    'not reached',
    'equivalent',
    'score',
    'wanted',
    'seconds',
  ];
  const rows = all.map((measured) => [
    measured.area.name,
    measured.of,
    measured.judged.length,
    count(measured, 'killed'),
    count(measured, 'timed out'),
    count(measured, 'survived'),
    count(measured, 'not reached'),
    count(measured, 'equivalent'),
    `${score(measured).toFixed(0)} %`,
    `${measured.area.wanted} %`,
    measured.seconds,
  ]);
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
