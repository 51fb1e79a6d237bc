// A rider or a carried weight that is not the card's, in words.

import type { Column } from '#shared/catalogue/column.ts';
import { formatBare, formatValue, MISSING } from '#shared/catalogue/format.ts';
import { runnerNumber, type RecordValues } from '#shared/racing/race-rows.ts';
import { SINCE_CARD } from '#shared/racing/riders.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';

export interface RiderOrWeight {
  readonly now: string;
  /** The sentence that says what it was; undefined if it is the card's. */
  readonly change: string | undefined;
}

/** `column`: one of those in `SINCE_CARD`; `record`: a row of `withRiders`. */
export function useChangesSinceCard(
  hasUnit: boolean,
): (column: Column, record: RecordValues) => RiderOrWeight {
  const { t } = useTranslation('race');
  const language = useLanguage();
  const names = useNameStyle();
  const format = hasUnit ? formatValue : formatBare;
  return (column, record) => {
    const shown = (raw: string | null): string => format(column, raw, language, names);
    const now = shown(record[column.name] ?? null);
    const onCard = record[SINCE_CARD[column.name] ?? ''] ?? null;
    const words = { number: runnerNumber(record) ?? MISSING, before: shown(onCard), now };
    return {
      now,
      change:
        onCard === null
          ? undefined
          : t(column.name === 'rider_name' ? 'jockeyChange' : 'weightChange', words),
    };
  };
}
