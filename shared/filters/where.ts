// Several filters in one text: `confirmed_win_odds >=3 <5; racecourse_cd tokyo`. For the command line.

import { fold } from '#shared/filters/fold.ts';
import type { FilterCondition } from '#shared/filters/condition.ts';
import { parseCondition } from '#shared/filters/grammar.ts';
import type { Filtered } from '#shared/filters/grammar.ts';
import { PROBLEMS } from '#shared/filters/problem.ts';
import type { GrammarProblem } from '#shared/filters/problem.ts';
import type { Column } from '#shared/catalogue/column.ts';

type Named = Filtered & Pick<Column, 'label' | 'short'>;

export interface Clause {
  readonly column: string;
  /** The condition as typed. */
  readonly text: string;
  readonly condition: FilterCondition;
}

/** If no column has the typed name, the problem includes it. */
export type ParsedWhere =
  | { readonly ok: true; readonly clauses: readonly Clause[] }
  | ({ readonly ok: false; readonly unknownColumn?: string } & GrammarProblem);

/** What may follow a column's name directly. */
const ENDS_NAME = /^(?:$|[\s<>=!"',;≧≤≦≥≠＜＞＝！＂「『“]|\.\.)/;

interface Head {
  readonly columns: readonly Named[];
  readonly length: number;
}

/** Columns by folded name: the interface name has priority over the labels in both languages. */
function namesOf(columns: readonly Named[]): ReadonlyMap<string, readonly Named[]> {
  const labels = columns.flatMap((column) =>
    [...new Set([column.label.en, column.label.ja, column.short.en, column.short.ja].map(fold))].map(
      (name) => ({ name, column }),
    ),
  );
  const byLabel = Map.groupBy(labels, ({ name }) => name);
  return new Map<string, readonly Named[]>([
    ...[...byLabel].map(([name, found]) => [name, found.map(({ column }) => column)] as const),
    ...columns.map((column) => [fold(column.name), [column]] as const),
  ]);
}

type Names = ReturnType<typeof namesOf>;

const LONGEST_NAME = 120;

/** The longest name at the start of the text. */
function headOf(text: string, names: Names): Head | undefined {
  for (let length = Math.min(text.length, LONGEST_NAME); length > 0; length -= 1) {
    const columns = ENDS_NAME.test(text.slice(length)) ? names.get(fold(text.slice(0, length))) : undefined;
    if (columns) return { columns, length };
  }
  return undefined;
}

interface Part {
  readonly text: string;
  readonly at: number;
  /** What joins it to the part before, if that joins values of one column only. */
  readonly joint?: string | undefined;
}

/** Quotes of the grammar, a separator, or a word or character that joins values and may come before a column's name. */
const BOUNDARY =
  /["＂“”「」『』｢｣](?:[^"＂“”「」『』｢｣]|["＂“”「」『』｢｣]{2})*["＂“”「」『』｢｣]|(?<=\s)'(?:[^']|'')*'|[;；]|\s(?<and>and|かつ)\s+|\s(?<or>or|または)\s+|(?<sign>[|｜,，、])\s*/gi;

/** A word and a comparison: the start of a condition, though no column has the name. */
const LOOKS_NAMED = /^[\p{L}_][\p{L}\p{N}_]*\s*(?:[<>=≧≤≦≥≠＜＞＝]|[!！][=＝])/u;

/** What ends a value, so that a column's name before it is a value itself. */
const ENDS_VALUE = /^\s*(?:$|[;；|｜,，、]|(?:and|or|かつ|または)(?:\s|$))/i;

/** Where the column's name ends that the text has at this place, behind blanks. */
function nameEnd(text: string, at: number, names: Names): number {
  const rest = text.slice(at).trimStart();
  return text.length - rest.length + (headOf(rest, names)?.length ?? 0);
}

/**
 * Splits the text at `;`, and where a condition on a column follows "and" or what joins values, but not within quotes,
 * nor within a column's name: "Place odds, low".
 */
function partsOf(text: string, names: Names): readonly Part[] {
  const parts: Part[] = [];
  let start: Omit<Part, 'text'> = { at: 0 };
  let named = nameEnd(text, 0, names);
  const end = (at: number): void => {
    parts.push({ ...start, text: text.slice(start.at, at) });
  };
  for (const { 0: found, index, groups = {} } of text.matchAll(BOUNDARY)) {
    if (index < named) continue;
    const at = index + found.length;
    const rest = text.slice(at);
    const joint = groups['or'] ?? groups['sign'];
    const isJoint = joint !== undefined || groups['and'] !== undefined;
    const head = isJoint ? headOf(rest, names) : undefined;
    const isNamed = head && (joint === undefined || !ENDS_VALUE.test(rest.slice(head.length)));
    if (!/^[;；]$/.test(found) && !isNamed && !(isJoint && LOOKS_NAMED.test(rest))) continue;
    end(index);
    start = { at, joint };
    named = nameEnd(text, at, names);
  }
  end(text.length);
  return parts.filter((part) => part.text.trim() !== '');
}

const acrossColumns = (joint: string): GrammarProblem['problem'] => ({
  en: `“${joint}” joins values of one column: COLUMN a ${joint} b. It cannot join conditions that each name a column. A text that starts with a column's name needs quotes.`,
  ja: `「${joint}」は1つの列の値をつなぎます（列名 a ${joint} b）。列名で始まる条件どうしはつなげません。列名で始まる文字は引用符で囲んでください。`,
});

const unknown = (text: string): GrammarProblem['problem'] => ({
  en: `There is no column “${text}”. Every condition starts with a column name.`,
  ja: `「${text}」という列はありません。条件は列名から書き始めてください。`,
});

const ambiguous = (columns: readonly Named[]): GrammarProblem['problem'] => {
  const names = columns.map(({ name }) => name).join(', ');
  return { en: `Several columns have this name: ${names}.`, ja: `同じ名前の列が複数あります: ${names}` };
};

/** The clauses of a text, all of which must match; `at` counts from the start of the whole text. Never throws. */
export function parseWhere(text: string, columns: readonly Named[]): ParsedWhere {
  const names = namesOf(columns);
  const clauses: Clause[] = [];
  for (const part of partsOf(text, names)) {
    const at = part.at + part.text.length - part.text.trimStart().length;
    const clause = part.text.trim();
    const head = headOf(clause, names);
    const [column, ...others] = head?.columns ?? [];
    if (!head || !column) {
      const unknownColumn = clause.split(/[\s<>=!≧≤≦≥≠＜＞＝！]/, 1)[0] ?? clause;
      return { ok: false, problem: unknown(unknownColumn), at, unknownColumn };
    }
    if (part.joint !== undefined) return { ok: false, problem: acrossColumns(part.joint), at };
    if (others.length > 0) return { ok: false, problem: ambiguous(head.columns), at };
    const rest = clause.slice(head.length);
    if (rest.trim() === '') return { ok: false, problem: PROBLEMS.missing, at: at + head.length };
    const parsed = parseCondition(rest, column);
    if (!parsed.ok) return { ...parsed, at: parsed.at + at + head.length };
    clauses.push({ column: column.name, text: rest.trim(), condition: parsed.condition });
  }
  return { ok: true, clauses };
}
