// One value outside a grid, as a grid draws it, with the reason for what it shows as its tooltip.

import type { ReactNode } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import type { NameStyle } from '#shared/names/latin.ts';
import type { Language } from '#shared/text.ts';
import { cellDrawing, cellReason } from './cell-drawing.tsx';

interface CellProps {
  readonly column: Column;
  /** As the record has it. */
  readonly raw: string | null;
  readonly language: Language;
  readonly names: NameStyle;
  /** The value that its text is made with (`Column.beside`). */
  readonly beside?: string | null;
  /** A drawing of its own. */
  readonly drawing?: ReactNode;
}

export function Cell({ column, raw, language, names, beside = null, drawing }: CellProps): ReactNode {
  const { content, isMissing } = cellDrawing(column, raw, language, names, beside);
  return (
    <span
      className={isMissing ? 'cell-missing' : undefined}
      title={cellReason(column, raw, language, false, beside)}
    >
      {drawing ?? content}
    </span>
  );
}
