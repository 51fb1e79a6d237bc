// Suggests a file's name by its content, as the user would search for it in a folder.

import type { GroupsRequest } from '#shared/bridge/group-figures.ts';
import { FORMAT_TRAITS, type ExportFormat } from '#shared/bridge/export-formats.ts';
import type { ResultSource } from '#shared/bridge/source.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { Language } from '#shared/text.ts';
import { MOST_BYTES, shortName } from '../files/short-name.ts';

/**
 * For example `d_hj_2026-09-01_2026-09-30.csv`; only letters, digits, `-`, `_` and the dot before the extension. A saved
 * export has its own name instead of the table's; groups name the columns that they are made by.
 */
export function fileNameOf(
  source: ResultSource,
  format: ExportFormat,
  { savedAs, groups }: { readonly savedAs?: string; readonly groups?: GroupsRequest | undefined } = {},
): string {
  const [what = '', ...which] = partsOf(source).map(plain);
  const by = groups?.by.map((name) => plain(name)).join('-');
  const named = [savedAs === undefined ? what : safeName(savedAs), by === undefined ? '' : `by-${by}`];
  // A name that is too long is cut before its days: next week's file must not replace this week's.
  const end = which
    .filter(Boolean)
    .map((each) => `_${each}`)
    .join('');
  const start = shortName(named.filter(Boolean).join('_'), Math.max(0, MOST_BYTES - end.length));
  return `${shortName(start + end)}.${FORMAT_TRAITS[format].extension}`;
}

/**
 * The user's own name as a file name: any letters, without characters that are special to a file system, and no longer than
 * it allows.
 */
export const safeName = (name: string): string =>
  shortName(
    name
      .replaceAll(/[\p{Cc}<>:"/\\|?*.]+/gu, ' ')
      .trim()
      .replaceAll(/\s+/g, '-'),
  ) || 'export';

function partsOf(source: ResultSource): readonly string[] {
  switch (source.kind) {
    case 'table': {
      const { racedate, start_racedate, end_racedate, racekey, horse_id, kettonum } = source.filter;
      const dates = [racedate, start_racedate, end_racedate].map(dashed);
      return [source.table, ...dates, racekey ?? '', horse_id ?? '', kettonum ?? ''];
    }
    case 'subject': {
      const { subject, from, to, racekey, horse_id } = source;
      return [subject, dashed(from), dashed(to), racekey ?? '', horse_id ?? ''];
    }
    case 'sql':
      return ['sql'];
  }
}

/** What a file has, for the name of its sheet. */
export function fileTitleOf(source: ResultSource, language: Language): string {
  if (source.kind === 'sql') return 'SQL';
  const { label } = source.kind === 'table' ? TABLES[source.table] : SUBJECTS[source.subject];
  return label[language];
}

const dashed = (racedate: string | undefined): string =>
  racedate === undefined ? '' : racedate.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');

/** Filters come from outside, and a name must not lead out of its folder. */
const plain = (part: string): string => part.replaceAll(/[^0-9A-Za-z_-]/g, '');
