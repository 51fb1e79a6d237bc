// Which columns a grid shows, by the catalogue's groups, and in which order; found by either language's term or the
// interface's name.

import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/catalogue/column.ts';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/TextField.tsx';
import {
  DEFAULT_COLUMN_STATE,
  showColumns,
  shownColumns,
  toggleColumn,
  type ColumnState,
} from '../../grid/columns/column-state.ts';
import { hideColumns, inScreenOrder, placesOf } from '../../grid/columns/column-order.ts';
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
  /** Names of columns that stay at the left while nobody arranged otherwise. */
  readonly pinned: readonly string[];
  readonly onChange: (columnState: ColumnState) => void;
  /** Hides those that no record here has a value in. */
  readonly onHideEmpty: () => void;
  /** Who opens the columns wants to find one. */
  readonly takesFocus: boolean;
  readonly onClose: () => void;
}

const SIDES = ['byGroup', 'inOrder'] as const;

type Side = (typeof SIDES)[number];

const takeFocus = (field: HTMLInputElement | null): void => field?.focus();

const namesOf = (columns: readonly Column[]): ReadonlySet<string> => new Set(columns.map(({ name }) => name));

export function ColumnChooser(props: ColumnChooserProps): ReactNode {
  const { columns, fresh, columnState, pinned, onChange, onHideEmpty, takesFocus, onClose } = props;
  const { t: summaries } = useTranslation('summary');
  const { t } = useTranslation('table');
  const [query, setQuery] = useState('');
  const [side, setSide] = useStepMemory<Side>('columns', 'byGroup');
  const shown = shownColumns(columns, columnState);
  const places = placesOf(shown, columnState, pinned);
  const byName = new Map(columns.map((column) => [column.name, column]));
  const ordered = inScreenOrder(places).flatMap((name) => byName.get(name) ?? []);
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
              <Button onPress={() => onChange(showColumns(columns, columnState, namesOf(columns)))}>
                {t('showAll')}
              </Button>
              <Button onPress={() => onChange({ ...DEFAULT_COLUMN_STATE, widths: columnState.widths })}>
                {t('firstView')}
              </Button>
              <Button onPress={onHideEmpty}>{summaries('hideEmpty')}</Button>
            </>
          ) : (
            <>
              {side === 'inOrder' ? null : (
                <Button onPress={() => onChange(showColumns(columns, columnState, namesOf(found)))}>
                  {t('showFound')}
                </Button>
              )}
              <Button onPress={() => onChange(hideColumns(columnState, places, namesOf(found)))}>
                {t('hideFound')}
              </Button>
            </>
          )}
        </div>
      </div>
      {found.length === 0 ? (
        <p className="side-panel-body side-panel-none">{t('noColumns')}</p>
      ) : side === 'inOrder' ? (
        <ColumnOrder
          columns={found}
          fresh={fresh}
          places={places}
          columnState={columnState}
          canMove={query === ''}
          onChange={onChange}
        />
      ) : (
        <div className="side-panel-body">
          <ColumnTicks
            columns={found}
            fresh={fresh}
            shown={namesOf(shown)}
            onToggle={(name) => onChange(toggleColumn(columns, columnState, name))}
          />
        </div>
      )}
    </SidePanel>
  );
}
