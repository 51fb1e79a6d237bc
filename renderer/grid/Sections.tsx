// The three sides of a row: pinned at the left, the center that scrolls, pinned at the right.

import type { ReactNode } from 'react';
import type { ColumnLayout } from './columns/layout.ts';

interface SectionsProps {
  readonly layout: ColumnLayout;
  readonly start: ReactNode;
  readonly center: ReactNode;
  readonly end: ReactNode;
}

export function Sections({ layout, start, center, end }: SectionsProps): ReactNode {
  return (
    <>
      {layout.start.columns.length === 0 ? null : (
        <div role="presentation" className="grid-start" style={{ width: layout.start.width }}>
          {start}
        </div>
      )}
      <div role="presentation" className="grid-center" style={{ left: layout.start.width }}>
        {center}
      </div>
      {layout.end.columns.length === 0 ? null : (
        <div role="presentation" className="grid-end" style={{ width: layout.end.width }}>
          {end}
        </div>
      )}
    </>
  );
}
