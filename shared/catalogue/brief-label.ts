// The label of a code in a narrow cell: without the explanation in parentheses at its end, if the rest is still the
// label of this code alone.

import type { Column } from '#shared/catalogue/column.ts';
import { type CodeTableName, CODE_TABLES } from '#shared/catalogue/code-tables.ts';
import { codeTablesOf } from '#shared/catalogue/decode.ts';
import type { Language } from '#shared/text.ts';

/** Parentheses at the end; those in "Quick back-up (one week): plus" stay. */
const EXPLANATION = /(?<=\S)\s*[（(][^()（）]*[)）]$/;

const cut = (label: string): string => label.replace(EXPLANATION, '');

/** Short labels that several codes of the table share. */
function sharedLabels(table: CodeTableName, language: Language): ReadonlySet<string> {
  const labels = codeTablesOf(table).flatMap((name) =>
    Object.values(CODE_TABLES[name].codes).map((entry) => entry[language]),
  );
  const byShort = Map.groupBy(new Set(labels), cut);
  return new Set([...byShort].flatMap(([short, all]) => (all.length > 1 ? [short] : [])));
}

/** Cached, because a scrolled grid needs a thousand labels. */
const known = new Map<string, ReadonlySet<string>>();

function shared(table: CodeTableName, language: Language): ReadonlySet<string> {
  const key = `${table} ${language}`;
  const found = known.get(key) ?? sharedLabels(table, language);
  known.set(key, found);
  return found;
}

/** "Mid-pack" for "Mid-pack (off the pace)"; a label that would then mean several codes stays whole, as does a list of codes. */
export function briefLabel(
  column: Pick<Column, 'kind' | 'codeTable'>,
  label: string,
  language: Language,
): string {
  if (column.codeTable === undefined || column.kind === 'codes') return label;
  const brief = cut(label);
  return shared(column.codeTable, language).has(brief) ? label : brief;
}
