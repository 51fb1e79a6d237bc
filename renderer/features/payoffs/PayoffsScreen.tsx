// What was paid over a range of dates: the distribution by bet, and the payoffs behind it.

import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
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

/** Weeks shown before a period is chosen: enough races for quartiles, one window of the service. */
const FIRST_WEEKS = 4;

/** Days before today in which the last race day is looked for. */
const LOOK_BACK = 56;

const NO_SORT: Sort = [];
const NONE: readonly string[] = [];

export function PayoffsScreen(props: PayoffsScreenProps): ReactNode {
  const { bets = NONE, racecourses = NONE } = props;
  const { t } = useTranslation('payoffs');
  const { queries } = useBridge();
  const language = useLanguage();
  const today = useToday();
  const calendar = useQuery(
    queries.days.list.queryOptions({
      input: { from: addDays(today ?? '20000101', -LOOK_BACK), to: today ?? '20000101' },
      enabled: today !== undefined,
      staleTime: 10 * 60_000,
    }),
  );
  const days = useMemo(() => calendar.data?.days ?? [], [calendar.data]);
  const raceDays = useMemo(() => new Set(days.map((day) => day.racedate)), [days]);
  const [sort, setSort] = useStepMemory<Sort>('sort', NO_SORT);

  const shown: Period | undefined =
    props.from !== undefined && props.to !== undefined
      ? { from: props.from, to: props.to }
      : today === undefined
        ? undefined
        : lastWeeks(today, FIRST_WEEKS);
  const [typed, setTyped] = useState<Partial<Period>>({});
  const period = { ...shown, ...typed };
  const reversed = (period.from ?? '') > (period.to ?? '');

  const { from, to } = shown ?? {};
  const source = useMemo(
    (): ResultSource | undefined =>
      from === undefined || to === undefined
        ? undefined
        : {
            kind: 'payoffs',
            from,
            to,
            ...(bets.length === 0 ? {} : { bets: [...bets] }),
            ...(racecourses.length === 0 ? {} : { racecourses: [...racecourses] }),
          },
    [from, to, bets, racecourses],
  );
  const opened = useOpenResult(source);
  const renewal = opened?.state === 'open' ? opened.renewal : undefined;

  /** Shows something else in this step: choosing bets is no way that one would walk back. */
  const show = (next: {
    period?: Period;
    bets?: readonly string[];
    racecourses?: readonly string[];
  }): void => {
    const wanted = next.period ?? shown;
    if (wanted === undefined) return;
    const chosenBets = next.bets ?? bets;
    const chosenCourses = next.racecourses ?? racecourses;
    setTyped({});
    navigation.replace({
      screen: 'payoffs',
      ...wanted,
      ...(chosenBets.length === 0 ? {} : { bets: [...chosenBets] }),
      ...(chosenCourses.length === 0 ? {} : { racecourses: [...chosenCourses] }),
    });
  };
  const ask = (): void => {
    if (period.from === undefined || period.to === undefined || reversed) return;
    const unchanged = period.from === shown?.from && period.to === shown.to;
    if (unchanged && opened?.state === 'open') opened.refresh();
    else show({ period: { from: period.from, to: period.to } });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    ask();
  };

  return (
    <div role="presentation" className="payoffs-screen" onKeyDownCapture={onKeyDown}>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          opened?.state === 'open' && renewal === undefined && opened.summary.records > 0 ? (
            <ExportButton
              source={opened.source}
              sort={sort}
              columns={opened.summary.columns.map(({ name }) => name)}
              summary={opened.summary}
            />
          ) : undefined
        }
      />
      <form
        className="payoffs-form"
        aria-label={t('form')}
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <div className="payoffs-form-dates">
          <DateField
            label={t('from')}
            value={period.from}
            onChange={(value) => setTyped({ ...typed, from: value })}
            marked={raceDays}
          />
          <DateField
            label={t('to')}
            value={period.to}
            onChange={(value) => setTyped({ ...typed, to: value })}
            marked={raceDays}
          />
          <Button
            kind="primary"
            type="submit"
            isPending={opened?.state === 'opening' || renewal !== undefined}
          >
            {t('show')}
          </Button>
          {today === undefined ? null : (
            <PeriodPresets
              days={days}
              today={today}
              shown={shown}
              onShow={(chosen) => show({ period: chosen })}
            />
          )}
        </div>
        {reversed ? <p className="field-problem">{t('reversed')}</p> : null}
        <ToggleRow
          label={t('bets')}
          all={t('all')}
          options={BETS.map((bet) => ({ id: bet.name, label: bet.label[language] }))}
          chosen={bets}
          onChange={(next) => show({ bets: next })}
        />
        <ToggleRow
          label={t('racecourses')}
          all={t('all')}
          options={RACECOURSES.map(({ code, label }) => ({ id: code, label: label[language] }))}
          chosen={racecourses}
          onChange={(next) => show({ racecourses: next })}
        />
      </form>
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
            : { onShowAll: () => show({ bets: [], racecourses: [] }) })}
        />
      )}
    </div>
  );
}
