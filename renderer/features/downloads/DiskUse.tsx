// The stored records by table: their number, their size on disk, and a button to delete them.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { DownloadSelection, TableUsage } from '#shared/bridge/downloads.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { useBridge } from '../../client/bridge.tsx';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { sizeText } from '../../components/format.ts';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { RemoveDialog } from './RemoveDialog.tsx';
import { ActionTable, NothingNote, Section } from './Section.tsx';

interface DiskUseProps {
  readonly selection: DownloadSelection;
  /** Changes when the stored days may have changed. */
  readonly age: string;
}

export function DiskUse({ selection, age }: DiskUseProps): ReactNode {
  const { t } = useTranslation('downloads');
  const { queries } = useBridge();
  const language = useLanguage();
  const [removed, setRemoved] = useState<number>();
  const [removing, setRemoving] = useState<TableUsage>();
  const options = queries.downloads.usage.queryOptions();
  const usage = useQuery({
    ...options,
    queryKey: [...options.queryKey, age],
    // An age may come again.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
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
        {removed === undefined ? '' : t('removed', { count: removed })}
      </p>
      {tables.length === 0 ? (
        <NothingNote title={t('nothingStored')} text={t('nothingStoredText')} />
      ) : (
        <ActionTable
          heads={[
            { label: t('table') },
            { label: t('records'), isNumber: true },
            { label: t('daysWithRecords'), isNumber: true },
            { label: t('bytes'), isNumber: true },
            { label: t('first') },
            { label: t('last') },
          ]}
        >
          {tables.map((each) => (
            <UsageRow key={each.table} usage={each} onRemove={() => setRemoving(each)} />
          ))}
        </ActionTable>
      )}
      {removing === undefined ? null : (
        <RemoveDialog
          usage={removing}
          period={selection}
          onClose={() => setRemoving(undefined)}
          onRemoved={(records) => {
            setRemoving(undefined);
            setRemoved(records);
          }}
        />
      )}
    </Section>
  );
}

function UsageRow({ usage, onRemove }: { readonly usage: TableUsage; readonly onRemove: () => void }) {
  const { t } = useTranslation('downloads');
  const language = useLanguage();
  const label = TABLES[usage.table].label[language];
  const day = (racedate: string | undefined): string =>
    racedate === undefined ? '–' : (formatRacedate(racedate, language) ?? racedate);
  return (
    <tr>
      <th scope="row">
        {label} <code>{usage.table}</code>
      </th>
      <td className="number">{usage.records.toLocaleString(language)}</td>
      <td className="number">{usage.days.toLocaleString(language)}</td>
      <td className="number">{sizeText(usage.bytes, language)}</td>
      <td>{day(usage.firstDay)}</td>
      <td>{day(usage.lastDay)}</td>
      <td className="job-actions">
        <Button kind="quiet" label={t('removeNamed', { table: label })} onPress={onRemove}>
          {t('remove')}
        </Button>
      </td>
    </tr>
  );
}
