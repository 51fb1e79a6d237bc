// Groups of rows: counts, how horses finished with n beside every rate, the mean of a column. Every total opens its rows.

import { startTransition, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnFilter, Group } from '#shared/bridge/row-query.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { formatValue } from '#shared/catalogue/format.ts';
import { useNameStyle } from '../../../text/name-style.ts';
import { useLanguage } from '../../../text/text.ts';
import { shareText } from './share-text.ts';

interface GroupTableProps {
  readonly by: readonly Column[];
  readonly mean: Column | undefined;
  readonly groups: readonly Group[];
  readonly whole: Group;
  readonly onFilters: (filters: readonly ColumnFilter[]) => void;
}

/** Rows drawn at first: more than a panel shows; the others are drawn after these are on screen. */
const FIRST = 40;

/** The first rows of a list, and after a paint all of them. */
function useFirst<T>(list: readonly T[]): readonly T[] {
  const [whole, setWhole] = useState<readonly T[]>();
  useEffect(() => startTransition(() => setWhole(list)), [list]);
  return whole === list ? list : list.slice(0, FIRST);
}

export function GroupTable({ by, mean, groups, whole, onFilters }: GroupTableProps): ReactNode {
  const { t } = useTranslation('summary');
  const language = useLanguage();
  const names = useNameStyle();
  const listed = useFirst(groups);
  const hasFinish = whole.finish !== undefined;
  const nameOf = (group: Group): string =>
    group.key
      .map((raw, at) => {
        const column = by[at];
        if (raw === null) return t('empty');
        return column === undefined ? raw : formatValue(column, raw, language, names);
      })
      .join(' · ');
  return (
    <table className="summary-table summary-groups">
      <thead>
        <tr>
          <th scope="col">{by.map((column) => column.label[language]).join(' · ')}</th>
          <th scope="col" className="number" title={t('countMeaning')}>
            {t('count')}
          </th>
          <th scope="col" className="number">
            {t('share')}
          </th>
          {hasFinish ? (
            <>
              <th scope="col" className="number" title={t('startsMeaning')}>
                n
              </th>
              <th scope="col" className="number" title={t('winMeaning')}>
                {t('win')}
              </th>
              <th scope="col" className="number" title={t('twoMeaning')}>
                {t('two')}
              </th>
              <th scope="col" className="number" title={t('threeMeaning')}>
                {t('three')}
              </th>
            </>
          ) : null}
          {mean === undefined ? null : (
            <>
              <th scope="col" className="number" title={mean.label[language]}>
                {t('mean')}
              </th>
              <th scope="col" className="number" title={t('meanNMeaning')}>
                n
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {listed.map((group) => (
          <tr key={JSON.stringify(group.key)}>
            <th scope="row">{nameOf(group)}</th>
            <td className="number">
              <button
                type="button"
                className="summary-open"
                aria-label={t('openRows', { name: nameOf(group), count: group.count })}
                onClick={() => onFilters(group.filters)}
              >
                {group.count.toLocaleString(language)}
              </button>
            </td>
            <Figures group={group} mean={mean} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('whole')}</th>
          <td className="number">{whole.count.toLocaleString(language)}</td>
          <Figures group={whole} mean={mean} />
        </tr>
      </tfoot>
    </table>
  );
}

function Figures({ group, mean }: { readonly group: Group; readonly mean: Column | undefined }): ReactNode {
  const language = useLanguage();
  const { finish } = group;
  const [measure] = group.measures;
  return (
    <>
      <td className="number summary-share">{shareText(group.share, 1)}</td>
      {finish === undefined ? null : (
        <>
          <td className="number summary-n">{finish.starts.toLocaleString(language)}</td>
          <td className="number">{shareText(finish.first, finish.starts)}</td>
          <td className="number">{shareText(finish.firstTwo, finish.starts)}</td>
          <td className="number">{shareText(finish.firstThree, finish.starts)}</td>
        </>
      )}
      {mean === undefined || measure === undefined ? null : (
        <>
          <td className="number">
            {measure.mean === null
              ? '–'
              : formatValue(mean, String(Number(measure.mean.toFixed(2))), language)}
          </td>
          <td className="number summary-n">{measure.n.toLocaleString(language)}</td>
        </>
      )}
    </>
  );
}
