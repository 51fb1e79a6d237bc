// What a blank value is, in SQL.

const SPACE_CODES = [
  9, 10, 11, 12, 13, 32, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
].concat(Array.from({ length: 11 }, (_, index) => 0x2000 + index));

/** The characters of a blank value (shared/catalogue/reading.ts), as an SQL text. */
export const SPACES = SPACE_CODES.map((code) => `chr(${code})`).join(' || ');

/** Whether a column's text has only spaces. For most values the first character decides. */
export const isBlankSql = (column: string): string =>
  `(${column} = '' or (unicode(${column}) in (${SPACE_CODES.join(', ')}) and trim(${column}, ${SPACES}) = ''))`;
