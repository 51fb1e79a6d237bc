// What stands around the cells: the status line, what is said to screen readers, menus, help, the jump to a column.

import { useMemo, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { GROUPS } from '#shared/catalogue/groups.ts';
import { onceFocusIsBack } from '../components/after-focus-restore.ts';
import { useLanguage } from '../text/text.ts';
import { cellReason } from './cell-drawing.tsx';
import { columnEntries } from './column-entries.ts';
import { ColumnHelp } from './columns/ColumnHelp.tsx';
import { ColumnMenu } from './columns/ColumnMenu.tsx';
import { copyEntries } from './selection/copy-entries.ts';
import type { GridProps } from './grid-props.ts';
import { JumpToColumn } from './columns/JumpToColumn.tsx';
import { isToCome } from '../racing/row-reading.ts';
import { StatusLine } from './StatusLine.tsx';
import { useAnnouncement } from './use-announcement.ts';
import type { Copying } from './selection/use-copy.ts';
import { useFigures } from './selection/use-figures.ts';
import { cellAt, type Focus } from './keyboard/use-focus.ts';
import type { GridActions } from './use-grid-actions.ts';
import { useGridCommands } from './keyboard/use-grid-commands.ts';
import { useLatest } from './use-latest.ts';
import type { Laid } from './columns/use-layout.ts';
import { rowsIn } from './selection/selection.ts';
import { figureWriter } from './selection/selection-figures.ts';
import type { SelectionState } from './selection/use-selection.ts';

interface GridExtrasProps {
  readonly props: GridProps;
  readonly element: RefObject<HTMLDivElement | null>;
  readonly laid: Laid;
  readonly focus: Focus;
  readonly rows: number;
  readonly selecting: SelectionState;
  readonly copying: Copying;
  readonly actions: GridActions;
  /** A grid as high as its rows has a status line only while something is selected. */
  readonly isWhole: boolean;
  readonly showPlain: (() => void) | undefined;
}

/** Of the column's help, which the grid is described by while it is open. */
export const HELP_ID = 'grid-column-help';

export function GridExtras(extras: GridExtrasProps): ReactNode {
  const { props, element, laid, focus, rows, selecting, copying, actions, isWhole, showPlain } = extras;
  const { t } = useTranslation('grid');
  const language = useLanguage();
  const { overlay, setOverlay } = actions;
  const { layout } = laid;
  const { row, column: index } = focus.at;
  const column = layout.all[index]?.column;
  const { rectangle } = selecting;
  const chosen = useMemo(
    () =>
      rectangle === undefined
        ? []
        : layout.all.slice(rectangle.left, rectangle.right + 1).map((laidColumn) => laidColumn.column),
    [layout, rectangle],
  );
  const figures = useFigures({
    source: props.source,
    rectangle,
    columns: chosen,
    statisticsOf: props.statisticsOf,
  });
  useGridCommands({
    run: (action) => actions.run(action, index),
    showPlain: () => showPlain?.(),
    canEditColumns: props.onColumnState !== undefined,
  });

  const raw = row < 0 || column === undefined ? undefined : props.source.cell(row, column.name);
  const reason =
    raw === undefined || column === undefined
      ? undefined
      : cellReason(column, raw, language, isToCome(props.source, row, column, raw));
  const head = column === undefined ? '' : column.label[language];
  const position =
    row >= 0
      ? t('position', {
          column: head,
          row: (row + 1).toLocaleString(language),
          rows: rows.toLocaleString(language),
        })
      : row === -1
        ? t('positionHead', { column: head })
        : column === undefined
          ? ''
          : t('positionHead', { column: GROUPS[column.group][language] });
  const selected = rectangle === undefined ? undefined : { rows: rowsIn(rectangle), columns: chosen.length };
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
  const said = useAnnouncement(words, isFocused);

  const close = (): void => {
    setOverlay(undefined);
    cellAt(element.current, row, index)?.focus({ preventScroll: true });
  };
  const helped = overlay?.kind === 'help' ? layout.all[overlay.index]?.column : undefined;
  return (
    <>
      {isWhole && selected === undefined && copying.outcome === undefined ? null : (
        <StatusLine
          position={position}
          reason={reason}
          selected={selected}
          figures={figures}
          writeFigure={figureWriter(chosen, language)}
          outcome={copying.outcome}
          onCopyAs={
            row < 0 && rectangle === undefined
              ? undefined
              : (button) => setOverlay({ kind: 'copy', anchor: button })
          }
          onPlain={isWhole ? undefined : showPlain}
        />
      )}
      <div className="only-read" aria-live="polite">
        {said}
      </div>
      {overlay?.kind === 'menu' ? (
        <ColumnMenu
          label={t('menuOf', { column: layout.all[overlay.index]?.column.label[language] ?? '' })}
          anchor={overlay.anchor}
          groups={columnEntries({
            t,
            props,
            laid,
            actions,
            index: overlay.index,
            showPlain: () => showPlain?.(),
          })}
          onClose={close}
        />
      ) : null}
      {overlay?.kind === 'copy' ? (
        <ColumnMenu
          label={t('copyAs')}
          anchor={overlay.anchor}
          groups={copyEntries(t, copying.choice, (choice) => void actions.copy(choice))}
          onClose={close}
        />
      ) : null}
      {overlay?.kind === 'jump' ? (
        <JumpToColumn
          columns={layout.all.map((each) => each.column)}
          onClose={close}
          onJump={(name) => {
            setOverlay(undefined);
            const to = layout.all.findIndex((each) => each.column.name === name);
            onceFocusIsBack(() => focus.set({ row, column: to }));
          }}
        />
      ) : null}
      {helped === undefined || overlay?.kind !== 'help'
        ? null
        : createPortal(
            <ColumnHelp
              id={HELP_ID}
              column={helped}
              language={language}
              near={overlay}
              fresh={props.freshColumns?.has(helped.name) === true}
              table={props.sourceTable}
            />,
            document.body,
          )}
    </>
  );
}
