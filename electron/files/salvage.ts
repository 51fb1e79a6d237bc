// Reads a stored state field by field: one bad value costs that value, one bad list element costs that element, and the
// lost parts are named.

import { z } from 'zod';

/** A part that could not be read: its path and its content. */
export interface LostPart {
  /** Names and positions, such as `['views', 3]`; empty for the whole file. */
  readonly path: readonly (string | number)[];
  /** Undefined if it is not JSON, or absent. */
  readonly value?: unknown;
  /** `rest`: not the part itself, but what else it may have contained, since it is not known to be whole. */
  readonly extent?: 'rest';
}

/** What else a damaged file may have contained. */
export const NOT_WHOLE: LostPart = { path: [], extent: 'rest' };

export type Salvaged<State> =
  | { readonly kind: 'read'; readonly state: State; readonly lost: readonly LostPart[] }
  /** A later version of the app wrote the file. */
  | { readonly kind: 'newer' };

/**
 * `first` supplies values that are missing or unreadable. An object of the schema is read field by field, a list or a
 * record element by element; an element is kept whole or lost. A text that is not JSON always has lost parts: the end
 * of a file may be cut off where a line ends, so what was in it is not known.
 */
export function salvage<State extends { readonly version: number }>(
  text: string,
  schema: z.ZodType<State>,
  first: State,
): Salvaged<State> {
  const lost: LostPart[] = [];
  const json = jsonOf(text) ?? partsOfBrokenJson(text, schema, lost);
  if (isObject(json) && typeof json['version'] === 'number' && json['version'] > first.version)
    return { kind: 'newer' };
  const whole = schema.safeParse(json);
  if (whole.success) return { kind: 'read', state: whole.data, lost };
  const state = schema.safeParse(readPart(schema, json, first, [], lost));
  if (state.success) return { kind: 'read', state: state.data, lost };
  return { kind: 'read', state: first, lost: [{ path: [], value: json }] };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readPart(
  schema: z.core.$ZodType,
  value: unknown,
  otherwise: unknown,
  path: LostPart['path'],
  lost: LostPart[],
): unknown {
  if (value === undefined) return otherwise;
  const inner = withoutWrappings(schema);
  if (inner instanceof z.ZodObject && isObject(value)) {
    const fields = Object.entries(inner.shape as Record<string, z.core.$ZodType>).map(([name, field]) => {
      const fallback = isObject(otherwise) ? otherwise[name] : undefined;
      return [name, readPart(field, value[name], fallback, [...path, name], lost)];
    });
    return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
  }
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.filter((element, at) => keeps(inner.element, element, [...path, at], lost));
  }
  if (inner instanceof z.ZodRecord && isObject(value)) {
    const entries = Object.entries(value).filter(
      ([name, element]) =>
        keeps(inner.keyType, name, [...path, name], lost) &&
        keeps(inner.valueType, element, [...path, name], lost),
    );
    return Object.fromEntries(entries);
  }
  return keeps(schema, value, path, lost) ? value : otherwise;
}

function keeps(schema: z.core.$ZodType, value: unknown, path: LostPart['path'], lost: LostPart[]): boolean {
  const isGood = z.safeParse(schema, value).success;
  if (!isGood) lost.push({ path, value });
  return isGood;
}

function withoutWrappings(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return withoutWrappings(schema.unwrap());
  return schema;
}

/** `  "views": [` in a file as the app writes it (two blanks a level). */
const FIELD = /^ {2}"(\w+)": (.*)$/;
/** The first and the last line of an element of a list or record. */
const ELEMENT = /^ {4}(?:"((?:[^"\\]|\\.)*)": )?(.*)$/;

/**
 * Recovers what it can from a file that is no longer JSON, by its lines: a damaged byte leaves the indentation of the
 * other lines unchanged. Finds fields, and elements of lists and records. Of the schema's fields, those that it does
 * not find are lost.
 */
function partsOfBrokenJson(text: string, schema: z.core.$ZodType, lost: LostPart[]): unknown {
  const fields = new Map<string, string[]>();
  let lines: string[] | undefined;
  for (const line of withoutCutNumber(text).split('\n')) {
    const [, name, rest] = FIELD.exec(line) ?? [];
    if (name !== undefined && rest !== undefined) fields.set(name, (lines = [rest]));
    else if (line !== '}') lines?.push(line);
  }
  if (fields.size === 0) {
    lost.push({ path: [] });
    return {};
  }
  const read = [...fields].map(([name, field]) => [name, readLines(name, field, lost)] as const);
  const json = Object.fromEntries(read.filter(([, value]) => value !== undefined));
  loseAbsentFields(schema, json, [], lost);
  lost.push(NOT_WHOLE);
  return json;
}

/** A number at the very end may lack digits and would be read as another one. */
const withoutCutNumber = (text: string): string =>
  /\d$/.test(text) ? text.slice(0, text.lastIndexOf('\n') + 1) : text;

/** Adds the fields of the schema that are absent, those of its incomplete objects too. */
function loseAbsentFields(
  schema: z.core.$ZodType,
  json: Readonly<Record<string, unknown>>,
  path: LostPart['path'],
  lost: LostPart[],
): void {
  const inner = withoutWrappings(schema);
  if (!(inner instanceof z.ZodObject)) return;
  for (const [name, field] of Object.entries(inner.shape)) {
    const place = [...path, name];
    const known = lost.find((part) => part.path.join('\n') === place.join('\n'));
    const value = json[name];
    if (value === undefined && known === undefined) lost.push({ path: place });
    else if (known?.extent === 'rest' && isObject(value)) loseAbsentFields(field, value, place, lost);
  }
}

const withoutComma = (text: string): string => text.replace(/,\s*$/, '');

function readLines(name: string, lines: readonly string[], lost: LostPart[]): unknown {
  const whole = jsonOf(withoutComma(lines.join('\n')));
  if (whole !== undefined) return whole;
  const [opening = '', ...inside] = lines;
  if (opening !== '[' && opening !== '{') {
    lost.push({ path: [name] });
    return undefined;
  }
  const closing = opening === '[' ? '  ]' : '  }';
  const end = inside.findIndex((line) => line === closing || line === `${closing},`);
  const good: [string | number, unknown][] = [];
  const elements = elementsIn(end === -1 ? inside : inside.slice(0, end));
  for (const [at, { key, lines: element }] of elements.entries()) {
    const value = jsonOf(withoutComma(element.join('\n')));
    const place = key === undefined ? at : String(jsonOf(`"${key}"`) ?? key);
    if (value === undefined) lost.push({ path: [name, place] });
    else good.push([place, value]);
  }
  if (end === -1) lost.push({ path: [name], extent: 'rest' });
  return opening === '[' ? good.map(([, value]) => value) : Object.fromEntries(good);
}

interface Element {
  /** Undefined in a list. */
  readonly key: string | undefined;
  readonly lines: string[];
}

function elementsIn(lines: readonly string[]): readonly Element[] {
  const elements: Element[] = [];
  for (const line of lines) {
    const [, key, rest] = ELEMENT.exec(line) ?? [];
    const isEnd = rest !== undefined && /^[\]}],?$/.test(rest);
    if (rest !== undefined && !rest.startsWith(' ') && !isEnd) elements.push({ key, lines: [rest] });
    else if (/^ {4}/.test(line)) elements.at(-1)?.lines.push(line);
  }
  return elements;
}
