// The table browser: one of the sixteen tables, the filters that its endpoint takes, and the records that match.

import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { browsableSource, type ResultSource } from '#shared/bridge/source.ts';
import { BROWSABLES, isSubjectName, type BrowsableCode } from '#shared/catalogue/browsable.ts';
import { addDays } from '#shared/racing/racedate.ts';
import { useBridge } from '../../client/bridge.tsx';
import { useToday } from '../../client/use-today.ts';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useOpenResult } from '../../grid/data/use-open-result.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { isRunKey } from '../../app/commands/run-key.ts';
import { navigation, useNavigationStore } from '../../app/navigation/navigation.ts';
import { currentStep } from '../../app/navigation/trail.ts';
import { carryDraft, checkFilter, type FilterDraft } from './filter-form.ts';
import { FilterForm } from './FilterForm.tsx';
import { firstDraft, typedOf, withProposal } from './first-filter.ts';
import { OpeningState } from '../../grid/data/OpeningState.tsx';
import { ROWS_MEMORY, sameQuery } from './table-state.ts';
import { TableList, TablePicker } from './TablePicker.tsx';
import { TableResult } from './TableResult.tsx';
import { usePreparedTableState } from './use-table-state.ts';
import './table.css';

interface TableScreenProps {
  readonly table: BrowsableCode;
  readonly filter?: Extract<ResultSource, { kind: 'table' }>['filter'] | undefined;
}

/** Days before and after today among which race days are proposed. */
const BEFORE = 56;
const AFTER = 14;

const NOTHING: FilterDraft = {};

/** What this step of the trail stores of how rows are shown: order, filters, the side panel. */
function presentation(): Readonly<Record<string, unknown>> {
  const { memory } = currentStep(useNavigationStore.getState().trail);
  return Object.fromEntries(PRESENTATION.flatMap((name) => (name in memory ? [[name, memory[name]]] : [])));
}

const PRESENTATION = [ROWS_MEMORY, 'beside', 'summary', 'grouping'];

export function TableScreen({ table, filter }: TableScreenProps): ReactNode {
  const { t } = useTranslation('table');
  const { queries } = useBridge();
  const language = useLanguage();
  const definition = BROWSABLES[table];
  const other = language === 'en' ? 'ja' : 'en';

  const today = useToday();
  const calendar = useQuery(
    queries.days.list.queryOptions({
      input: { from: addDays(today ?? '20000101', -BEFORE), to: addDays(today ?? '20000101', AFTER) },
      enabled: today !== undefined,
      staleTime: 10 * 60_000,
    }),
  );
  const days = useMemo(() => calendar.data?.days ?? [], [calendar.data]);
  const raceDays = useMemo(() => new Set(days.map((day) => day.racedate)), [days]);

  const [typed, setTyped] = useState<FilterDraft>(filter ?? NOTHING);
  const [showsProblems, setShowsProblems] = useState(false);
  /** The rows below are all that is stored: the form proposes no days that they are not restricted to. */
  const isOfAll = filter !== undefined && Object.keys(filter).length === 0;
  const proposed = isOfAll || today === undefined ? NOTHING : firstDraft(definition, days, today);
  const draft = withProposal(typed, proposed);
  const checked = checkFilter(definition, draft, isSubjectName(table));

  const source = useMemo(
    (): ResultSource | undefined => (filter === undefined ? undefined : browsableSource(table, filter)),
    [table, filter],
  );
  const opened = useOpenResult(source);
  usePreparedTableState(table);
  const isRunning = opened?.state === 'opening' || (opened?.state === 'open' && opened.renewal !== undefined);

  const ask = (): void => {
    setShowsProblems(true);
    if (checked.problems.length > 0) return;
    // A proposal that is queried becomes the user's own, because the form must describe the rows below it.
    setTyped(draft);
    if (filter !== undefined && sameQuery(checked.filter, filter)) {
      if (opened?.state === 'open') opened.refresh();
      else if (opened?.state === 'failed' || opened?.state === 'cancelled') opened.again();
      return;
    }
    const place = { screen: 'table', table, filter: checked.filter } as const;
    // The first query belongs to this step of the trail; another one is a step of its own, to go back from.
    if (filter === undefined) navigation.replace(place);
    // The next query of the same table keeps order, filters and panel, and starts at its top.
    else navigation.go(place, presentation());
  };
  const choose = (code: BrowsableCode): void => {
    if (code === table) return;
    const carried = checkFilter(
      BROWSABLES[code],
      carryDraft(checked.filter, BROWSABLES[code]),
      isSubjectName(code),
    );
    const place = { screen: 'table', table: code } as const;
    // From records, the user goes to the other table's records of the same days.
    if (filter === undefined || carried.problems.length > 0) navigation.go(place);
    else navigation.go({ ...place, filter: carried.filter });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isRunKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
    ask();
  };

  return (
    <div role="presentation" className="table-screen" onKeyDownCapture={onKeyDown}>
      <div className="screen-line">
        <PageHeader
          windowTitle={definition.label[language]}
          leavesFocus={opened?.state === 'open'}
          title={
            <span
              title={`${definition.purpose[language]} ${t('fields', { count: definition.columns.length })}`}
            >
              {definition.label[language]}{' '}
              <span className="table-screen-other" lang={other}>
                {definition.label[other]}
              </span>{' '}
              <code className="table-screen-code">{table}</code>
            </span>
          }
          actions={filter === undefined ? undefined : <TablePicker table={table} onChoose={choose} />}
        />
        <FilterForm
          table={definition}
          draft={draft}
          onChange={(next) => setTyped(typedOf(typed, draft, next))}
          problems={showsProblems ? checked.problems : []}
          raceDays={raceDays}
          onRun={ask}
          isRunning={isRunning && filter !== undefined && sameQuery(checked.filter, filter)}
        />
      </div>
      {opened === undefined || source === undefined ? (
        <TableList table={table} onChoose={choose} />
      ) : opened.state === 'open' ? (
        <TableResult table={definition} opened={opened} />
      ) : (
        <OpeningState opened={opened} />
      )}
    </div>
  );
}
