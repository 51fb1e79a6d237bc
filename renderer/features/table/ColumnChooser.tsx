// Chooses which columns a grid shows, by the catalogue's groups, and in which order; a search finds them by their term
// in either language or by the interface's name.

import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/TextField.tsx';
import { DEFAULT_COLUMN_STATE, screenOrder, type ColumnState } from '../../grid/columns/column-state.ts';
import { setShown, useColumnTable } from '../../grid/columns/column-table.ts';
import { placementIn } from '../../grid/columns/pinning.ts';
import { useStepMemory } from '../../app/navigation/navigation.ts';
import { ColumnOrder } from './ColumnOrder.tsx';
import { ColumnTicks } from './ColumnTicks.tsx';
import { matchesColumn } from './find-columns.ts';
import { PanelSides } from './PanelSides.tsx';
import { SidePanel } from './SidePanel.tsx';
import './column-chooser.css';

interface ColumnChooserProps {
  readonly columns: readonly Column[];
  readonly fresh: ReadonlySet<string>;
  readonly columnState: ColumnState;
  /** Names of columns that are pinned at the left by default. */
  readonly pinned: readonly string[];
  readonly onChange: (columnState: ColumnState) => void;
  /** Hides the columns that are empty in every record here. */
  readonly onHideEmpty: () => void;
  /** Whether the search takes the focus: not when the panel was open before. */
  readonly takesFocus: boolean;
  readonly onClose: () => void;
}

const SIDES = ['byGroup', 'inOrder'] as const;

type Side = (typeof SIDES)[number];

const takeFocus = (field: HTMLInputElement | null): void => field?.focus();

const namesOf = (columns: readonly Column[]): readonly string[] => columns.map(({ name }) => name);

export function ColumnChooser(props: ColumnChooserProps): ReactNode {
  const { columns, fresh, columnState, pinned, onChange, onHideEmpty, takesFocus, onClose } = props;
  const { t: summaries } = useTranslation('summary');
  const { t } = useTranslation('table');
  const [query, setQuery] = useState('');
  const [side, setSide] = useStepMemory<Side>('columns.side', 'byGroup');
  const table = useColumnTable({ columns, columnState, onColumnState: onChange, pinned });
  const shown = screenOrder(placementIn(table));
  const byName = new Map(columns.map((column) => [column.name, column]));
  const ordered = shown.flatMap((name) => byName.get(name) ?? []);
  const found = (side === 'inOrder' ? ordered : columns).filter((column) => matchesColumn(column, query));
  return (
    <SidePanel title={t('columnsTitle')} onClose={onClose}>
      <PanelSides
        label={t('columnsTitle')}
        sides={SIDES.map((id) => ({ id, label: t(id) }))}
        shown={side}
        onShow={setSide}
      />
      <div className="side-panel-tools">
        <TextField
          label={t('findColumn')}
          type="search"
          placeholder={t('findColumnHint')}
          ref={takesFocus ? takeFocus : null}
          value={query}
          onChange={setQuery}
        />
        <div className="side-panel-buttons">
          {query === '' ? (
            <>
              <Button onPress={() => setShown(table, namesOf(columns), true)}>{t('showAll')}</Button>
              <Button onPress={() => onChange({ ...DEFAULT_COLUMN_STATE, widths: columnState.widths })}>
                {t('firstView')}
              </Button>
              <Button onPress={onHideEmpty}>{summaries('hideEmpty')}</Button>
            </>
          ) : (
            <>
              {side === 'inOrder' ? null : (
                <Button onPress={() => setShown(table, namesOf(found), true)}>{t('showFound')}</Button>
              )}
              <Button onPress={() => setShown(table, namesOf(found), false)}>{t('hideFound')}</Button>
            </>
          )}
        </div>
      </div>
      {found.length === 0 ? (
        <p className="side-panel-body side-panel-none">{t('noColumns')}</p>
      ) : side === 'inOrder' ? (
        <ColumnOrder columns={found} fresh={fresh} table={table} canMove={query === ''} />
      ) : (
        <div className="side-panel-body">
          <ColumnTicks
            columns={found}
            fresh={fresh}
            shown={new Set(shown)}
            onToggle={(name) => table.getColumn(name)?.toggleVisibility()}
          />
        </div>
      )}
    </SidePanel>
  );
}
