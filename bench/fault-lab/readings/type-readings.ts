// Values in other types and forms than the specification's tables state (sections 2 and 7: "wrong parameter types: not
// shown"; many kinds of services are possible behind such a page).

import type { Column } from '#shared/catalogue/column.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { changedRecords, type Fault, type Situation, type Spoil } from '../delivery.ts';

const layer = 'types';

const KEYS = new Set(['racedate', 'racekey', 'holdingkey', 'horse_id', 'resultkey', 'kettonum']);

const isKey = ({ name }: Column): boolean => KEYS.has(name);

/** Each value of the affected columns, written in another form. */
const rewritten = (
  isMeant: (column: Column, situation: Situation) => boolean,
  write: (value: unknown, situation: Situation) => unknown,
): Spoil =>
  changedRecords((records, situation) => {
    const names = situation.table.columns
      .filter((column) => isMeant(column, situation))
      .map(({ name }) => name);
    return records.map((record) => {
      const changed: Record<string, unknown> = { ...record };
      for (const name of names) if (name in record) changed[name] = write(record[name], situation);
      return changed;
    });
  });

const isNumber = ({ type }: Column): boolean => type.startsWith('I') || type.startsWith('N');
const isText = (column: Column): boolean => column.type.startsWith('S') && !isKey(column);
const isNullable = (column: Column): boolean => column.type.endsWith('?') && !isKey(column);

/** A share of a table's columns, the same in every answer. */
const some =
  (isMeant: (column: Column) => boolean, share: number) =>
  (column: Column, { habits }: Situation): boolean =>
    isMeant(column) && habits.drawFor(`column ${column.name}`).chance(share);

const asText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;

const ifText =
  (write: (text: string, situation: Situation) => unknown) =>
  (value: unknown, situation: Situation): unknown =>
    typeof value === 'string' ? write(value, situation) : value;

const fullWidth = (text: string): string =>
  text.replaceAll(/[0-9A-Za-z]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0));

const dashed = (text: string): string =>
  /^20\d{6}$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : text;

const truth = (value: unknown, { habits }: Situation): unknown => {
  const [yes, no] = habits.drawFor('booleans').of([
    [true, false],
    ['true', 'false'],
    [1, 0],
    ['Y', 'N'],
  ] as const);
  if (value === '1' || value === 1) return yes;
  return value === '0' || value === 0 ? no : value;
};

interface Row {
  readonly name: string;
  readonly does: string;
  readonly spoil: Spoil;
  /** The records can be distinguished and recognized without the fields in another form. */
  readonly keepsKeys?: true;
}

const ROWS: readonly Row[] = [
  {
    name: 'numbers-as-text',
    does: 'writes every number as text',
    spoil: rewritten(isNumber, asText),
    keepsKeys: true,
  },
  {
    name: 'text-as-numbers',
    does: 'writes text that looks like a number as one, without leading zeros',
    spoil: rewritten(some(isText, 0.6), asNumber),
    keepsKeys: true,
  },
  {
    name: 'keys-as-numbers',
    does: 'writes race dates and race keys as numbers, without leading zeros',
    spoil: rewritten(({ name }) => ['racedate', 'racekey', 'holdingkey'].includes(name), asNumber),
  },
  {
    name: 'blanks',
    does: 'writes blanks or an empty string for a missing value',
    spoil: rewritten(isNullable, (value, { habits }) =>
      value === null ? habits.drawFor('blank').of(['', ' ', '   ', '　']) : value,
    ),
    keepsKeys: true,
  },
  {
    name: 'null-as-text',
    does: 'writes "null", "NULL" or "-" for a missing value',
    spoil: rewritten(isNullable, (value, { habits }) =>
      value === null ? habits.drawFor('null').of(['null', 'NULL', 'None', '-']) : value,
    ),
    keepsKeys: true,
  },
  {
    name: 'nulls-left-out',
    does: 'leaves out fields without a value',
    spoil: changedRecords((records) =>
      records.map((record) =>
        Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)),
      ),
    ),
    keepsKeys: true,
  },
  {
    name: 'padded',
    does: 'pads text with blanks to a width',
    spoil: rewritten(
      some(isText, 0.7),
      ifText((text, { habits }) => (habits.drawFor('pad').chance(0.5) ? text.padEnd(12) : text.padStart(8))),
    ),
    keepsKeys: true,
  },
  {
    name: 'keys-padded',
    does: 'pads race dates and race keys with blanks',
    spoil: rewritten(
      isKey,
      ifText((text, { habits }) =>
        habits.drawFor('pad').of([`${text} `, ` ${text}`, `${text}　`, `${text}\n`]),
      ),
    ),
  },
  {
    name: 'full-width',
    does: 'writes digits and letters full width',
    spoil: rewritten(some(isText, 0.7), ifText(fullWidth)),
    keepsKeys: true,
  },
  {
    name: 'keys-full-width',
    does: 'writes race dates and race keys full width',
    spoil: rewritten(isKey, ifText(fullWidth)),
  },
  {
    name: 'dates-dashed',
    does: 'writes race dates with dashes or slashes, sometimes with a time of day',
    spoil: rewritten(
      ({ name }) => name === 'racedate',
      ifText((text, { habits }) => {
        const date = dashed(text);
        return habits
          .drawFor('date')
          .of([date, date.replaceAll('-', '/'), `${date}T00:00:00+09:00`, `${date}T15:00:00.000Z`]);
      }),
    ),
  },
  {
    name: 'booleans',
    does: 'writes 0 and 1 as true and false, "true" and "false", numbers, or Y and N',
    spoil: rewritten(({ name }) => /flag|mark|classification|blinker/.test(name), truth),
    keepsKeys: true,
  },
  {
    name: 'nested',
    does: 'puts a value into an object or a list',
    spoil: rewritten(some(isText, 0.15), (value, { habits }) =>
      habits.drawFor('nest').chance(0.5) ? { value } : [value],
    ),
    keepsKeys: true,
  },
  {
    name: 'other-names',
    does: 'writes the names of fields in another case',
    spoil: changedRecords((records, { habits }) => {
      const write = habits
        .drawFor('case')
        .of([
          (name: string) => name.toUpperCase(),
          (name: string) => name.replaceAll(/_([a-z0-9])/g, (_, sign: string) => sign.toUpperCase()),
        ]);
      return records.map((record): WireRecord =>
        Object.fromEntries(Object.entries(record).map(([name, value]) => [write(name), value])),
      );
    }),
  },
];

export const TYPE_READINGS: readonly Fault[] = ROWS.map(({ name, does, spoil, keepsKeys }) => ({
  name,
  does,
  spoil,
  layer,
  ...(keepsKeys ? { mustDeliver: true, isWhole: true } : {}),
}));
