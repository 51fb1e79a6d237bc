// The Export button of a grid, and its dialog: the choices, the progress, the finished file.

import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowQueryResult, ColumnFilter, QuickSearch } from '#shared/bridge/row-query.ts';
import { FORMAT_TRAITS } from '#shared/bridge/export-formats.ts';
import type { FileRequest } from '#shared/bridge/exports.ts';
import type { Summary } from '#shared/bridge/results.ts';
import type { Sort, ResultSource } from '#shared/bridge/source.ts';
import type { SavedLayout } from '#shared/saved-views/view.ts';
import type { Language } from '#shared/text.ts';
import { useRemembered } from '../../client/use-remembered.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Progress } from '../../components/Progress.tsx';
import { useLanguage } from '../../text/text.ts';
import { exportChoiceSchema, FIRST_CHOICE, type ExportChoice, type ResolvedChoice } from './export-choice.ts';
import { ExportDone } from './ExportDone.tsx';
import { ExportForm } from './ExportForm.tsx';
import { useExport, type ExportState } from './use-export.ts';
import './exports.css';

interface ExportButtonProps {
  readonly source: ResultSource;
  /** The open result on screen, whose rows are written. If it is unknown, the export opens `source`. */
  readonly resultId?: string | undefined;
  /** Names of the columns on screen, in their order. */
  readonly columns: readonly string[];
  readonly sort: Sort;
  /** The filters of the rows on screen: the file holds exactly those rows. */
  readonly filters?: readonly ColumnFilter[];
  readonly quick?: QuickSearch | undefined;
  /** How many rows pass the filters, and of how many. */
  readonly rows?: RowQueryResult;
  /** Frozen layouts that can give the columns. */
  readonly layouts?: readonly SavedLayout[];
  /** Names of all columns; without it the dialog offers no choice of columns. */
  readonly allColumns?: readonly string[];
  /** The result on screen, so that the dialog can show beforehand what the file will lack. */
  readonly summary?: Summary | undefined;
}

/** The code of the table on screen, or the kind of its source: frozen layouts are remembered by it. */
const tableName = (source: ResultSource): string => (source.kind === 'table' ? source.table : source.kind);

function resolve(choice: ExportChoice, props: ExportButtonProps): ResolvedChoice {
  const { source, columns, allColumns = columns, layouts = [], summary } = props;
  const layout = layouts.find(({ id }) => id === choice.layouts?.[tableName(source)]);
  const chosen = layout?.columns ?? (choice.columns === 'all' ? allColumns : columns);
  const inResult = new Set(summary?.columns.map(({ name }) => name));
  const { format = 'csv', encoding = 'programs' } = choice;
  return {
    format,
    encoding,
    formulas: choice.formulas ?? (encoding === 'excel' ? 'neutralize' : 'keep'),
    layout,
    columns: chosen,
    absent: summary === undefined || layout === undefined ? [] : chosen.filter((name) => !inResult.has(name)),
  };
}

function fileRequest(
  { header, values }: ExportChoice,
  { format, encoding, formulas, layout, columns }: ResolvedChoice,
  { sort, filters = [], quick }: ExportButtonProps,
  language: Language,
): FileRequest {
  const { isForSpreadsheets } = FORMAT_TRAITS[format];
  return {
    sort,
    ...(filters.length === 0 ? {} : { filters: [...filters] }),
    ...(quick === undefined ? {} : { quick }),
    columns: [...columns],
    ...(layout === undefined ? {} : { layout: { name: layout.name, version: layout.version } }),
    format,
    header,
    values,
    ...(isForSpreadsheets && encoding === 'excel' ? { byteOrderMark: true } : {}),
    ...(isForSpreadsheets && formulas === 'neutralize' ? { neutralize: true } : {}),
    language,
  };
}

export function ExportButton(props: ExportButtonProps): ReactNode {
  const { source, columns, allColumns = columns, summary, rows, layouts = [] } = props;
  const { t } = useTranslation('exports');
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const { value: choice, keep } = useRemembered('export', exportChoiceSchema, FIRST_CHOICE);
  const { now, start, cancel, reset } = useExport();
  const resolved = resolve(choice, props);
  const { resultId = summary?.resultId } = props;

  const begin = (): void => void start({ source, resultId }, fileRequest(choice, resolved, props, language));
  const close = (): void => {
    setOpen(false);
    if (now.state !== 'running') reset();
  };
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('export')}</Button>
      <Dialog
        title={t('title')}
        isOpen={isOpen}
        onClose={close}
        staysOpen={now.state === 'running'}
        actions={<Actions now={now} onStart={begin} onCancel={cancel} onBack={reset} onClose={close} />}
      >
        {now.state === 'choosing' ? (
          <ExportForm
            choice={choice}
            resolved={resolved}
            onChange={(part) => keep({ ...choice, ...part })}
            table={tableName(source)}
            layouts={layouts}
            shownColumns={columns.length}
            allColumns={allColumns.length}
            summary={summary}
            rows={rows}
          />
        ) : null}
        {now.state === 'running' ? (
          <Progress done={now.written} total={now.total} label={t('writing')} />
        ) : null}
        {now.state === 'done' ? (
          <ExportDone
            done={now.done}
            summary={summary}
            columns={resolved.columns.length}
            absent={resolved.absent}
            isNeutralized={
              FORMAT_TRAITS[resolved.format].isForSpreadsheets && resolved.formulas === 'neutralize'
            }
          />
        ) : null}
        {now.state === 'cancelled' ? <p role="status">{t('cancelled')}</p> : null}
        {now.state === 'failed' ? <FailureNotice thrown={now.thrown} onRetry={begin} /> : null}
      </Dialog>
    </>
  );
}

/** The dialog's buttons change with its state: the next one to press takes the focus. */
const takeFocus = (button: HTMLButtonElement | null): void => button?.focus();

interface ActionsProps {
  readonly now: ExportState;
  readonly onStart: () => void;
  readonly onCancel: () => void;
  /** Back to the choices. */
  readonly onBack: () => void;
  readonly onClose: () => void;
}

function Actions({ now, onStart, onCancel, onBack, onClose }: ActionsProps): ReactNode {
  const { t } = useTranslation('exports');
  const { t: shell } = useTranslation('shell');
  if (now.state === 'running')
    return (
      <Button onPress={onCancel} isDisabled={now.cancelling}>
        {now.cancelling ? t('cancelling') : t('cancelExport')}
      </Button>
    );
  if (now.state === 'choosing')
    return (
      <>
        <Button onPress={onClose}>{shell('cancel')}</Button>
        <Button kind="primary" onPress={onStart} ref={takeFocus}>
          {t('start')}
        </Button>
      </>
    );
  return (
    <>
      {now.state === 'done' ? null : <Button onPress={onBack}>{t('again')}</Button>}
      <Button kind="primary" onPress={onClose} ref={takeFocus}>
        {shell('close')}
      </Button>
    </>
  );
}
