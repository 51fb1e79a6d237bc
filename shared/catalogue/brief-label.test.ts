import { describe, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { codesOf, decode } from '#shared/catalogue/decode.ts';
import { briefLabel } from './brief-label.ts';

const coded = Object.values(TABLES)
  .flatMap(({ columns }) => columns)
  .filter((column) => codesOf(column).length > 0);

describe('a code’s label in a cell', () => {
  it('loses the explanation at its end', () => {
    const column = { kind: 'code', codeTable: 'foottype_cd' } as const;
    const labels = codesOf({ name: 'foottype', ...column }).map(({ label }) => label.en);
    expect(labels.some((label) => label.includes('('))).toBe(true);
    for (const label of labels) expect(briefLabel(column, label, 'en')).not.toContain('(');
  });

  it('keeps parentheses before the end', () => {
    const column = { kind: 'code', codeTable: 'special_note_code' } as const;
    expect(briefLabel(column, 'Quick back-up (one week): plus', 'en')).toBe('Quick back-up (one week): plus');
  });

  it.each(['en', 'ja'] as const)('stays different from all other labels: %s', (language) => {
    for (const column of coded) {
      const labels = new Set(codesOf(column).flatMap(({ code }) => decode(column, code, language) ?? []));
      const brief = new Set([...labels].map((label) => briefLabel(column, label, language)));
      expect([column.name, brief.size]).toEqual([column.name, labels.size]);
      expect(brief.has('')).toBe(false);
    }
  });
});
