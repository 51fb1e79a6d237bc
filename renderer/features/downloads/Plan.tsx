// What a download would do: requests, days, records and time by table, and the buttons that start it.

import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DownloadSelection, TablePlan } from '#shared/bridge/downloads.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { durationText } from '#shared/duration-text.ts';
import { useBridge } from '../../client/bridge.tsx';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { Section } from './Section.tsx';

interface PlanProps {
  readonly selection: DownloadSelection;
  /** Changes when the stored days may have changed. */
  readonly age: string;
  /** Whether no download is known to have been started. */
  readonly isFirst: boolean;
}

const COUNTS = ['requests', 'days', 'storedDays', 'estimatedRecords'] as const;

type Figures = Pick<TablePlan, (typeof COUNTS)[number] | 'estimatedSeconds'>;

export function totalOf(plans: readonly Figures[]): Figures {
  const sum = (of: keyof Figures): number => plans.reduce((total, plan) => total + plan[of], 0);
  return {
    requests: sum('requests'),
    days: sum('days'),
    storedDays: sum('storedDays'),
    estimatedRecords: sum('estimatedRecords'),
    estimatedSeconds: sum('estimatedSeconds'),
  };
}

/** The notes below the figures. */
function notesOf(
  plans: readonly TablePlan[],
): readonly ('nothingToRequest' | 'calendarUnknown' | 'planChecks')[] {
  if (totalOf(plans).requests === 0) return ['nothingToRequest'];
  return [
    ...(plans.some(({ isToCheck }) => isToCheck) ? (['planChecks'] as const) : []),
    ...(plans.every(({ isCalendarKnown }) => isCalendarKnown) ? [] : (['calendarUnknown'] as const)),
  ];
}

export function Plan({ selection, age, isFirst }: PlanProps): ReactNode {
  const { t } = useTranslation('downloads');
  const { client, queries } = useBridge();
  const input = queries.downloads.plan.queryOptions({ input: selection });
  const plan = useQuery({
    ...input,
    queryKey: [...input.queryKey, age],
    // An age may come again, as when a job is removed from the list.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const start = useMutation({
    mutationFn: (refresh: boolean) => client.downloads.start({ ...selection, refresh }),
  });
  const total = totalOf(plan.data ?? []);
  const notes = notesOf(plan.data ?? []);
  return (
    <Section
      title={t('plan')}
      hint={t(isFirst ? 'planUnsent' : 'planHint')}
      actions={
        <>
          <Button
            kind="primary"
            isDisabled={plan.data === undefined || total.requests === 0}
            isPending={start.isPending}
            onPress={() => start.mutate(false)}
          >
            {t('start')}
          </Button>
          <Button
            isPending={start.isPending}
            onPress={() => start.mutate(true)}
            label={`${t('again')}. ${t('againHint')}`}
          >
            {t('again')}
          </Button>
        </>
      }
    >
      {start.isError ? (
        <FailureNotice thrown={start.error} onRetry={() => start.mutate(start.variables)} />
      ) : null}
      {plan.isError ? <FailureNotice thrown={plan.error} onRetry={() => void plan.refetch()} /> : null}
      {plan.data === undefined ? (
        plan.isError ? null : (
          <Skeleton rows={selection.tables.length} />
        )
      ) : (
        <>
          <PlanTable plans={plan.data} isBusy={plan.isPlaceholderData} />
          <p className="downloads-note" role="status">
            {notes.map((note) => t(note)).join(' ')}
          </p>
        </>
      )}
    </Section>
  );
}

function PlanTable({ plans, isBusy }: { readonly plans: readonly TablePlan[]; readonly isBusy: boolean }) {
  const { t } = useTranslation('downloads');
  const language = useLanguage();
  return (
    <table className="downloads-table" aria-busy={isBusy}>
      <thead>
        <tr>
          <th scope="col">{t('table')}</th>
          {COUNTS.map((count) => (
            <th
              key={count}
              scope="col"
              className="number"
              title={count === 'storedDays' ? t('storedDaysHint') : undefined}
            >
              {t(count)}
            </th>
          ))}
          <th scope="col" className="number">
            {t('estimatedTime')}
          </th>
        </tr>
      </thead>
      <tbody>
        {plans.map((plan) => (
          <tr key={plan.table} className={plan.requests === 0 ? 'is-quiet' : undefined}>
            <th scope="row">
              {TABLES[plan.table].label[language]}
              {plan.isToCheck ? <small className="downloads-plan-why">{t('toCheck')}</small> : null}
            </th>
            <FigureCells figures={plan} />
          </tr>
        ))}
      </tbody>
      {plans.length > 1 ? (
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            <FigureCells figures={totalOf(plans)} />
          </tr>
        </tfoot>
      ) : null}
    </table>
  );
}

function FigureCells({ figures }: { readonly figures: Figures }): ReactNode {
  const language = useLanguage();
  return (
    <>
      {COUNTS.map((count) => (
        <td key={count} className="number">
          {figures[count].toLocaleString(language)}
        </td>
      ))}
      <td className="number">
        {figures.requests === 0 ? '–' : durationText(figures.estimatedSeconds, language)}
      </td>
    </>
  );
}
