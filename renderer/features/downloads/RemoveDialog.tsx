// The dialog that deletes stored days of a table.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { TableUsage } from '#shared/bridge/downloads.ts';
import { isVersioned } from '#shared/bridge/known-at.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { Period } from '../../components/periods.ts';
import { useBridge } from '../../client/bridge.tsx';
import { Button } from '../../components/Button.tsx';
import { DateField } from '../../components/DateField.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Select } from '../../components/Select.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';

interface RemoveDialogProps {
  readonly usage: TableUsage;
  /** The initial dates. */
  readonly period: Period;
  readonly onClose: () => void;
  readonly onRemoved: (records: number) => void;
}

export function RemoveDialog({ usage, period, onClose, onRemoved }: RemoveDialogProps): ReactNode {
  const { t } = useTranslation('downloads');
  const { client } = useBridge();
  const cache = useQueryClient();
  const language = useLanguage();
  const hasDays = usage.firstDay !== undefined;
  const [scope, setScope] = useState<'all' | 'period'>(hasDays ? 'period' : 'all');
  const [days, setDays] = useState<Period>({ from: period.from, to: period.to });
  const isReversed = scope === 'period' && days.from > days.to;
  const remove = useMutation({
    mutationFn: () => client.downloads.remove({ tables: [usage.table], ...(scope === 'period' ? days : {}) }),
    onSuccess: ({ records }) => {
      void cache.invalidateQueries();
      onRemoved(records);
    },
  });
  return (
    <Dialog
      title={t('removeTitle', { table: TABLES[usage.table].label[language] })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('keep')}</Button>
          <Button
            kind="danger"
            isDisabled={isReversed}
            isPending={remove.isPending}
            onPress={() => remove.mutate()}
          >
            {t('removeNow')}
          </Button>
        </>
      }
    >
      <p>{t('removeText')}</p>
      {isVersioned(usage.table) ? <p>{t('removeVersionsText')}</p> : null}
      {hasDays ? (
        <Select
          label={t('days')}
          hideLabel
          options={[
            { id: 'period', label: t('removePeriod') },
            { id: 'all', label: t('removeAll') },
          ]}
          value={scope}
          onChange={setScope}
        />
      ) : null}
      {scope === 'period' ? (
        <div className="downloads-dates">
          <DateField label={t('from')} value={days.from} onChange={(from) => setDays({ ...days, from })} />
          <DateField label={t('to')} value={days.to} onChange={(to) => setDays({ ...days, to })} />
        </div>
      ) : null}
      {isReversed ? <p className="field-problem">{t('reversed')}</p> : null}
      {remove.isError ? <FailureNotice thrown={remove.error} onRetry={() => remove.mutate()} /> : null}
    </Dialog>
  );
}
