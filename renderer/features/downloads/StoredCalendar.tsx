// The stored race days, one row per table: complete, provisional, incomplete, missing. Each cell opens its day.

import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { DAY_STATES, type DownloadSelection } from '#shared/bridge/downloads.ts';
import { useBridge } from '../../client/bridge.tsx';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { GLYPHS, storedPicture } from './stored-days.ts';
import { StoredGrid } from './StoredGrid.tsx';
import { StoredReasons } from './StoredReasons.tsx';
import { Section } from './Section.tsx';

interface StoredCalendarProps {
  readonly selection: DownloadSelection;
  /** Changes when the stored days may have changed. */
  readonly age: string;
}

export function StoredCalendar({ selection, age }: StoredCalendarProps): ReactNode {
  const { t } = useTranslation('downloads');
  const { client, queries } = useBridge();
  const input = queries.downloads.calendar.queryOptions({ input: selection });
  const calendar = useQuery({
    ...input,
    queryKey: [...input.queryKey, age],
    // An age may come again.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const fill = useMutation({ mutationFn: () => client.downloads.fillGaps(selection) });
  const picture = useMemo(() => storedPicture(calendar.data ?? []), [calendar.data]);
  const hasGaps = picture.rows.some(({ complete, days }) => complete < days);
  return (
    <Section
      title={t('stored')}
      hint={t(picture.by === 'month' ? 'storedMonths' : 'storedHint')}
      actions={
        <Button
          isDisabled={!hasGaps}
          isPending={fill.isPending}
          onPress={() => fill.mutate()}
          label={`${t('fillGaps')}. ${t('fillGapsHint')}`}
        >
          {t('fillGaps')}
        </Button>
      }
    >
      {fill.isError ? <FailureNotice thrown={fill.error} onRetry={() => fill.mutate()} /> : null}
      {calendar.isError ? (
        <FailureNotice thrown={calendar.error} onRetry={() => void calendar.refetch()} />
      ) : calendar.data === undefined ? (
        <Skeleton rows={selection.tables.length} />
      ) : picture.columns.length === 0 ? (
        <EmptyState title={t('noRaceDays')} text={t('noRaceDaysText')} />
      ) : (
        <>
          <StoredGrid picture={picture} label={t('stored')} />
          <ul className="stored-legend">
            {DAY_STATES.filter((state) => state !== 'no_racing').map((state) => (
              <li key={state}>
                <span className={`stored-cell is-${state}`} aria-hidden="true">
                  {GLYPHS[state]}
                </span>
                {t(`dayStates.${state}`)}
              </li>
            ))}
          </ul>
          <StoredReasons calendars={calendar.data} />
        </>
      )}
    </Section>
  );
}
