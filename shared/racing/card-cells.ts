// The text of a cell on the card, for columns that are not just a formatted field. The window and the terminal share it.

import { formatBare, formatValue, MISSING } from '#shared/catalogue/format.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import { styledName, type NameStyle } from '#shared/names/latin.ts';
import { decodeShort } from '#shared/catalogue/decode.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { briefly, sexAndAge } from '#shared/racing/runner-words.ts';
import type { Language } from '#shared/text.ts';

type Write = (runner: RecordValues, language: Language, names: NameStyle) => string;

const name =
  (field: string): Write =>
  (runner, _language, names) =>
    styledName(runner[field]?.trim() ?? '', names) || MISSING;

/** A short word for a code. */
const shortWord =
  (field: string): Write =>
  (runner, language) => {
    const column = columnOf('d_ky', field);
    const raw = runner[field];
    if (column === undefined || raw == null || raw.trim() === '') return MISSING;
    return briefly(decodeShort(column, raw, language) ?? formatValue(column, raw, language));
  };

const WRITERS: Readonly<Record<string, Write>> = {
  horse_age: (runner, language) => sexAndAge(runner, language) ?? MISSING,
  horse_name: name('horse_name'),
  jockey_name: name('jockey_name'),
  trainer_name: name('trainer_name'),
  foottype_cd: shortWord('foottype_cd'),
};

/** The text of the cell: by default the field's value without its unit. */
export function cardCell(
  field: string,
  runner: RecordValues,
  language: Language,
  names: NameStyle = 'kana',
): string {
  const write = WRITERS[field];
  if (write !== undefined) return write(runner, language, names);
  const column = columnOf('d_ky', field);
  return column === undefined ? MISSING : formatBare(column, runner[field], language, names);
}
