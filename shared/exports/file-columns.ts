// The columns of a file: those that were requested, in their order, and on request the label beside each code.

import type { Column } from '#shared/catalogue/column.ts';
import { decode, glyphOf, isDecoded } from '#shared/catalogue/decode.ts';
import { MISSING, unitOf } from '#shared/catalogue/format.ts';
import { shownText } from '#shared/catalogue/shown-text.ts';
import { unknownColumn } from '#shared/catalogue/unknown-column.ts';
import { FORM_TRAITS, type ExportForm } from '#shared/bridge/export-forms.ts';
import { valueIn, valueRuleOf, valueUnitOf, type Cell, type ValueType } from '#shared/exports/typed-value.ts';
import type { NameStyle } from '#shared/names/latin.ts';
import type { Language, Text } from '#shared/text.ts';

export interface FileColumn {
  /** Unique in the file. */
  readonly name: string;
  readonly label: Text;
  /** The unit of its cells, if it is in the header. */
  readonly unit?: string;
  /** The column of the result that it is made of. */
  readonly column: Column;
  /** The column of the result that its cells are also made with (`Column.beside`). */
  readonly beside?: string;
  /** The type of its cells; absent for the service's own text. */
  readonly value?: ValueType;
  /** Columns with the same one make the same cell of the same texts. */
  readonly alike?: string;
  /** What `cell` does to any text, if it is that simple: nothing, a blank is none, or spaces around it are left out. */
  readonly plain?: 'same' | 'filled' | 'trimmed';
  /** The cell of a raw value; undefined if it cannot be read, and is left empty. */
  readonly cell: (raw: string | null, beside?: string | null) => Cell | undefined;
  /** The same, without remembering it: for whoever asks for each value once. */
  readonly made: (raw: string | null, beside?: string | null) => Cell | undefined;
}

/** Makes the text of a cell as the screen has it. */
export type ShownText = typeof shownText;

export interface FileColumnsOptions {
  readonly form: ExportForm;
  /** A column with the label beside each coded column, if the form takes them. */
  readonly labels?: boolean | undefined;
  readonly language: Language;
  /** How names are written in the form `shown`. */
  readonly names?: NameStyle | undefined;
  /** The texts of the form `shown`, if they are not those of a grid's cells. */
  readonly shown?: ShownText | undefined;
}

const LABEL: Text = { en: 'label', ja: '名称' };

/** The requested columns; one that the result does not have stays in the file, empty. */
export function fileColumns(
  names: readonly string[],
  columns: ReadonlyMap<string, Column>,
  options: FileColumnsOptions,
): readonly FileColumn[] {
  const { form, language } = options;
  const withLabels = options.labels === true && FORM_TRAITS[form].takesLabels;
  const taken = new Set(names);
  return names.flatMap((name) => {
    const column = columns.get(name) ?? unknownColumn(name);
    const own = ownColumn(column, options);
    if (!withLabels || !isLabelled(column)) return [own];
    return [own, labelColumn(column, freeName(`${name}_label`, taken), language)];
  });
}

function ownColumn(
  column: Column,
  { form, language, names: style = 'kana', shown }: FileColumnsOptions,
): FileColumn {
  const own = OWN_COLUMNS[form](column, language, style);
  if (form !== 'shown' || shown === undefined) return own;
  const { alike: _alike, plain: _plain, ...rest } = own;
  return { ...rest, ...cellsOf((raw, beside) => filled(shown(column, raw, language, style, beside))) };
}

/** Whether the column's values are codes with a meaning, yes and no aside. */
const isLabelled = (column: Column): boolean =>
  isDecoded(column) && valueRuleOf(column).type !== 'boolean' && column.english === undefined;

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let copy = 2; taken.has(name); copy += 1) name = `${wanted}_${copy}`;
  taken.add(name);
  return name;
}

const OWN_COLUMNS: {
  readonly [form in ExportForm]: (column: Column, language: Language, style: NameStyle) => FileColumn;
} = {
  shown: (column, language, style) => {
    const unit = unitOf(column, language);
    return {
      name: column.name,
      label: column.label,
      ...(unit === undefined ? {} : { unit }),
      column,
      value: 'text',
      alike: readAlike(column),
      ...(column.beside === undefined ? {} : { beside: column.beside }),
      ...(isTrimmed(column, style) ? { plain: 'trimmed' } : {}),
      ...cellsOf((raw, beside) => filled(shownText(column, raw, language, style, beside))),
    };
  },
  values: (column) => {
    const rule = valueRuleOf(column);
    const unit = valueUnitOf(column);
    return {
      name: column.name,
      label: column.label,
      ...(unit === undefined ? {} : { unit }),
      column,
      value: rule.type,
      alike: JSON.stringify(rule),
      ...(rule.type === 'text' ? { plain: 'filled' } : {}),
      ...cellsOf((raw) => valueIn(rule, raw)),
    };
  },
  delivered: (column) => ({
    name: column.name,
    label: column.label,
    column,
    plain: 'same',
    cell: (raw) => raw,
    made: (raw) => raw,
  }),
};

/** All that a text on screen, or a label, depends on besides the value. */
function readAlike({ kind, codeTable, english, unit, signed, digits, name, group, beside }: Column): string {
  const own = kind === 'codes' ? name : kind === 'numbers' ? group : undefined;
  return JSON.stringify([kind, codeTable, english, unit, signed, digits, beside !== undefined, own]);
}

/** Whether the text on screen is the value without the spaces around it. */
const isTrimmed = (column: Column, style: NameStyle): boolean =>
  column.kind === 'key' ||
  (column.kind === 'name' && style === 'kana') ||
  (column.kind === 'text' && !isDecoded(column));

function labelColumn(column: Column, name: string, language: Language): FileColumn {
  return {
    name,
    label: {
      en: `${column.label.en} (${LABEL.en})`,
      ja: `${column.label.ja}（${LABEL.ja}）`,
    },
    column,
    value: 'text',
    alike: `label ${readAlike(column)}`,
    ...cellsOf((raw) =>
      raw === null ? null : (glyphOf(column, raw) ?? decode(column, raw, language) ?? null),
    ),
  };
}

/** A text on screen. A dash stands for no value, which a file leaves empty, as copied cells do. */
const filled = (text: string): string | null => (text === MISSING ? null : text);

type MakeCell = (raw: string | null, beside: string | null) => Cell | undefined;

const cellsOf = (make: MakeCell): Pick<FileColumn, 'cell' | 'made'> => ({
  cell: remembered(make),
  made: (raw, beside = null) => make(raw, beside),
});

/** Values that are remembered by column; beyond that the memory is emptied. */
const REMEMBERED = 4000;

/** Most columns have few distinct values, and making a text takes longer than finding one. */
function remembered(make: MakeCell): FileColumn['cell'] {
  const made = new Map<string | null, Cell | undefined>();
  return (raw, beside = null) => {
    const key = beside === null ? raw : `${raw ?? ''}\n${beside}`;
    const known = made.get(key);
    if (known !== undefined || made.has(key)) return known;
    if (made.size >= REMEMBERED) made.clear();
    const cell = make(raw, beside);
    made.set(key, cell);
    return cell;
  };
}

export type HeaderKind = 'name' | 'label' | 'both';

/**
 * The texts of the header: always one line, so that every reader finds the first record on the second line. A label that
 * repeats, as the catalogue's never do, is followed by its column's name.
 */
export function headerTexts(
  columns: readonly Pick<FileColumn, 'name' | 'label' | 'unit'>[],
  header: HeaderKind,
  language: Language,
): string[] {
  const texts = columns.map((column) => headerText(column, header, language));
  if (header !== 'label') return texts;
  const seen = new Set<string>();
  const repeated = new Set(texts.filter((text) => seen.size === seen.add(text).size));
  return columns.map(({ name }, at) => {
    const text = texts[at] ?? name;
    return repeated.has(text) ? `${text} (${name})` : text;
  });
}

function headerText(
  { name, label, unit }: Pick<FileColumn, 'name' | 'label' | 'unit'>,
  header: HeaderKind,
  language: Language,
): string {
  const text = label[language];
  switch (header) {
    case 'name':
      return name;
    case 'label':
      return unit === undefined ? text : `${text} (${unit})`;
    case 'both':
      if (text === name) return name;
      return unit === undefined ? `${name} (${text})` : `${name} (${text}, ${unit})`;
  }
}
