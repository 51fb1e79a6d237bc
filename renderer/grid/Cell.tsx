// One value on a screen that draws its own table: as in a grid, with what there is to say about it as a tooltip.

import type { ReactNode } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import type { Language } from '#shared/text.ts';
import { cellDrawing, cellReason } from './cell-drawing.tsx';

interface CellProps {
  readonly column: Column;
  /** As the record has it. */
  readonly raw: string | null;
  readonly language: Language;
}

export function Cell({ column, raw, language }: CellProps): ReactNode {
  const { content, isMissing } = cellDrawing(column, raw, language);
  return (
    <span className={isMissing ? 'cell-missing' : undefined} title={cellReason(column, raw, language)}>
      {content}
    </span>
  );
}
