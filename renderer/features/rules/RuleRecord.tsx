// The record of a rule beside what it picks: its return with the interval and the number of races, of the checking period
// if that was looked at.

import type { ReactNode } from 'react';
import type { RuleRecords, RuleRun } from '#shared/bridge/rules.ts';
import { formatRacedate, todayInTokyo } from '#shared/racing/racedate.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { bestRecord, recordValues } from './figure-text.ts';

/** The day of a record's run in Tokyo, and whether races were missing then: newer data may say something else. */
export function useRunText(): (record: Pick<RuleRun, 'complete' | 'at'>) => string {
  const { t } = useTranslation('rules');
  const language = useLanguage();
  return ({ complete, at }) =>
    t(complete === false ? 'runIncompleteOn' : 'runOn', {
      day: formatRacedate(todayInTokyo(at), language),
    });
}

export function useRecordText(): (records: RuleRecords) => string {
  const { t } = useTranslation('rules');
  const language = useLanguage();
  const runText = useRunText();
  return (records) => {
    const record = bestRecord(records);
    if (record === undefined) return t('notRun');
    const period = t(records.checking === undefined ? 'choosing' : 'checking');
    const { figures } = record;
    const interval =
      figures.interval === undefined
        ? '–'
        : t('recordInterval', {
            low: figures.interval.low.toFixed(0),
            high: figures.interval.high.toFixed(0),
          });
    return t('recordOf', {
      period,
      record: t('record', { ...recordValues(figures, language), interval }),
      run: runText(record),
    });
  };
}

export function RuleRecord({ records }: { readonly records: RuleRecords }): ReactNode {
  const textOf = useRecordText();
  return <small className="rule-record">{textOf(records)}</small>;
}
