// How far a return can be trusted: beside the pay-out rate with its interval, the number of rules tried, and whether it
// is the choosing or the checking period.

import type { ReactNode } from 'react';
import type { RuleReport } from '#shared/bridge/rules.ts';
import { MISSING } from '#shared/catalogue/format.ts';
import { FEW_HITS, FEW_RACES, isSmallSample, luckyByChance, payoutRateOf, returnOf } from '#shared/rules/judging.ts'; // prettier-ignore
import type { Rule } from '#shared/rules/rule.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { rateText } from './figure-text.ts';

interface VerdictProps {
  readonly rule: Rule;
  readonly report: RuleReport;
}

export function Verdict({ rule, report }: VerdictProps): ReactNode {
  const { t } = useTranslation('rules');
  const language = useLanguage();
  const { tally, looks, of } = report;
  const { whole, picked } = tally;
  const payout = payoutRateOf(rule.bets, tally.bets);
  const { interval } = whole;
  const rate = returnOf(whole);
  const isSmall = isSmallSample(whole);
  return (
    <div className="rule-verdict">
      <p className="rule-headline">
        <span>{t('summaryOf')}</span> <strong>{rate === undefined ? MISSING : `${rateText(rate)} %`}</strong>{' '}
        {interval === undefined ? null : (
          <span title={t('intervalHint')}>
            {t('interval', { low: interval.low.toFixed(1), high: interval.high.toFixed(1) })}
          </span>
        )}{' '}
        {payout === undefined ? null : (
          <span className="rule-soft" title={t('payoutHint')}>
            {t('payout')} {payout.toFixed(1)} %
          </span>
        )}
      </p>
      <ul className="rule-facts">
        <li>{t('picked', { runners: picked.runners, races: picked.races, all: picked.racesInAll })}</li>
        {payout === undefined || interval === undefined ? null : (
          <li>{t(interval.low > payout ? 'above' : interval.high < payout ? 'below' : 'within')}</li>
        )}
        {isSmall && whole.bets > 0 ? (
          <li className="rule-warning">{t('small', { races: FEW_RACES, hits: FEW_HITS })}</li>
        ) : null}
        <li className={looks.rulesTried >= 10 ? 'rule-warning' : undefined}>
          {t('tried', { count: looks.rulesTried })}{' '}
          {looks.rulesTried < 2
            ? ''
            : `${t('lucky', {
                lucky: luckyByChance(looks.rulesTried).toLocaleString(language, { maximumFractionDigits: 1 }),
              })} `}
          {of === 'choosing' && rule.checking !== undefined ? t('confirmHint') : ''}
        </li>
        {of === 'checking' ? <li>{t('looked', { count: looks.looks })}</li> : null}
      </ul>
    </div>
  );
}
