// Every line of a list with what it returned, or why that is not known.

import { useMemo, useState, type ReactNode } from 'react';
import { problemText } from '#shared/betting/line-problems.ts';
import { openReasonText } from '#shared/betting/open-reasons.ts';
import type { BadLine, BetReport, CheckedBet } from '#shared/betting/report.ts';
import { betOf } from '#shared/catalogue/bets.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { racecourseName } from '#shared/racing/racekey.ts';
import { useStepMemory } from '../../app/navigation/navigation.ts';
import { Button } from '../../components/Button.tsx';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { racePlace } from '../../racing/key-links.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';

/** Lines drawn before the user wants more. */
const FIRST_LINES = 200;

type Line = CheckedBet | BadLine;

const isBad = (line: Line): line is BadLine => 'problem' in line;

const FILTERS = {
  all: () => true,
  hit: (line: Line) => !isBad(line) && line.hits > 0,
  refunded: (line: Line) => !isBad(line) && line.refunded > 0,
  open: (line: Line) => !isBad(line) && line.open > 0,
  bad: isBad,
  same: (line: Line) => !isBad(line) && line.sameAs !== undefined,
} as const;

type LineFilter = keyof typeof FILTERS;

interface LineTableProps {
  readonly report: BetReport;
  /** Shows a line of the list. */
  readonly onLine: (line: number) => void;
}

export function LineTable({ report, onLine }: LineTableProps): ReactNode {
  const { t } = useTranslation('bets');
  const [filter, setFilter] = useStepMemory<LineFilter>('bets.filter', 'all');
  const [most, setMost] = useState(FIRST_LINES);
  const lines = useMemo(() => [...report.bets, ...report.bad].toSorted((a, b) => a.line - b.line), [report]);
  const counts = useMemo(
    () =>
      (Object.keys(FILTERS) as LineFilter[]).map((id) => ({ id, count: lines.filter(FILTERS[id]).length })),
    [lines],
  );
  const chosen = counts.some(({ id, count }) => id === filter && count > 0) ? filter : 'all';
  const shown = lines.filter(FILTERS[chosen]);
  return (
    <section className="bets-lines" aria-label={t('lines')}>
      <div className="bets-lines-bar">
        <h2>{t('lines')}</h2>
        <div role="group" aria-label={t('show')} className="bets-filters">
          {counts
            .filter(({ id, count }) => id === 'all' || count > 0)
            .map(({ id, count }) => (
              <button
                key={id}
                type="button"
                className="toggle-row-button"
                aria-pressed={id === chosen}
                onClick={() => setFilter(id)}
              >
                {t(`filters.${id}`)} {count}
              </button>
            ))}
        </div>
      </div>
      <div className="bets-lines-scroll">
        <table className="small-table">
          <thead>
            <tr>
              <th scope="col" className="number">
                {t('line')}
              </th>
              <th scope="col">{t('race')}</th>
              <th scope="col">{t('bet')}</th>
              <th scope="col">{t('selection')}</th>
              <th scope="col" className="number">
                {t('combinations')}
              </th>
              <th scope="col" className="number">
                {t('stake')}
              </th>
              <th scope="col" className="number">
                {t('staked')}
              </th>
              <th scope="col" className="number">
                {t('returned')}
              </th>
              <th scope="col">{t('remark')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.slice(0, most).map((line) => (
              <tr key={line.line} className={isBad(line) ? 'is-bad' : line.hits > 0 ? 'is-hit' : undefined}>
                <td className="number">
                  <button
                    type="button"
                    className="place-link"
                    aria-label={t('toLine', { line: line.line })}
                    onClick={() => onLine(line.line)}
                  >
                    {line.line}
                  </button>
                </td>
                {isBad(line) ? <BadCells line={line} /> : <BetCells bet={line} />}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length > most && (
        <Button kind="quiet" onPress={() => setMost(most + FIRST_LINES)}>
          {t('moreLines', { count: Math.min(FIRST_LINES, shown.length - most) })}
        </Button>
      )}
    </section>
  );
}

function BadCells({ line }: { readonly line: BadLine }): ReactNode {
  const language = useLanguage();
  return (
    <>
      <td colSpan={7} className="bets-typed">
        {line.text.trim()}
      </td>
      <td className="bets-remark">{problemText(line.problem, language)}</td>
    </>
  );
}

function BetCells({ bet }: { readonly bet: CheckedBet }): ReactNode {
  const { t } = useTranslation('bets');
  const language = useLanguage();
  const { racekey, racedate, racecourse_cd, raceNumber, settled, refunded, isStakeWritten } = bet;
  const yen = (amount: number): string => amount.toLocaleString(language);
  const place = racePlace(racekey, 'payoffs');
  const date = formatRacedate(racedate ?? '', language);
  const name =
    racecourse_cd === undefined
      ? (racekey ?? t('unknown'))
      : `${racecourseName(racecourse_cd, language)} ${raceNumber ?? ''}R`;
  const isSettled = settled > 0;
  return (
    <>
      <td className="bets-race">
        {date === undefined ? '' : `${date} `}
        {place === undefined ? name : <PlaceLink to={place}>{name}</PlaceLink>}
      </td>
      <td>{betOf(bet.bet).label[language]}</td>
      <td className="bets-selection">{bet.shown}</td>
      <td className="number">{yen(bet.combinations)}</td>
      <td className="number" title={isStakeWritten ? undefined : t('defaultStake')}>
        {isStakeWritten ? yen(bet.stake) : `(${yen(bet.stake)})`}
      </td>
      <td className="number">{isSettled ? yen(bet.staked) : '–'}</td>
      <td className="number">{isSettled ? yen(bet.returned) : '–'}</td>
      <td className="bets-remark">
        {refunded > 0 && <span>{`${t('refunded')} ${yen(refunded)}`}</span>}
        {bet.reasons.map(({ reason, count }) => {
          const words = openReasonText(reason)[language];
          return (
            <span key={reason}>
              {count === bet.combinations
                ? words
                : t('someOf', { reason: words, count, all: bet.combinations })}
            </span>
          );
        })}
        {bet.sameAs !== undefined && <span>{t('sameAs', { line: bet.sameAs })}</span>}
      </td>
    </>
  );
}
