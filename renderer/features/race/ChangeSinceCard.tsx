// A rider or a carried weight: one that is not the card's has a sign in front, where a cell is never cut.

import type { ReactNode } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { CHANGED_SIGN } from '#shared/racing/riders.ts';
import { useLanguage } from '../../text/text.ts';
import { useChangesSinceCard } from './change-since-card.ts';

interface ChangeSinceCardProps {
  /** One of those in `SINCE_CARD`. */
  readonly column: Column;
  /** A row of `withRiders`. */
  readonly record: RecordValues;
  readonly hasUnit?: boolean;
}

export function ChangeSinceCard({ column, record, hasUnit = false }: ChangeSinceCardProps): ReactNode {
  const language = useLanguage();
  const { now, change } = useChangesSinceCard(hasUnit)(column, record);
  if (change === undefined) return now;
  return (
    <span title={change}>
      <small className="race-grid-changed">{CHANGED_SIGN[language]}</small> {now}
    </span>
  );
}
