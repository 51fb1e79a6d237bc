// The sums of a list by one thing: a line for each bet, course or month.

import type { ReactNode } from 'react';
import type { Tally, TallyGroup } from '#shared/betting/report.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { rateText } from './rate-text.ts';

interface TallyTableProps {
  readonly title: string;
  /** What its lines are. */
  readonly head: string;
  readonly groups: readonly TallyGroup[];
  readonly nameOf: (key: string) => string;
  /** Shown as the last line. */
  readonly total?: Tally;
}

export function TallyTable({ title, head, groups, nameOf, total }: TallyTableProps): ReactNode {
  const { t } = useTranslation('bets');
  const language = useLanguage();
  if (groups.length === 0) return null;
  const cells = (tally: Tally): ReactNode =>
    [tally.settled, tally.hits, tally.staked, tally.returned, tally.refunded].map((value, at) => (
      <td key={HEADS[at]} className="number">
        {value.toLocaleString(language)}
      </td>
    ));
  return (
    <section className="bets-table">
      <h2>{title}</h2>
      <table className="small-table">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {HEADS.map((name) => (
              <th
                key={name}
                scope="col"
                className="number"
                title={name === 'combinations' ? t('combinationsHint') : undefined}
              >
                {t(name)}
              </th>
            ))}
            <th scope="col" className="number">
              {t('rate')}
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.key}>
              <th scope="row">{nameOf(group.key)}</th>
              {cells(group)}
              <td className="number">{rateText(group)}</td>
            </tr>
          ))}
          {total !== undefined && (
            <tr className="is-total">
              <th scope="row">{t('total')}</th>
              {cells(total)}
              <td className="number">{rateText(total)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}

const HEADS = ['combinations', 'hits', 'staked', 'returned', 'refunded'] as const;
