// A record broken down by one thing: a line for each of its values, each with its n; the number of runs opens them.

import { useMemo, useState, type ReactNode } from 'react';
import type { GroupOrder } from '#shared/bridge/group-figures.ts';
import type { ColumnFilter, Group } from '#shared/bridge/row-query.ts';
import { personPlace } from '../../racing/key-links.ts';
import { useStepMemory } from '../../app/navigation/navigation.ts';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { GroupTable } from '../table/summary/GroupTable.tsx';
import '../table/summary/summary.css';
import { record as texts } from '../../text/record.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { linesOf, STARTED, type Breakdown, type Line } from './breakdowns.ts';
import { FIGURES, labelColumn, sortedLines } from './figures.ts';
import { useCodeNames } from './use-code-names.ts';
import './record.css';

/** Lines shown before the user wants all. */
const FIRST_LINES = 12;

/** Codes of people in lines without a name. */
const unnamedCodes = (lines: readonly Line[]): readonly string[] =>
  lines.flatMap(({ person, isUnnamed }) => (isUnnamed && person !== undefined ? [person.id] : []));

interface RecordTableProps {
  readonly breakdown: Breakdown;
  /** The runs grouped as the breakdown asks; undefined until they are known. */
  readonly groups: readonly Group[] | undefined;
  /** They are of the rows before. */
  readonly isOld?: boolean;
  /** Why they are not known; null unless that failed. */
  readonly thrown?: unknown;
  /** Prefix of the name under which the order is remembered. */
  readonly memoryName: string;
  /** Rates of fewer runs are drawn lighter; by default as in all groups. */
  readonly few?: number;
  /** Opens the runs that a line counts. */
  readonly onFilters: (filters: readonly ColumnFilter[]) => void;
  readonly onRetry?: () => void;
}

export function RecordTable(props: RecordTableProps): ReactNode {
  const { breakdown, groups, isOld = false, thrown = null, memoryName, few, onFilters, onRetry } = props;
  const { t } = useTranslation('record');
  const language = useLanguage();
  const names = useNameStyle();
  const [order, setOrder] = useStepMemory<GroupOrder>(`${memoryName}.${breakdown.name}`, breakdown.first);
  const [showsAll, setShowsAll] = useState(false);
  const columns = useMemo(() => {
    const head = {
      en: texts.en.breakdowns[breakdown.name],
      ja: texts.ja.breakdowns[breakdown.name],
    };
    return [labelColumn(breakdown.name, head), ...FIGURES];
  }, [breakdown.name]);
  const codes = useMemo(
    () => (groups === undefined ? [] : unnamedCodes(linesOf(breakdown, groups, { language, names }))),
    [groups, breakdown, language, names],
  );
  const { names: ofCodes } = useCodeNames(breakdown.name === 'jockey' ? 'jockey' : 'trainer', codes);
  const lines = useMemo(
    () => (groups === undefined ? [] : linesOf(breakdown, groups, { language, names, ofCodes })),
    [groups, breakdown, language, names, ofCodes],
  );
  const sorted = useMemo(() => sortedLines(lines, order), [lines, order]);
  const people = useMemo(() => new Map(lines.map((line) => [line.group, line.person])), [lines]);
  const listed = showsAll ? sorted : sorted.slice(0, FIRST_LINES);
  const isNobodyNaming = ofCodes !== undefined && unnamedCodes(listed).length > 0;
  return (
    <section
      className={isOld ? 'record-table is-renewed' : 'record-table'}
      aria-label={t(`by.${breakdown.name}`)}
    >
      {thrown !== null ? (
        <FailureNotice thrown={thrown} {...(onRetry === undefined ? {} : { onRetry })} />
      ) : groups === undefined ? (
        <Skeleton rows={4} />
      ) : (
        <>
          <GroupTable
            columns={columns}
            groups={listed.map(({ group }) => group)}
            order={order}
            onOrder={setOrder}
            onFilters={(filters) => onFilters([...filters, STARTED])}
            placeOf={(group) => personPlace(people.get(group))}
            {...(few === undefined ? {} : { few })}
          />
          {isNobodyNaming ? <p className="record-note">{t('unnamed')}</p> : null}
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
