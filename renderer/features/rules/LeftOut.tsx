// What is in no figure of a rule, and why: nothing is left out silently.

import type { ReactNode } from 'react';
import type { NamedRaces, RuleReport } from '#shared/bridge/rules.ts';
import { betOf } from '#shared/catalogue/bets.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { changingColumns, fateOfBlanks } from '#shared/rules/rule-problems.ts';
import { minutesBefore, type Rule } from '#shared/rules/rule.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { yenText } from './figure-text.ts';
import { RaceLink } from './RaceLink.tsx';

interface LeftOutProps {
  readonly rule: Rule;
  readonly report: RuleReport;
}

/** Nothing if everything counts. */
export function LeftOut({ rule, report }: LeftOutProps): ReactNode {
  const { t } = useTranslation('rules');
  const language = useLanguage();
  const { tally } = report;
  const { unsettled, lacking, notSold, withoutValue, withoutNumber, leftOut, whole } = tally;
  const labelOf = (name: string): string =>
    SUBJECTS.runners.columns.find((column) => column.name === name)?.label[language] ?? name;
  const { recorded, last, changed } = tally.known;
  const decision = t('decision', { count: minutesBefore(rule) });
  const notes: readonly (readonly [string, ReactNode])[] = [
    ...(unsettled.races === 0
      ? []
      : [
          [
            'unsettled',
            <>
              {t('unsettled', { count: unsettled.races })}
              <Named {...unsettled} />
            </>,
          ] as const,
        ]),
    ...lacking.map(
      ({ column, ...list }) =>
        [
          `lacking ${column}`,
          <>
            {t(`lacking.${fateOfBlanks(rule, column)}`, { name: labelOf(column), races: list.races })}
            <Named {...list} />
          </>,
        ] as const,
    ),
    ...notSold.flatMap((races, index) => {
      const bet = rule.bets[index]?.bet;
      if (races === 0 || bet === undefined) return [];
      return [[`sold ${index}`, t('notSold', { bet: betOf(bet).label[language], races })] as const];
    }),
    ...(withoutValue === 0 ? [] : [['value', t('withoutValue', { count: withoutValue })] as const]),
    ...(withoutNumber === 0 ? [] : [['number', t('withoutNumber', { count: withoutNumber })] as const]),
    ...(leftOut === 0 ? [] : [['own', t('leftOut', { count: leftOut, decision })] as const]),
    ...(whole.refunded === 0
      ? []
      : [['refunded', t('refunded', { yen: yenText(whole.refunded, language) })] as const]),
    ...(recorded.races === 0
      ? []
      : [['recorded', t('recordedValues', { decision, ...recorded, changed })] as const]),
    ...(last.races === 0
      ? []
      : [
          [
            'last',
            t('lastValues', {
              ...last,
              names: changingColumns(rule)
                .map(({ label }) => label[language])
                .join(language === 'ja' ? '、' : ', '),
            }),
          ] as const,
        ]),
  ];
  if (notes.length === 0) return null;
  return (
    <section className="rule-section" aria-label={t('left')}>
      <h3>{t('left')}</h3>
      <ul className="rule-facts">
        {notes.map(([key, note]) => (
          <li key={key}>{note}</li>
        ))}
      </ul>
    </section>
  );
}

const MOST_LINKS = 6;

function Named({ races, named }: NamedRaces): ReactNode {
  const { t } = useTranslation('rules');
  const shown = named.slice(0, MOST_LINKS);
  return (
    <>
      {shown.map(({ racedate, racekey }, at) => (
        <span key={`${racedate} ${racekey}`}>
          {at === 0 ? '' : ', '}
          <RaceLink racedate={racedate} racekey={racekey} />
        </span>
      ))}
      {races > shown.length ? t('andMore', { count: races - shown.length }) : ''}
    </>
  );
}
