// Suggests a file's name by its content, as the user would search for it in a folder.

import { FORMAT_TRAITS, type ExportFormat } from '#shared/bridge/export-formats.ts';
import type { ResultSource } from '#shared/bridge/source.ts';

/** For example `d_hj_2026-09-01_2026-09-30.csv`; only letters, digits, `-`, `_` and the dot before the extension. */
export function fileNameOf(source: ResultSource, format: ExportFormat): string {
  return `${partsOf(source).map(plain).filter(Boolean).join('_')}.${FORMAT_TRAITS[format].extension}`;
}

function partsOf(source: ResultSource): readonly string[] {
  switch (source.kind) {
    case 'table': {
      const { racedate, start_racedate, end_racedate, racekey, horse_id, kettonum } = source.filter;
      const dates = [racedate, start_racedate, end_racedate].map(dashed);
      return [source.table, ...dates, racekey ?? '', horse_id ?? '', kettonum ?? ''];
    }
    case 'payoffs':
      return ['payoffs', dashed(source.from), dashed(source.to)];
    case 'subject':
      return [source.subject, dashed(source.from), dashed(source.to), source.racekey ?? ''];
    case 'runs':
      return ['runs', source.horse_id];
  }
}

const dashed = (racedate: string | undefined): string =>
  racedate === undefined ? '' : racedate.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');

/** Filters come from outside, and a name must not lead out of its folder. */
const plain = (part: string): string => part.replaceAll(/[^0-9A-Za-z_-]/g, '');
