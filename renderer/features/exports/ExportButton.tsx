// The Export button of a grid, and its dialog: the choices, the progress, the finished file.

import { use, useState, type ReactNode } from 'react';
import type { RowQueryResult, ColumnFilter, QuickSearch } from '#shared/bridge/row-query.ts';
import type { GroupsRequest } from '#shared/bridge/group-figures.ts';
import { FORMAT_TRAITS } from '#shared/bridge/export-formats.ts';
import { FORM_TRAITS } from '#shared/bridge/export-forms.ts';
import { savedExportTable, type StoredExport } from '#shared/bridge/export-saved.ts';
import type { ComposedCells, FileRequest } from '#shared/bridge/exports.ts';
import type { ExportStyle } from '#shared/bridge/export-style.ts';
import type { Summary } from '#shared/bridge/results.ts';
import type { Sort, ResultSource } from '#shared/bridge/source.ts';
import type { SavedLayout } from '#shared/saved-views/view.ts';
import type { NameStyle } from '#shared/names/latin.ts';
import type { Language } from '#shared/text.ts';
import { useBridge } from '../../client/bridge.tsx';
import { useRemembered } from '../../client/use-remembered.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import {
  contentOf,
  exportChoiceSchema,
  FIRST_CHOICE,
  type ExportChoice,
  type ResolvedChoice,
} from './export-choice.ts';
import { startExport, useExportJobs, type ExportState } from './export-jobs.ts';
import { ExportForm } from './ExportForm.tsx';
import { ExportOutcome } from './ExportOutcome.tsx';
import { ScreenReasons } from './screen-reasons.ts';
import { useSavedExports } from './use-saved-exports.ts';
import { useSavedRows } from './use-saved-rows.ts';
import './exports.css';

export interface ExportButtonProps {
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
  /** The file has the groups of the rows: all of them, with the columns on screen. */
  readonly groups?: GroupsRequest;
  /** The cells on screen, of a grid that composes some of several fields. */
  readonly composed?: (() => ComposedCells) | undefined;
}

/** Exports of groups remember their choices together, whatever was grouped. */
const GROUPS = 'groups';

const NOTHING_SAVED: readonly StoredExport[] = [];

function resolve(
  choice: ExportChoice,
  props: ExportButtonProps,
  savedExports: readonly StoredExport[],
  language: Language,
  names: NameStyle,
): ResolvedChoice {
  const { source, columns, allColumns = columns, sort, filters = [], quick, groups } = props;
  const { layouts = [], summary, composed } = props;
  const { style } = choice;
  const saved = savedExports.find(({ id }) => id === choice.saved);
  const layout = saved === undefined ? layouts.find(({ id }) => id === choice.layout) : undefined;
  const fixed = saved?.columns ?? layout?.columns;
  // With all columns on screen the dialog offers no choice, and one that was made elsewhere has no effect.
  const takesAll = choice.columns === 'all' && allColumns.length !== columns.length;
  const chosen = fixed ?? (takesAll ? allColumns : columns);
  const composes = composed !== undefined && style.form === 'shown' && fixed === undefined;
  const inResult = new Set(summary?.columns.map(({ name }) => name));
  return {
    style,
    layout,
    saved,
    content:
      saved === undefined
        ? {
            source,
            columns: [...chosen],
            sort,
            filters: [...filters],
            quick,
            groups,
            language,
            names: names === 'kana' ? undefined : names,
          }
        : contentOf(saved),
    absent:
      summary === undefined || fixed === undefined || saved?.groups !== undefined
        ? []
        : chosen.filter((name) => !inResult.has(name)),
    // The columns of groups are not those of the result.
    keepsOrder:
      summary === undefined || groups !== undefined || sort.every(({ column }) => inResult.has(column)),
    composes,
    isComposed: composes && !takesAll,
  };
}

/** What the style says, as far as it applies to the format and form. */
function appliedStyle({ format, form, header, labels, encoding, neutralize }: ExportStyle): ExportStyle {
  const { isForSpreadsheets } = FORMAT_TRAITS[format];
  return {
    format,
    form,
    header,
    ...(labels === true && FORM_TRAITS[form].takesLabels ? { labels } : {}),
    ...(isForSpreadsheets && encoding !== undefined && encoding !== 'utf-8' ? { encoding } : {}),
    ...(isForSpreadsheets && neutralize === true ? { neutralize } : {}),
  };
}

function fileRequest(
  { style, layout, content, isComposed }: ResolvedChoice,
  composed: () => ComposedCells | undefined,
): FileRequest {
  const { columns, sort, filters, quick, groups, language, names } = content;
  return {
    sort,
    ...(filters.length === 0 ? {} : { filters }),
    ...(quick === undefined ? {} : { quick }),
    ...(groups === undefined ? {} : { groups }),
    columns,
    ...(layout === undefined ? {} : { layout: { name: layout.name, version: layout.version } }),
    ...appliedStyle(style),
    ...(isComposed ? { composed: composed() } : {}),
    language,
    ...(style.form === 'shown' && names !== undefined ? { names } : {}),
  };
}

export function ExportButton(props: ExportButtonProps): ReactNode {
  const { source, columns, allColumns = columns, summary, rows, layouts = [], groups } = props;
  const { t } = useTranslation('exports');
  const { client } = useBridge();
  const language = useLanguage();
  const names = useNameStyle();
  const [isOpen, setOpen] = useState(false);
  const [jobId, setJobId] = useState<number>();
  const table = savedExportTable(source);
  const memory = `export.${groups === undefined ? table : GROUPS}`;
  const { value: choice, loaded, keep } = useRemembered(memory, exportChoiceSchema, FIRST_CHOICE);
  const saved = useSavedExports(table, groups !== undefined, isOpen);
  const job = useExportJobs(({ jobs }) => jobs.find(({ id }) => id === jobId));
  const resolved = resolve(choice, props, saved.list ?? NOTHING_SAVED, language, names);
  const { resultId = summary?.resultId } = props;
  const savedRows = useSavedRows(isOpen ? resolved.saved : undefined, resultId, summary);
  const reasons = use(ScreenReasons);
  const readiness = !loaded ? 'reading' : choice.saved === undefined ? 'ready' : saved.state;

  const composed = (): ComposedCells | undefined => {
    const cells = props.composed?.();
    return cells === undefined || reasons.length === 0 ? cells : { ...cells, reasons: [...reasons] };
  };
  const begin = (changes: Partial<FileRequest> = {}): void => {
    const request = { ...fileRequest(resolved, composed), ...changes };
    setJobId(startExport(client, { source, resultId }, request));
  };
  const change = (part: Partial<ExportChoice>): void => keep({ ...choice, ...part });
  const reset = (): void => setJobId(undefined);
  const close = (): void => {
    setOpen(false);
    reset();
  };
  const now = job?.now;
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('export')}</Button>
      <Dialog
        title={t('title')}
        isOpen={isOpen}
        onClose={close}
        actions={
          <Actions
            now={now}
            readiness={readiness}
            onStart={() => begin()}
            onCancel={() => job?.cancel()}
            onBack={reset}
            onClose={close}
          />
        }
      >
        {now === undefined ? (
          <ExportForm
            choice={choice}
            resolved={resolved}
            onChange={change}
            layouts={layouts}
            shownColumns={columns.length}
            allColumns={allColumns.length}
            summary={summary}
            rows={rows}
            saved={saved}
            savedRows={savedRows}
            isOfGroups={groups !== undefined}
          />
        ) : (
          <ExportOutcome
            now={now}
            summary={summary}
            absent={resolved.absent}
            isNeutralized={job?.request.neutralize === true}
            onAgain={begin}
          />
        )}
      </Dialog>
    </>
  );
}

/** The dialog's buttons change with its state: the next one to press takes the focus. */
const takeFocus = (button: HTMLButtonElement | null): void => button?.focus();

interface ActionsProps {
  /** Undefined while the user chooses. */
  readonly now: ExportState | undefined;
  /** Whether what was chosen last is known: until then another file would be written. */
  readonly readiness: 'ready' | 'reading' | 'failed';
  readonly onStart: () => void;
  readonly onCancel: () => void;
  /** Back to the choices. */
  readonly onBack: () => void;
  readonly onClose: () => void;
}

function Actions({ now, readiness, onStart, onCancel, onBack, onClose }: ActionsProps): ReactNode {
  const { t } = useTranslation('exports');
  const { t: shell } = useTranslation('shell');
  if (now?.state === 'running')
    return (
      <>
        <Button onPress={onCancel} isDisabled={now.cancelling}>
          {now.cancelling ? t('cancelling') : t('cancelExport')}
        </Button>
        <Button onPress={onClose}>{t('inBackground')}</Button>
      </>
    );
  if (now === undefined)
    return (
      <>
        <Button onPress={onClose}>{shell('cancel')}</Button>
        <Button
          kind="primary"
          onPress={onStart}
          isPending={readiness === 'reading'}
          isDisabled={readiness === 'failed'}
          ref={takeFocus}
        >
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
