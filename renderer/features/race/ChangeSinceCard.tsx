// A rider or a carried weight: one that is not the card's has a sign in front, where a cell is never cut.

import type { ReactNode } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import { formatBare, formatValue, MISSING } from '#shared/catalogue/format.ts';
import { numberIn, type RecordValues } from '#shared/racing/race-rows.ts';
import { SINCE_CARD } from '#shared/racing/riders.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';

interface ChangeSinceCardProps {
  /** One of those in `SINCE_CARD`. */
  readonly column: Column;
  /** A row of `withRiders`. */
  readonly record: RecordValues;
  readonly hasUnit?: boolean;
}

export function ChangeSinceCard({ column, record, hasUnit = false }: ChangeSinceCardProps): ReactNode {
  const { t } = useTranslation('race');
  const language = useLanguage();
  const names = useNameStyle();
  const shown = (raw: string | null): string =>
    (hasUnit ? formatValue : formatBare)(column, raw, language, names);
  const now = shown(record[column.name] ?? null);
  const onCard = record[SINCE_CARD[column.name] ?? ''] ?? null;
  if (onCard === null) return now;
  const words = { number: numberIn(record, 'horse_number') ?? MISSING, before: shown(onCard), now };
  return (
    <span title={t(column.name === 'rider_name' ? 'jockeyChange' : 'weightChange', words)}>
      <small className="race-grid-changed">{t('riderChanged')}</small> {now}
    </span>
  );
}
