// The balance from the first race day to the last, with the years below it.

import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleTally } from '#shared/bridge/rules.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { useLanguage } from '../../text/text.ts';
import { balances, pointsOf, rangeOf, ticksOf } from './balance.ts';
import { yenText } from './figure-text.ts';

const SIZE = { width: 720, height: 150 };
/** For the yen at the left and the dates below. */
const EDGE = { left: 76, below: 18, above: 6 };

export function BalanceChart({ days }: { readonly days: RuleTally['days'] }): ReactNode {
  const { t } = useTranslation('rules');
  const language = useLanguage();
  const line = useMemo(() => balances(days), [days]);
  const [first, last] = [line[0], line.at(-1)];
  if (first === undefined || last === undefined) return null;
  const { low, high } = rangeOf(line);
  const scale = SIZE.height / (high - low || 1);
  const yOf = (yen: number): number => (high - yen) * scale;
  const step = SIZE.width / line.length;
  const marks = line.flatMap(({ racedate }, at) => {
    const part = racedate.slice(0, last.racedate.slice(0, 4) === first.racedate.slice(0, 4) ? 6 : 4);
    return at > 0 && line[at - 1]?.racedate.startsWith(part) === true ? [] : [{ part, x: at * step }];
  });
  const shown = marks.filter(({ x }, at) => at === 0 || x - (marks[at - 1]?.x ?? 0) > 30);
  const sentence = t('balanceSentence', {
    from: formatRacedate(first.racedate, language),
    to: formatRacedate(last.racedate, language),
    end: yenText(last.yen, language),
    low: yenText(low, language),
    high: yenText(high, language),
  });
  return (
    <figure className="rule-balance">
      <figcaption>{t('balance')}</figcaption>
      <svg
        viewBox={`${-EDGE.left} ${-EDGE.above} ${SIZE.width + EDGE.left + 4} ${SIZE.height + EDGE.below + EDGE.above}`}
        role="img"
        aria-label={sentence}
      >
        {ticksOf({ low, high }).map((yen) => (
          <g key={yen}>
            <line
              className={yen === 0 ? 'rule-balance-zero' : 'rule-balance-rule'}
              x1={0}
              x2={SIZE.width}
              y1={yOf(yen)}
              y2={yOf(yen)}
            />
            <text x={-6} y={yOf(yen) + 4} textAnchor="end">
              {yenText(yen, language)}
            </text>
          </g>
        ))}
        {shown.map(({ part, x }) => (
          <text key={part} x={x} y={SIZE.height + 14}>
            {part.length > 4 ? `${part.slice(0, 4)}-${part.slice(4)}` : part}
          </text>
        ))}
        <polyline className="rule-balance-line" points={pointsOf(line, SIZE)} />
      </svg>
    </figure>
  );
}
