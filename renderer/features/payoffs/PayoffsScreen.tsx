// The payoffs of a period: their distribution by bet, and the payoffs themselves.

import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RaceDay } from '#shared/bridge/days.ts';
import type { Sort, ResultSource } from '#shared/bridge/source.ts';
import { BETS } from '#shared/catalogue/bets.ts';
import { addDays } from '#shared/racing/racedate.ts';
import { lastWeeks, type Period } from '../../components/periods.ts';
import { useBridge } from '../../client/bridge.tsx';
import { useToday } from '../../client/use-today.ts';
import { Button } from '../../components/Button.tsx';
import { DateField } from '../../components/DateField.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { ToggleRow } from '../../components/ToggleRow.tsx';
import { OpeningState } from '../../grid/data/OpeningState.tsx';
import { useOpenResult } from '../../grid/data/use-open-result.ts';
import { useLanguage } from '../../text/text.ts';
import { navigation, useStepMemory } from '../../app/navigation/navigation.ts';
import { ExportButton } from '../exports/ExportButton.tsx';
import { RACECOURSES } from './racecourses.ts';
import { PayoffsResult } from './PayoffsResult.tsx';
import { PeriodPresets } from './PeriodPresets.tsx';
import './payoffs.css';

interface PayoffsScreenProps {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly bets?: readonly string[] | undefined;
  readonly racecourses?: readonly string[] | undefined;
}

/** Weeks shown before the user chooses a period: enough races for quartiles, in one request. */
const FIRST_WEEKS = 4;

/** How many days back the last race day is searched for. */
const LOOK_BACK = 56;

const NO_SORT: Sort = [];
const NONE: readonly string[] = [];

interface Selection {
  /** Undefined until the date of today is known. */
  readonly period: Period | undefined;
  /** Bet names; none means all. */
  readonly bets: readonly string[];
  /** Racecourse codes; none means all. */
  readonly racecourses: readonly string[];
}

export function PayoffsScreen(props: PayoffsScreenProps): ReactNode {
  const { t } = useTranslation('payoffs');
  const today = useToday();
  const days = useRecentDays(today);
  const [sort, setSort] = useStepMemory<Sort>('sort', NO_SORT);
  const { from, to, bets = NONE, racecourses = NONE } = props;
  const period = useMemo((): Period | undefined => {
    if (from !== undefined && to !== undefined) return { from, to };
    return today === undefined ? undefined : lastWeeks(today, FIRST_WEEKS);
  }, [from, to, today]);
  const shown: Selection = { period, bets, racecourses };
  const [typed, setTyped] = useState<Partial<Period>>({});
  const opened = useOpenResult(useSource(shown));
  const isRenewing = opened?.state === 'open' && opened.renewal !== undefined;

  /** Replaces the present step: choosing bets is not a step to go back from. */
  const show = (change: Partial<Selection>): void => {
    const next = { ...shown, ...change };
    if (next.period === undefined) return;
    setTyped({});
    navigation.replace({ screen: 'payoffs', ...next.period, ...chosenOf(next) });
  };
  const submit = (): void => {
    const next = { ...period, ...typed };
    if (next.from === undefined || next.to === undefined || next.from > next.to) return;
    const unchanged = next.from === period?.from && next.to === period.to;
    if (unchanged && opened?.state === 'open') opened.refresh();
    else show({ period: { from: next.from, to: next.to } });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <div role="presentation" className="payoffs-screen" onKeyDownCapture={onKeyDown}>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          opened?.state === 'open' && !isRenewing && opened.summary.records > 0 ? (
            <ExportButton
              source={opened.source}
              sort={sort}
              columns={opened.summary.columns.map(({ name }) => name)}
              summary={opened.summary}
            />
          ) : undefined
        }
      />
      <PayoffsForm
        shown={shown}
        typed={typed}
        onType={setTyped}
        today={today}
        days={days}
        isPending={opened?.state === 'opening' || isRenewing}
        onShow={show}
        onSubmit={submit}
      />
      {opened === undefined ? null : opened.state !== 'open' ? (
        <OpeningState opened={opened} />
      ) : (
        <PayoffsResult
          opened={opened}
          sort={sort}
          onSort={setSort}
          onBet={(bet) => show({ bets: [bet] })}
          {...(bets.length + racecourses.length === 0
            ? {}
            : { onShowAll: () => show({ bets: NONE, racecourses: NONE }) })}
        />
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

const chosenOf = ({ bets, racecourses }: Pick<Selection, 'bets' | 'racecourses'>) => ({
  ...(bets.length === 0 ? {} : { bets: [...bets] }),
  ...(racecourses.length === 0 ? {} : { racecourses: [...racecourses] }),
});

function useSource({ period, bets, racecourses }: Selection): ResultSource | undefined {
  return useMemo(
    () =>
      period === undefined ? undefined : { kind: 'payoffs', ...period, ...chosenOf({ bets, racecourses }) },
    [period, bets, racecourses],
  );
}

interface PayoffsFormProps {
  readonly shown: Selection;
  /** Dates that were entered and not yet submitted. */
  readonly typed: Partial<Period>;
  readonly onType: (typed: Partial<Period>) => void;
  readonly today: string | undefined;
  readonly days: readonly RaceDay[];
  readonly isPending: boolean;
  readonly onShow: (change: Partial<Selection>) => void;
  readonly onSubmit: () => void;
}

function PayoffsForm(props: PayoffsFormProps): ReactNode {
  const { shown, typed, onType, today, days, isPending, onShow, onSubmit } = props;
  const { t } = useTranslation('payoffs');
  const language = useLanguage();
  const raceDays = useMemo(() => new Set(days.map(({ racedate }) => racedate)), [days]);
  const { from, to } = { ...shown.period, ...typed };
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
          <PeriodPresets
            days={days}
            today={today}
            shown={shown.period}
            onShow={(period) => onShow({ period })}
          />
        )}
      </div>
      {(from ?? '') > (to ?? '') ? <p className="field-problem">{t('reversed')}</p> : null}
      <ToggleRow
        label={t('bets')}
        all={t('all')}
        options={BETS.map((bet) => ({ id: bet.name, label: bet.label[language] }))}
        chosen={shown.bets}
        onChange={(bets) => onShow({ bets })}
      />
      <ToggleRow
        label={t('racecourses')}
        all={t('all')}
        options={RACECOURSES.map(({ code, label }) => ({ id: code, label: label[language] }))}
        chosen={shown.racecourses}
        onChange={(racecourses) => onShow({ racecourses })}
      />
    </form>
  );
}
