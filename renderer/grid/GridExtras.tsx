// What surrounds the cells: the status line, announcements for screen readers, menus, help, the jump to a column.

import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../text/text.ts';
import type { Language } from '#shared/text.ts';
import { GROUPS } from '#shared/catalogue/groups.ts';
import { EntryMenu, type MenuEntry } from '../components/EntryMenu.tsx';
import { onceFocusIsBack } from '../components/focus.ts';
import { cellReason } from './cell-drawing.tsx';
import { columnEntries } from './column-entries.ts';
import { ColumnHelp } from './columns/ColumnHelp.tsx';
import { JumpToColumn } from './columns/JumpToColumn.tsx';
import { besideIn } from './data/row-source.ts';
import type { GridProps } from './grid-props.ts';
import { keysFor } from './keyboard/shortcuts.ts';
import { GROUP_HEADS } from './keyboard/movement.ts';
import { cellAt } from './keyboard/use-focus.ts';
import { useGridCommands } from './keyboard/use-grid-commands.ts';
import { copyEntries } from './selection/copy-entries.ts';
import { rowsIn } from './selection/selection.ts';
import { figureWriter } from './selection/selection-figures.ts';
import { useFigures } from './selection/use-figures.ts';
import { StatusLine } from './StatusLine.tsx';
import type { GridParts } from './use-grid.ts';
import { useLatest } from '../components/use-latest.ts';

interface GridExtrasProps {
  readonly props: GridProps;
  readonly grid: GridParts;
  /** A grid as high as its rows has a status line only while something is selected. */
  readonly isWhole: boolean;
  readonly showPlain: () => void;
}

/** The id of the column's help, which describes the grid while it is open. */
export const HELP_ID = 'grid-column-help';

export function GridExtras({ props, grid, isWhole, showPlain }: GridExtrasProps): ReactNode {
  const { element, focus, selecting, copying, actions, layout, language } = grid;
  const { t } = useTranslation('grid');
  const { rectangle } = selecting;
  const columns = useMemo(
    () =>
      rectangle === undefined
        ? []
        : layout.all.slice(rectangle.left, rectangle.right + 1).map((laid) => laid.column),
    [layout, rectangle],
  );
  const { source, statisticsOf } = props;
  const figures = useFigures({ source, rectangle, columns, statisticsOf });
  useGridCommands({
    run: (action) => actions.run(action, focus.at.column),
    showPlain,
    canEditColumns: props.onColumnState !== undefined,
  });

  const { position, reason } = usePosition(props, grid);
  const selected = rectangle === undefined ? undefined : { rows: rowsIn(rectangle), columns: columns.length };
  const isFocused = useLatest(() => element.current?.contains(document.activeElement) === true);
  const cells = selected === undefined ? 0 : selected.rows * selected.columns;
  const words =
    selected === undefined
      ? [position, reason ?? ''].filter((text) => text !== '').join('. ')
      : t('selected', {
          count: cells,
          cells: cells.toLocaleString(language),
          rows: selected.rows.toLocaleString(language),
          columns: selected.columns,
        });
  const announced = useAnnouncement(words, language, isFocused);
  const hasCell = focus.at.row >= 0 || rectangle !== undefined;
  return (
    <>
      {isWhole && selected === undefined && copying.outcome === undefined ? null : (
        <StatusLine
          position={position}
          reason={reason}
          selected={selected}
          figures={figures}
          writeFigure={figureWriter(columns, language)}
          outcome={copying.outcome}
          onCopyAs={hasCell ? (anchor) => actions.setOverlay({ kind: 'copy', anchor }) : undefined}
          onPlain={isWhole ? undefined : showPlain}
        />
      )}
      <div className="only-read" aria-live="polite">
        {announced}
      </div>
      <OpenOverlay props={props} grid={grid} showPlain={showPlain} />
    </>
  );
}

/** Milliseconds for which the focus must rest before it is announced: not on every repeat of a key. */
const REST_MS = 400;

/**
 * The text for a polite live region: the latest text that did not change for a while. Without the focus it stays as it
 * is, except in another language: that is switched elsewhere, and the line can still be read.
 */
function useAnnouncement(text: string, language: Language, isFocused: () => boolean): string {
  const [announced, setAnnounced] = useState({ text: '', language });
  useEffect(() => {
    const timer = setTimeout(() => {
      const isHere = isFocused();
      setAnnounced((before) => {
        const isForeign = before.text !== '' && before.language !== language;
        return isHere || isForeign ? { text, language } : before;
      });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [text, language, isFocused]);
  return announced.text;
}

/** The position of the focus as text, and what the cell means beyond what it shows. */
function usePosition(
  { source, aids }: GridProps,
  { focus, layout, rows, language }: GridParts,
): { readonly position: string; readonly reason: string | undefined } {
  const { t } = useTranslation('grid');
  const { row, column: index } = focus.at;
  const column = layout.all[index]?.column;
  if (column === undefined) return { position: '', reason: undefined };
  if (row === GROUP_HEADS) {
    return { position: t('positionHead', { column: GROUPS[column.group][language] }), reason: undefined };
  }
  const label = column.label[language];
  if (row < 0) return { position: t('positionHead', { column: label }), reason: undefined };
  const raw = source.cell(row, column.name);
  const position = t('position', {
    column: label,
    row: (row + 1).toLocaleString(language),
    rows: rows.toLocaleString(language),
  });
  if (raw === undefined) return { position, reason: undefined };
  const toCome = aids?.isToCome?.(source, row, column, raw) === true;
  return { position, reason: cellReason(column, raw, language, toCome, besideIn(source, row, column)) };
}

type OverlayProps = Omit<GridExtrasProps, 'isWhole'>;

/** The menu, help or dialog that is open over the grid. */
function OpenOverlay({ props, grid, showPlain }: OverlayProps): ReactNode {
  const { element, focus, copying, actions, layout, table, language } = grid;
  const { t } = useTranslation('grid');
  const { overlay, setOverlay } = actions;
  const { row, column: index } = focus.at;
  const close = (): void => {
    setOverlay(undefined);
    cellAt(element.current, row, index)?.focus({ preventScroll: true });
  };
  switch (overlay?.kind) {
    case undefined:
      return null;
    case 'menu':
      return (
        <EntryMenu
          label={t('menuOf', { column: layout.all[overlay.index]?.column.label[language] ?? '' })}
          anchor={overlay.anchor}
          groups={columnEntries({ t, props, table, layout, actions, index: overlay.index, showPlain })}
          onClose={close}
        />
      );
    case 'copy': {
      const column = layout.all[index]?.column;
      const own = column === undefined || row < 0 ? [] : (props.cellEntries?.(column, row) ?? []);
      const entry = (action: 'openInTab' | 'about' | 'cite', label: string): MenuEntry => ({
        id: action,
        label,
        keys: keysFor(action),
        run: () => actions.run(action, index, row),
      });
      const leads = actions.destination(row, index) !== undefined;
      const opening = [
        ...(leads ? [entry('openInTab', t('openInTab'))] : []),
        ...(props.onFigure === undefined || row < 0
          ? []
          : [entry('about', t('aboutFigure')), entry('cite', t('citeFigure'))]),
      ];
      const copy = copyEntries(t, copying.choice, (choice) => void actions.copy(choice));
      return (
        <EntryMenu
          label={own.length + opening.length > 0 ? t('cellMenu') : t('copyAs')}
          anchor={overlay.anchor}
          groups={[own, opening, ...copy]}
          onClose={close}
        />
      );
    }
    case 'jump':
      return (
        <JumpToColumn
          columns={layout.all.map((each) => each.column)}
          onClose={close}
          onJump={(name) => {
            setOverlay(undefined);
            const to = layout.all.findIndex((each) => each.column.name === name);
            onceFocusIsBack(() => focus.set({ row, column: to }));
          }}
        />
      );
    case 'help': {
      const column = layout.all[overlay.index]?.column;
      if (column === undefined) return null;
      return createPortal(
        <ColumnHelp
          id={HELP_ID}
          column={column}
          language={language}
          near={overlay}
          fresh={props.freshColumns?.has(column.name) === true}
          table={props.sourceTable}
        />,
        document.body,
      );
    }
  }
}
