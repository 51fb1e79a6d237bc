// One record as the line that the archive loads: the columns of the catalogue as they came, unknown fields as separate
// JSON, and the record's position. Most records are copied byte by byte.

import type { RecordScan } from './record-scan.ts';

/** Fields that the catalogue does not know, as a JSON object in text; no name in the interface begins like this. */
export const EXTRA = '__extra';
/** The record's position in its answer. */
export const PLACE = '__seq';

/** What replaces the closing brace of a record's bytes. */
export const placeEnding = (scan: RecordScan, place: number): string =>
  `${scan.fields === 0 ? '' : ','}"${PLACE}":${place}}\n`;

/** Whether its bytes can be copied unchanged. */
export const isPlain = (scan: RecordScan): boolean => !scan.isOdd && !scan.hasUnknown;

/**
 * The line of a record that is not plain. Of two fields with one name the later one counts; `mended` takes precedence
 * over both.
 */
export function mendedLine(
  scan: RecordScan,
  bytes: Uint8Array,
  place: number,
  mended: ReadonlyMap<string, string> = new Map(),
): string {
  const known = new Map<string, string>();
  const extra = new Map<string, string>();
  for (let field = 0; field < scan.fields; field += 1) {
    const isKnown = (scan.column[field] ?? -1) !== -1;
    (isKnown ? known : extra).set(scan.name(bytes, field), readable(scan.value(bytes, field), isKnown));
  }
  for (const [name, json] of mended) known.set(name, json);
  if (extra.size > 0) known.set(EXTRA, JSON.stringify(objectOf(extra)));
  known.set(PLACE, String(place));
  return `${objectOf(known)}\n`;
}

const objectOf = (members: ReadonlyMap<string, string>): string =>
  `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;

/** A number is written as text, which keeps its digits; a nested value becomes its original text. */
function readable(value: string, isKnown: boolean): string {
  const first = value[0] ?? '';
  if (first === '"') return withoutHalves(value);
  if (first === '{' || first === '[') {
    const nested = withoutHalves(value).replaceAll(/[\n\r]/g, ' ');
    return isKnown ? JSON.stringify(nested) : nested;
  }
  const isDubious = value.length > 15 || /[.eE]|^-0/.test(value);
  return (first === '-' || (first >= '0' && first <= '9')) && isDubious ? `"${value}"` : value;
}

/** Half of a surrogate pair is no character, and DuckDB refuses to read it. */
const withoutHalves = (json: string): string =>
  json.replaceAll(
    /\\u[dD][89abAB]..\\u[dD][c-fC-F]..|(\\u[dD][89a-fA-F]..)|\\[^]/g,
    (escape: string, half: string | undefined) => (half === undefined ? escape : String.raw`\ufffd`),
  );
