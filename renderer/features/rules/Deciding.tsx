// What decided a rule's return: its best winners and the return without them, the races that cost most, and the longest
// losing run. Each race and each runner opens.

import type { ReactNode } from 'react';
import type { DecidingRunner, RuleTally } from '#shared/bridge/rules.ts';
import { betOf, readCombination, showCombination, type BetName } from '#shared/catalogue/bets.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { rateText, yenText } from './figure-text.ts';
import { RaceLink } from './RaceLink.tsx';
import { RunnerNames } from './RunnerNames.tsx';

export function Deciding({ tally }: { readonly tally: RuleTally }): ReactNode {
  const { t } = useTranslation('rules');
  const language = useLanguage();
  const { whole, without, losing, winners, losers } = tally;
  return (
    <section className="rule-section" aria-label={t('decided')}>
      <h3>{t('decided')}</h3>
      <ul className="rule-facts">
        {without.map(({ winners: count, returned }) => (
          <li key={count}>{t('without', { count, rate: rateText((100 * returned) / whole.stake) })}</li>
        ))}
        {losing === undefined ? null : (
          <li>
            {t('losing', {
              count: losing.races,
              from: formatRacedate(losing.from, language),
              to: formatRacedate(losing.to, language),
            })}
          </li>
        )}
      </ul>
      <div className="rule-decided">
        <div>
          <h4>{t('winners')}</h4>
          {winners.length === 0 ? <p className="rule-hint">{t('noWinners')}</p> : null}
          <ol>
            {winners.map(({ racedate, racekey, bet, combination, returned, runners }, at) => (
              // Two bets of a kind can win with the same combination.
              <li key={at}>
                <RaceLink racedate={racedate} racekey={racekey} />
                <span>
                  <span className="rule-soft">
                    {betOf(bet).label[language]} {showCombination(bet, combination)}
                  </span>{' '}
                  <RunnerNames runners={inOrder(bet, combination, runners)} />
                </span>
                <b>{t('yen', { yen: yenText(returned, language) })}</b>
              </li>
            ))}
          </ol>
        </div>
        <div>
          <h4>{t('losers')}</h4>
          {losers.length === 0 ? <p className="rule-hint">{t('noLosers')}</p> : null}
          <ol>
            {losers.map(({ racedate, racekey, stake, returned, runners }) => (
              <li key={`${racedate} ${racekey}`}>
                <RaceLink racedate={racedate} racekey={racekey} />
                <RunnerNames runners={runners} hasNumbers />
                <b>{t('lost', { yen: yenText(stake - returned, language) })}</b>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}

/** As the combination names them; of brackets, in the order of the bet. */
function inOrder(
  bet: BetName,
  combination: string,
  runners: readonly DecidingRunner[],
): readonly DecidingRunner[] {
  const numbers = betOf(bet).brackets ? [] : (readCombination(bet, combination) ?? []);
  return runners.toSorted((a, b) => numbers.indexOf(a.number) - numbers.indexOf(b.number));
}
