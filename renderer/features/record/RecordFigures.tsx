// A record as one line: runs, places, rates and returns, each rate with its n.

import type { ReactNode } from 'react';
import type { Group } from '#shared/bridge/row-query.ts';
import { shownText } from '#shared/catalogue/shown-text.ts';
import { FEW } from '../table/summary/GroupTable.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { FIGURES } from './figures.ts';
import './record.css';

interface RecordFiguresProps {
  readonly whole: Group;
  /** They are of the rows before. */
  readonly isOld?: boolean;
  /** Rates of fewer runs are drawn lighter. */
  readonly few?: number;
}

export function RecordFigures({ whole, isOld = false, few = FEW }: RecordFiguresProps): ReactNode {
  const { t } = useTranslation('record');
  const language = useLanguage();
  const { finish, returns } = whole;
  const { starts = 0, first = 0, firstTwo = 0, firstThree = 0 } = finish ?? {};
  const shown = (name: string): string => {
    const each = FIGURES.find(({ column }) => column.name === name);
    return each === undefined ? '' : shownText(each.column, each.raw(whole), language);
  };
  const facts: readonly {
    readonly label: string;
    readonly value: string;
    readonly n?: number | undefined;
  }[] = [
    { label: t('runs'), value: starts.toLocaleString(language) },
    {
      label: t('places'),
      value: [first, firstTwo - first, firstThree - firstTwo, starts - firstThree].join('-'),
    },
    { label: t('winRate'), value: `${shown('win_rate')}%`, n: starts },
    { label: t('placeRate'), value: `${shown('top3_rate')}%`, n: starts },
    { label: t('winReturn'), value: `${shown('win_return')}%`, n: returns?.win.n },
    { label: t('placeReturn'), value: `${shown('place_return')}%`, n: returns?.place.n },
  ];
  return (
    <section className={isOld ? 'record-figures is-renewed' : 'record-figures'} aria-label={t('record')}>
      <dl>
        {facts.map(({ label, value, n }) => (
          <div key={label} className={n !== undefined && n < few ? 'is-few' : undefined}>
            <dt>{label}</dt>
            <dd>
              {n === 0 ? '–' : value} {n === undefined ? null : <small>n={n.toLocaleString(language)}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
