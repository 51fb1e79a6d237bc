// Says that the records of a race are not as many as the race states.

import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/Notice.tsx';
import { headcountDifference, missingFrom, type Values } from '../../racing/race-rows.ts';

interface HeadcountNoticeProps {
  readonly race: Values;
  readonly records: readonly Values[];
  /** The card, where the records are others: to name who is missing. */
  readonly card?: readonly Values[];
  readonly withdrawn?: ReadonlySet<number>;
}

export function HeadcountNotice({ race, records, card = [], withdrawn = new Set() }: HeadcountNoticeProps) {
  const { t } = useTranslation('race');
  const difference = headcountDifference(race, records, withdrawn);
  const missing = missingFrom(records, card).filter((number) => !withdrawn.has(number));
  if (difference === undefined && missing.length === 0) return null;
  const missed = missing.length === 0 ? undefined : t('missingRunners', { numbers: missing.join(', ') });
  return (
    <Notice
      kind="warning"
      title={difference === undefined ? (missed ?? '') : t('headcount', { ...difference })}
    >
      {difference === undefined ? undefined : missed}
    </Notice>
  );
}
