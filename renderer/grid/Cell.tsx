// How one value is drawn when a screen has no drawing of its own: by the kind of its column.
// No hooks: a grid draws a thousand of these while it is scrolled.

import i18next from 'i18next';
import type { ReactNode } from 'react';
import type { Column, Kind } from '#shared/catalogue/column.ts';
import { formatBare, formatValue, MISSING } from '#shared/catalogue/format.ts';
import { isBlank, readNumber } from '#shared/catalogue/reading.ts';
import { decode, glyphOf } from '#shared/codes/decode.ts';
import type { Language } from '#shared/text.ts';
import { briefLabel } from './brief-label.ts';
import { BracketNumber } from '../components/BracketNumber.tsx';

interface CellProps {
  readonly column: Column;
  /** As the record has it. */
  readonly raw: string | null;
  readonly language: Language;
}

type Drawing = (props: CellProps & { readonly raw: string }) => ReactNode;

const words = (key: 'missing' | 'blank'): string => i18next.t(key, { ns: 'grid' });

/** The label in short, with the code as it came and the whole label in the tooltip: a code that nobody knows is told as such. */
const coded: Drawing = ({ column, raw, language }) => {
  const label = decode(column, raw, language);
  const title =
    label === undefined
      ? i18next.t('unknownCode', { ns: 'grid', code: raw })
      : `${i18next.t('rawCode', { ns: 'grid', code: raw })}: ${label}`;
  return <span title={title}>{briefLabel(column, formatValue(column, raw, language), language)}</span>;
};

/** A glyph, with its name for those who do not see it. */
const marked: Drawing = ({ column, raw, language }) => {
  const glyph = glyphOf(column, raw);
  const label = decode(column, raw, language);
  if (glyph === undefined) return coded({ column, raw, language });
  return (
    <span className="cell-mark" role="img" aria-label={label ?? raw} title={`${label ?? ''} (${raw})`}>
      {glyph}
    </span>
  );
};

/** Text that may be longer than its column. */
const titled: Drawing = ({ column, raw, language }) => {
  const text = formatValue(column, raw, language);
  return <span title={text}>{text}</span>;
};

const DRAWINGS: { readonly [kind in Kind]?: Drawing } = {
  code: coded,
  codes: coded,
  mark: marked,
  text: titled,
  name: titled,
};

/** Columns that have a look of their own wherever they stand. */
const BY_NAME: { readonly [name: string]: Drawing | undefined } = {
  bracket_number: ({ raw }) => <BracketNumber bracket={readNumber(raw)} />,
};

export function Cell({ column, raw, language }: CellProps): ReactNode {
  if (raw === null || isBlank(raw)) {
    return (
      <span className="cell-missing" title={words(raw === null ? 'missing' : 'blank')}>
        {MISSING}
      </span>
    );
  }
  const drawing = BY_NAME[column.name] ?? DRAWINGS[column.kind];
  // The unit stands once in the column's head.
  return drawing === undefined ? formatBare(column, raw, language) : drawing({ column, raw, language });
}
