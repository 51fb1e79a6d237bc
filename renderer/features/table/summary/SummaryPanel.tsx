// The summary of the rows that pass: of the current column, and grouped by one or two columns.

import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../text/text.ts';
import type { GroupsRequest } from '#shared/bridge/group-figures.ts';
import type { ColumnFilter } from '#shared/bridge/row-query.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { useStepMemory } from '../../../app/navigation/navigation.ts';
import { PanelSides } from '../PanelSides.tsx';
import { SidePanel } from '../SidePanel.tsx';
import { ColumnSummary } from './ColumnSummary.tsx';
import { GroupSummary, NO_GROUPING, type Grouping } from './GroupSummary.tsx';
import './summary.css';

interface SummaryPanelProps {
  readonly resultId: string;
  /** Changes with the rows that pass. */
  readonly rowsKey: QueryKey;
  readonly columns: readonly Column[];
  readonly current: Column | undefined;
  readonly onFilters: (filters: readonly ColumnFilter[]) => void;
  readonly renderExport?: (groups: GroupsRequest, columns: readonly string[], count: number) => ReactNode;
  readonly onClose: () => void;
}

const SIDES = ['column', 'groups'] as const;

type Side = (typeof SIDES)[number];

export function SummaryPanel(props: SummaryPanelProps): ReactNode {
  const { resultId, rowsKey, columns, current, onFilters, renderExport, onClose } = props;
  const { t } = useTranslation('summary');
  const [side, setSide] = useStepMemory<Side>('summary', 'column');
  const [grouping, setGrouping] = useStepMemory<Grouping>('grouping', NO_GROUPING);
  return (
    <SidePanel title={t('title')} onClose={onClose}>
      <PanelSides
        label={t('title')}
        sides={SIDES.map((id) => ({ id, label: t(id) }))}
        shown={side}
        onShow={setSide}
      />
      {side === 'groups' ? (
        <GroupSummary
          resultId={resultId}
          rowsKey={rowsKey}
          columns={columns}
          current={current}
          grouping={grouping}
          onGrouping={setGrouping}
          onFilters={onFilters}
          {...(renderExport === undefined ? {} : { renderExport })}
        />
      ) : current === undefined ? (
        <p className="side-panel-none summary-body">{t('noColumn')}</p>
      ) : (
        <ColumnSummary resultId={resultId} rowsKey={rowsKey} column={current} onFilters={onFilters} />
      )}
    </SidePanel>
  );
}
