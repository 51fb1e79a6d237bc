// The record of a person as one line, and broken down by course, surface, distance, going, class, and whom with.

import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { GroupOrder } from '#shared/bridge/group-figures.ts';
import type { ColumnFilter, Group } from '#shared/bridge/row-query.ts';
import { shownText } from '#shared/catalogue/shown-text.ts';
import { personPlace } from '../../racing/key-links.ts';
import { useStepMemory } from '../../app/navigation/navigation.ts';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import type { RowModel } from '../../grid/data/row-model.ts';
import { FEW, GroupTable } from '../table/summary/GroupTable.tsx';
import '../table/summary/summary.css';
import { person as texts } from '../../text/person.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage } from '../../text/text.ts';
import { linesOf, type Breakdown } from './breakdowns.ts';
import { FIGURES, labelColumn, sortedLines } from './figures.ts';
import { usePersonGroups } from './use-person-groups.ts';

/** Lines shown before the user wants all. */
const FIRST_LINES = 12;

interface BreakdownTableProps {
  readonly rows: RowModel;
  readonly filters: readonly ColumnFilter[];
  readonly breakdown: Breakdown;
  /** Opens the rows of a line. */
  readonly onFilters: (filters: readonly ColumnFilter[]) => void;
  readonly onRetry: () => void;
}

export function BreakdownTable(props: BreakdownTableProps): ReactNode {
  const { rows, filters, breakdown, onFilters, onRetry } = props;
  const { t } = useTranslation('person');
  const language = useLanguage();
  const names = useNameStyle();
  const { groups, isOld, thrown } = usePersonGroups(rows, filters, breakdown.by);
  const [order, setOrder] = useStepMemory<GroupOrder>(`person.${breakdown.name}`, breakdown.first);
  const [showsAll, setShowsAll] = useState(false);
  const columns = useMemo(() => {
    const head = {
      en: texts.en.breakdowns[breakdown.name],
      ja: texts.ja.breakdowns[breakdown.name],
    };
    return [labelColumn(breakdown.name, head), ...FIGURES];
  }, [breakdown.name]);
  const lines = useMemo(
    () => (groups === undefined ? [] : linesOf(breakdown, groups.groups, { language, names })),
    [groups, breakdown, language, names],
  );
  const sorted = useMemo(() => sortedLines(lines, order), [lines, order]);
  const people = useMemo(() => new Map(lines.map((line) => [line.group, line.person])), [lines]);
  const listed = showsAll ? sorted : sorted.slice(0, FIRST_LINES);
  return (
    <section
      className={isOld ? 'person-table is-renewed' : 'person-table'}
      aria-label={t(`by.${breakdown.name}`)}
    >
      {thrown !== null ? (
        <FailureNotice thrown={thrown} onRetry={onRetry} />
      ) : groups === undefined ? (
        <Skeleton rows={4} />
      ) : (
        <>
          <GroupTable
            columns={columns}
            groups={listed.map(({ group }) => group)}
            order={order}
            onOrder={setOrder}
            onFilters={onFilters}
            placeOf={(group) => personPlace(people.get(group))}
          />
          {sorted.length > FIRST_LINES ? (
            <Button kind="quiet" onPress={() => setShowsAll(!showsAll)}>
              {showsAll ? t('fewer') : t('more', { count: sorted.length })}
            </Button>
          ) : null}
        </>
      )}
    </section>
  );
}

/** The record over all rows of the period. */
export function PersonRecord({
  rows,
  filters,
  by,
}: Pick<BreakdownTableProps, 'rows' | 'filters'> & Pick<Breakdown, 'by'>) {
  const { t } = useTranslation('person');
  const { groups, isOld } = usePersonGroups(rows, filters, by);
  if (groups === undefined) return <Skeleton rows={1} />;
  return (
    <section className={isOld ? 'person-record is-renewed' : 'person-record'} aria-label={t('record')}>
      <Figures whole={groups.whole} />
    </section>
  );
}

function Figures({ whole }: { readonly whole: Group }) {
  const { t } = useTranslation('person');
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
    <dl>
      {facts.map(({ label, value, n }) => (
        <div key={label} className={n !== undefined && n < FEW ? 'is-few' : undefined}>
          <dt>{label}</dt>
          <dd>
            {n === 0 ? '–' : value} {n === undefined ? null : <small>n={n.toLocaleString(language)}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
