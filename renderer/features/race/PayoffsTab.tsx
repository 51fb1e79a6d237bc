// The payoffs of a race: every bet with all its winning combinations, and the refunds.

import { useMemo } from 'react';
import { BETS, payoffsOf, readCombination, type Bet, type Payoff } from '#shared/catalogue/bets.ts';
import { MISSING } from '#shared/catalogue/format.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { bracketOf } from '#shared/racing/brackets.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { BracketNumber } from '../../components/BracketNumber.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useNameStyle } from '../../text/name-style.ts';
import { styledName } from '#shared/names/latin.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { ExportButton } from '../exports/ExportButton.tsx';
import { factText } from '#shared/racing/race-facts.ts';
import { horseNumbers, numberIn, runnerNumber, type RecordValues } from '#shared/racing/race-rows.ts';
import { refundNotice } from '#shared/racing/race-records.ts';
import {
  amountText,
  joinOf,
  payoffCells,
  payoffHeads,
  popularityText,
  type RunnerNames,
} from './payoffs-table.ts';
import { useFigures } from '../../racing/figures/use-figures.ts';
import { PendingOutcome } from './PendingNotice.tsx';
import { TabBody } from './TabBody.tsx';
import type { RaceTabProps } from './tab-props.ts';
import { againAll, summaryOf } from './batch.ts';
import { useRaceSheet } from './use-race-sheet.ts';
import './PayoffsTab.css';

const ALL = TABLES.t_hj.columns.map(({ name }) => name);

export function PayoffsTab({ race, racekey, stage, runners, memoryName }: RaceTabProps) {
  const { t } = useTranslation('race');
  const language = useLanguage();
  const options = { isPast: stage === 'past' };
  const payoffs = useRaceSheet('payoff', racekey, { ...options, comesIn: stage === 'today' });
  const card = useRaceSheet('entry', racekey, options);
  const record = payoffs.records[0];
  const paid = record === undefined ? [] : payoffsOf(record);
  const brackets = useBrackets(card.records, numberIn(race, 'headcount'));
  const style = useNameStyle();
  const names = useMemo(
    () =>
      new Map(
        card.records.map((each) => [runnerNumber(each), styledName(each['horse_name']?.trim() ?? '', style)]),
      ),
    [card.records, style],
  );
  const time = factText(race, 'post_time', language) ?? '–';
  const date = formatRacedate(race['racedate']?.trim() ?? '', language) ?? '';
  const empty = {
    coming: t('payoffsComing', { date, time }),
    today: t('payoffsToday', { time }),
    past: t('payoffsPast'),
  };
  const source = payoffs.loaded?.source;
  const refund = refundNotice(record, language);

  return (
    <TabBody
      main={payoffs}
      memoryName={memoryName}
      summary={summaryOf(racekey, payoffs, card)}
      joined={[card]}
      onRefresh={againAll(runners, payoffs)}
      note={t('per100')}
      actions={
        source !== undefined &&
        paid.length > 0 && (
          <ExportButton
            source={source}
            resultId={payoffs.loaded?.resultId}
            columns={ALL}
            sort={[]}
            composed={() => payoffCells(paid, names, t, language)}
          />
        )
      }
    >
      {() =>
        record === undefined || (paid.length === 0 && refund === undefined) ? (
          <PendingOutcome
            racekey={racekey}
            race={race}
            stage={stage}
            pastTitle={t('payoffsPastTitle')}
            text={empty[stage]}
          />
        ) : (
          <>
            {refund !== undefined && (
              <Notice kind={refund.kind} title={refund.title}>
                {refund.text}
              </Notice>
            )}
            <PayoffsTable record={record} paid={paid} brackets={brackets} names={names} />
            {refund === undefined && <p className="race-payoffs-refunds">{t('noRefunds')}</p>}
          </>
        )
      }
    </TabBody>
  );
}

interface PayoffsTableProps {
  readonly paid: readonly Payoff[];
  /** Bracket by horse number. */
  readonly brackets: ReadonlyMap<number, number>;
  readonly names: RunnerNames;
}

/** Every bet in the order of the catalogue, also those without a payoff. */
function PayoffsTable({ record, paid, ...runners }: PayoffsTableProps & { readonly record: RecordValues }) {
  const { t } = useTranslation('race');
  const figures = useFigures(record, TABLES.t_hj.columns);
  return (
    <table ref={figures} className="race-payoffs" aria-label={t('payoffsLabel')}>
      <thead>
        <tr>
          {payoffHeads(t).map((head, at) => (
            <th key={head} scope="col" className={at < 2 ? undefined : 'number'}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      {BETS.map((bet) => (
        <tbody key={bet.name}>
          <BetRows bet={bet} paid={paid.filter((payoff) => payoff.bet === bet.name)} {...runners} />
        </tbody>
      ))}
    </table>
  );
}

function BetRows({ bet, paid, ...runners }: PayoffsTableProps & { readonly bet: Bet }) {
  const { t } = useTranslation('race');
  const language = useLanguage();
  if (paid.length === 0)
    return (
      <tr>
        <th scope="row">{bet.label[language]}</th>
        <td colSpan={3} className="race-payoffs-none" title={t('unpaid')}>
          {MISSING} {t('notPaid')}
        </td>
      </tr>
    );
  return paid.map((payoff, at) => (
    <tr key={payoff.slot}>
      {at === 0 && (
        <th scope="rowgroup" rowSpan={paid.length}>
          {bet.label[language]}
        </th>
      )}
      <td data-figure={bet.numberField(payoff.slot)}>
        <Combination bet={bet} payoff={payoff} {...runners} />
      </td>
      <td className="number race-payoffs-amount" data-figure={bet.payoffField(payoff.slot)}>
        {amountText(payoff)}
      </td>
      <td className="number" data-figure={bet.popularityField(payoff.slot)}>
        {popularityText(bet, payoff, language)}
      </td>
    </tr>
  ));
}

interface CombinationProps extends Omit<PayoffsTableProps, 'paid'> {
  readonly bet: Bet;
  readonly payoff: Payoff;
}

function Combination({ bet, payoff, brackets, names }: CombinationProps) {
  const { t } = useTranslation('race');
  const numbers = readCombination(bet.name, payoff.combination);
  if (numbers === undefined) return <span>{payoff.combination.trim() || MISSING}</span>;
  return (
    <span className="race-payoffs-combination" title={bet.ordered ? t('inOrder') : undefined}>
      {numbers.map((number, at) => (
        // Two horses of one bracket give the same number twice.
        <span key={`${at} ${number}`}>
          {at > 0 && <span className="race-payoffs-join">{joinOf(bet)}</span>}
          <BracketNumber bracket={bet.brackets ? number : brackets.get(number)} number={number} />
          {bet.numbers === 1 && <span className="race-payoffs-name">{names.get(number)}</span>}
        </span>
      ))}
    </span>
  );
}

/** Bracket by horse number: from the card, otherwise by the rule for a field of this size. */
function useBrackets(
  card: readonly RecordValues[],
  headcount: number | undefined,
): ReadonlyMap<number, number> {
  return useMemo(() => {
    const found = new Map<number, number>();
    for (const runner of card) {
      const horse = runnerNumber(runner);
      const bracket = numberIn(runner, 'bracket_number');
      if (horse !== undefined && bracket !== undefined) found.set(horse, bracket);
    }
    if (horseNumbers(card).length > 0 || headcount === undefined) return found;
    for (let horse = 1; horse <= headcount; horse += 1) {
      const bracket = bracketOf(horse, headcount);
      if (bracket !== undefined) found.set(horse, bracket);
    }
    return found;
  }, [card, headcount]);
}
