// The payoffs of a period: their distribution by bet, and the payoffs themselves, filtered by everything that their row
// has, as in the table browser.

import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import type { RaceDay } from '#shared/bridge/days.ts';
import type { ResultSource } from '#shared/bridge/source.ts';
import { addDays } from '#shared/racing/racedate.ts';
import { lastWeeks, type Period } from '../../components/periods.ts';
import { useBridge } from '../../client/bridge.tsx';
import { useToday } from '../../client/use-today.ts';
import { Button } from '../../components/Button.tsx';
import { DateField } from '../../components/DateField.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { OpeningState } from '../../grid/data/OpeningState.tsx';
import { useOpenResult } from '../../grid/data/use-open-result.ts';
import { isRunKey } from '../../app/commands/run-key.ts';
import { navigation } from '../../app/navigation/navigation.ts';
import { usePreparedTableState } from '../table/use-table-state.ts';
import { PayoffsResult } from './PayoffsResult.tsx';
import { PeriodPresets } from './PeriodPresets.tsx';
import './payoffs.css';

interface PayoffsScreenProps {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Weeks shown before the user chooses a period: enough races for quartiles, in one request. */
const FIRST_WEEKS = 4;

/** How many days back the last race day is searched for. */
const LOOK_BACK = 56;

export function PayoffsScreen({ from, to }: PayoffsScreenProps): ReactNode {
  const { t } = useTranslation('payoffs');
  const today = useToday();
  const days = useRecentDays(today);
  const period = useMemo((): Period | undefined => {
    if (from !== undefined && to !== undefined) return { from, to };
    return today === undefined ? undefined : lastWeeks(today, FIRST_WEEKS);
  }, [from, to, today]);
  const [typed, setTyped] = useState<Partial<Period>>({});
  const source = useMemo(
    (): ResultSource | undefined =>
      period === undefined ? undefined : { kind: 'subject', subject: 'payoffs', ...period },
    [period],
  );
  const opened = useOpenResult(source);
  usePreparedTableState('payoffs');
  const isRenewing = opened?.state === 'open' && opened.renewal !== undefined;
  // A period that was typed can be shown while another one still opens.
  const isOther = (typed.from ?? period?.from) !== period?.from || (typed.to ?? period?.to) !== period?.to;

  /** Replaces the present step: choosing a period is not a step to go back from. */
  const show = (next: Period): void => {
    setTyped({});
    navigation.replace({ screen: 'payoffs', ...next });
  };
  const submit = (): void => {
    const next = { ...period, ...typed };
    if (next.from === undefined || next.to === undefined || next.from > next.to) return;
    const unchanged = next.from === period?.from && next.to === period.to;
    if (unchanged && opened?.state === 'open') opened.refresh();
    else show({ from: next.from, to: next.to });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isRunKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
    submit();
  };
  return (
    <div role="presentation" className="payoffs-screen" onKeyDownCapture={onKeyDown}>
      <div className="screen-line">
        <PageHeader
          windowTitle={t('title')}
          title={<span title={t('subtitle')}>{t('title')}</span>}
          leavesFocus={opened?.state === 'open'}
        />
        <PayoffsForm
          shown={period}
          typed={typed}
          onType={setTyped}
          today={today}
          days={days}
          isPending={(opened?.state === 'opening' || isRenewing) && !isOther}
          onShow={show}
          onSubmit={submit}
        />
      </div>
      {opened === undefined ? null : opened.state !== 'open' ? (
        <OpeningState opened={opened} />
      ) : (
        <PayoffsResult opened={opened} />
      )}
    </div>
  );
}

/** The race days before today, for the calendar and the presets; none until they are known. */
function useRecentDays(today: string | undefined): readonly RaceDay[] {
  const { queries } = useBridge();
  const calendar = useQuery(
    queries.days.list.queryOptions({
      input: { from: addDays(today ?? '20000101', -LOOK_BACK), to: today ?? '20000101' },
      enabled: today !== undefined,
      staleTime: 10 * 60_000,
    }),
  );
  return useMemo(() => calendar.data?.days ?? [], [calendar.data]);
}

interface PayoffsFormProps {
  /** Undefined until the date of today is known. */
  readonly shown: Period | undefined;
  /** Dates that were entered and not yet submitted. */
  readonly typed: Partial<Period>;
  readonly onType: (typed: Partial<Period>) => void;
  readonly today: string | undefined;
  readonly days: readonly RaceDay[];
  readonly isPending: boolean;
  readonly onShow: (period: Period) => void;
  readonly onSubmit: () => void;
}

function PayoffsForm(props: PayoffsFormProps): ReactNode {
  const { shown, typed, onType, today, days, isPending, onShow, onSubmit } = props;
  const { t } = useTranslation('payoffs');
  const raceDays = useMemo(() => new Set(days.map(({ racedate }) => racedate)), [days]);
  const { from, to } = { ...shown, ...typed };
  return (
    <form
      className="payoffs-form"
      aria-label={t('form')}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className="payoffs-form-dates">
        <DateField
          label={t('from')}
          value={from}
          onChange={(value) => onType({ ...typed, from: value })}
          marked={raceDays}
        />
        <DateField
          label={t('to')}
          value={to}
          onChange={(value) => onType({ ...typed, to: value })}
          marked={raceDays}
        />
        <Button kind="primary" type="submit" isPending={isPending}>
          {t('show')}
        </Button>
        {today === undefined ? null : (
          <PeriodPresets days={days} today={today} shown={shown} onShow={onShow} />
        )}
      </div>
      {(from ?? '') > (to ?? '') ? <p className="field-problem">{t('reversed')}</p> : null}
    </form>
  );
}
