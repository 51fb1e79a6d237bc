// What the archive holds by table, what that takes of the disk, and how to be rid of it.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DownloadSelection, TableUsage } from '#shared/bridge/downloads.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { useBridge } from '../../client/bridge.tsx';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { sizeText } from '../../components/size-text.ts';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useLanguage } from '../../text/text.ts';
import { RemoveDialog } from './RemoveDialog.tsx';
import { Section } from './Section.tsx';

interface DiskUseProps {
  readonly selection: DownloadSelection;
  /** Changes when what is held may have changed. */
  readonly age: string;
}

export function DiskUse({ selection, age }: DiskUseProps): ReactNode {
  const { t } = useTranslation('downloads');
  const { queries } = useBridge();
  const language = useLanguage();
  const [removed, setRemoved] = useState(0);
  const [times, setTimes] = useState(0);
  const [removing, setRemoving] = useState<TableUsage>();
  const options = queries.downloads.usage.queryOptions();
  const usage = useQuery({
    ...options,
    queryKey: [...options.queryKey, age, times],
    placeholderData: keepPreviousData,
  });
  const day = (racedate: string | undefined): string =>
    racedate === undefined ? '–' : (formatRacedate(racedate, language) ?? racedate);
  if (usage.isError) {
    return (
      <Section title={t('disk')}>
        <FailureNotice thrown={usage.error} onRetry={() => void usage.refetch()} />
      </Section>
    );
  }
  if (usage.data === undefined) {
    return (
      <Section title={t('disk')}>
        <Skeleton rows={4} />
      </Section>
    );
  }
  const { tables, fileBytes } = usage.data;
  return (
    <Section title={t('disk')} hint={t('diskHint', { size: sizeText(fileBytes, language) })}>
      <p className="downloads-note" role="status">
        {removed === 0 ? '' : t('removed', { count: removed })}
      </p>
      {tables.length === 0 ? (
        <p className="downloads-note">
          <strong>{t('nothingStored')}.</strong> {t('nothingStoredText')}
        </p>
      ) : (
        <table className="downloads-table">
          <thead>
            <tr>
              <th scope="col">{t('table')}</th>
              {(['records', 'daysWithRecords', 'bytes'] as const).map((head) => (
                <th key={head} scope="col" className="number">
                  {t(head)}
                </th>
              ))}
              <th scope="col">{t('first')}</th>
              <th scope="col">{t('last')}</th>
              <th scope="col">
                <span className="only-read">{t('actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {tables.map((each) => (
              <tr key={each.table}>
                <th scope="row">
                  {TABLES[each.table].label[language]} <code>{each.table}</code>
                </th>
                <td className="number">{each.records.toLocaleString(language)}</td>
                <td className="number">{each.days.toLocaleString(language)}</td>
                <td className="number">{sizeText(each.bytes, language)}</td>
                <td>{day(each.firstDay)}</td>
                <td>{day(each.lastDay)}</td>
                <td className="job-actions">
                  <Button
                    kind="quiet"
                    label={t('removeNamed', { table: TABLES[each.table].label[language] })}
                    onPress={() => setRemoving(each)}
                  >
                    {t('remove')}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {removing === undefined ? null : (
        <RemoveDialog
          usage={removing}
          period={selection}
          onClose={() => setRemoving(undefined)}
          onRemoved={(records) => {
            setRemoving(undefined);
            setRemoved(records);
            setTimes(times + 1);
          }}
        />
      )}
    </Section>
  );
}
