// Above the rows: how many of how many and whether they are all, the quick search, the view, and what is done with all.

import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowQueryResult } from '#shared/bridge/row-query.ts';
import { Button } from '../../components/Button.tsx';
import { Completeness } from '../../components/Completeness.tsx';
import { Renewing } from '../../grid/data/OpeningState.tsx';
import type { OpenState } from '../../grid/data/use-open-result.ts';
import { QuickSearch } from './filters/QuickSearch.tsx';

/** What stands beside the grid. */
export type SidePanelName = 'columns' | 'record' | 'summary' | 'nothing';

interface ResultBarProps {
  readonly opened: OpenState;
  readonly queryResult: RowQueryResult;
  readonly quick: string;
  readonly onQuick: (text: string) => void;
  readonly onLeaveQuick: () => void;
  readonly quickField: Ref<HTMLInputElement>;
  readonly columns: { readonly shown: number; readonly all: number };
  /** Whether the archive holds more than is shown. */
  readonly isBehind: boolean;
  readonly onRenew: () => void;
  readonly beside: SidePanelName;
  readonly onBeside: (beside: SidePanelName) => void;
  /** The view, and what can be done with it. */
  readonly views: ReactNode;
  readonly exporting: ReactNode;
}

export function ResultBar(props: ResultBarProps): ReactNode {
  const { opened, queryResult, columns, beside, onBeside, quick, onQuick, onLeaveQuick, quickField } = props;
  const { summary, refresh, renewal } = opened;
  const { t } = useTranslation('table');
  const { t: summaries } = useTranslation('summary');
  const { rows, total } = queryResult;
  const toggle = (which: SidePanelName): void => onBeside(beside === which ? 'nothing' : which);
  return (
    <div className="table-result-bar">
      <strong role="status" className="table-result-count">
        {rows === total ? t('records', { count: total }) : t('recordsOf', { rows, count: total })}
      </strong>
      <Completeness summary={summary} />
      {renewal === undefined ? null : <Renewing renewal={renewal} />}
      {props.isBehind && renewal === undefined ? (
        <Button kind="quiet" className="table-result-behind" onPress={props.onRenew}>
          {t('showNew')}
        </Button>
      ) : null}
      <QuickSearch ref={quickField} text={quick} onText={onQuick} onLeave={onLeaveQuick} />
      {props.views}
      <span className="table-result-space" />
      <Button isExpanded={beside === 'columns'} onPress={() => toggle('columns')}>
        {t('columns', columns)}
      </Button>
      <Button isExpanded={beside === 'summary'} onPress={() => toggle('summary')}>
        {summaries('open')}
      </Button>
      <span title={t('refresh')}>
        <Button
          label={t('refresh')}
          className="icon-button"
          onPress={refresh}
          isPending={renewal !== undefined}
        >
          <span aria-hidden="true">⟳</span>
        </Button>
      </span>
      {props.exporting}
    </div>
  );
}
