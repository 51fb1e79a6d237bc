// Takes what a grid shows away as a file: the button, and the dialog from the questions to the finished file.

import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowQueryResult, ColumnFilter, QuickSearch } from '#shared/bridge/row-query.ts';
import { EXPORT_FORMATS, FORMAT_TRAITS } from '#shared/bridge/export-formats.ts';
import type { Summary } from '#shared/bridge/results.ts';
import type { Sort, ResultSource } from '#shared/bridge/source.ts';
import { layoutTitle, type SavedLayout } from '#shared/saved-views/view.ts';
import { useRemembered } from '../../client/use-remembered.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Progress } from '../../components/Progress.tsx';
import { Select } from '../../components/Select.tsx';
import { useLanguage } from '../../text/text.ts';
import { ChoiceGroup } from './ChoiceGroup.tsx';
import { exportChoiceSchema, FIRST_CHOICE, type ExportChoice } from './export-choice.ts';
import { ExportDone } from './ExportDone.tsx';
import { useExport } from './use-export.ts';
import './exports.css';

interface ExportButtonProps {
  readonly source: ResultSource;
  /** The open result on screen, whose rows are written; where it is unknown, `source` is opened for the export. */
  readonly resultId?: string | undefined;
  /** Names of the columns on screen, in their order. */
  readonly columns: readonly string[];
  readonly sort: Sort;
  /** What the rows on screen pass: the file holds exactly those. */
  readonly filters?: readonly ColumnFilter[];
  readonly quick?: QuickSearch | undefined;
  /** How many of how many they are. */
  readonly rows?: RowQueryResult;
  /** Frozen layouts that can give the columns. */
  readonly layouts?: readonly SavedLayout[];
  /** Names of all columns; without it there is no question which. */
  readonly allColumns?: readonly string[];
  /** Of the result on screen, to say beforehand what the file will lack. */
  readonly summary?: Summary | undefined;
}

/** The dialog's buttons change with its state: the focus goes to the one that comes next. */
const takeFocus = (button: HTMLButtonElement | null): void => button?.focus();

export function ExportButton(props: ExportButtonProps): ReactNode {
  const { source, columns, sort, allColumns = columns, summary, rows, filters = [], quick } = props;
  const { layouts = [], resultId = summary?.resultId } = props;
  const { t } = useTranslation('exports');
  const { t: shell } = useTranslation('shell');
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const { value: choice, keep } = useRemembered('export', exportChoiceSchema, FIRST_CHOICE);
  const { now, start, cancel, reset } = useExport();
  const change = (part: Partial<ExportChoice>): void => keep({ ...choice, ...part });
  const table = source.kind === 'table' ? source.table : source.kind;
  const layout = layouts.find((each) => each.id === choice.layouts?.[table]);
  const chosen = layout?.columns ?? (choice.columns === 'all' ? allColumns : columns);
  const there = new Set(summary?.columns.map(({ name }) => name));
  const absent =
    summary === undefined || layout === undefined ? [] : chosen.filter((name) => !there.has(name));

  const { format = 'csv', encoding = 'programs' } = choice;
  const { hasHeader, isForSpreadsheets } = FORMAT_TRAITS[format];
  const exported = { source, resultId };
  const { formulas = encoding === 'excel' ? 'neutralize' : 'keep' } = choice;

  const begin = (): void => {
    const { header, values } = choice;
    void start(exported, {
      sort,
      ...(filters.length === 0 ? {} : { filters: [...filters] }),
      ...(quick === undefined ? {} : { quick }),
      columns: [...chosen],
      ...(layout === undefined ? {} : { layout: { name: layout.name, version: layout.version } }),
      format,
      header,
      values,
      ...(isForSpreadsheets && encoding === 'excel' ? { byteOrderMark: true } : {}),
      ...(isForSpreadsheets && formulas === 'neutralize' ? { neutralize: true } : {}),
      language,
    });
  };
  const close = (): void => {
    setOpen(false);
    if (now.state !== 'running') reset();
  };
  const actions =
    now.state === 'running' ? (
      <Button onPress={cancel} isDisabled={now.cancelling}>
        {now.cancelling ? t('cancelling') : t('cancelExport')}
      </Button>
    ) : now.state === 'choosing' ? (
      <>
        <Button onPress={close}>{shell('cancel')}</Button>
        <Button kind="primary" onPress={begin} ref={takeFocus}>
          {t('start')}
        </Button>
      </>
    ) : (
      <>
        {now.state === 'done' ? null : <Button onPress={reset}>{t('again')}</Button>}
        <Button kind="primary" onPress={close} ref={takeFocus}>
          {shell('close')}
        </Button>
      </>
    );

  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('export')}</Button>
      <Dialog
        title={t('title')}
        isOpen={isOpen}
        onClose={close}
        staysOpen={now.state === 'running'}
        actions={actions}
      >
        {now.state === 'choosing' ? (
          <>
            {layouts.length === 0 ? null : (
              <Select
                label={t('layout')}
                value={layout?.id ?? ''}
                options={[
                  { id: '', label: t('noLayout') },
                  ...layouts.map((each) => ({ id: each.id, label: layoutTitle(each) })),
                ]}
                onChange={(id) => change({ layouts: { ...choice.layouts, [table]: id } })}
              />
            )}
            {allColumns.length === columns.length || layout !== undefined ? null : (
              <ChoiceGroup
                label={t('columns')}
                value={choice.columns}
                onChange={(value) => change({ columns: value })}
                options={[
                  { id: 'shown', label: t('columnsShown'), hint: t('count', { count: columns.length }) },
                  { id: 'all', label: t('columnsAll'), hint: t('count', { count: allColumns.length }) },
                ]}
              />
            )}
            <Select
              label={t('format')}
              value={format}
              options={EXPORT_FORMATS.map((id) => ({ id, label: FORMAT_TRAITS[id].label[language] }))}
              onChange={(id) => change({ format: id })}
            />
            {hasHeader ? (
              <ChoiceGroup
                label={t('header')}
                value={choice.header}
                onChange={(value) => change({ header: value })}
                options={[
                  { id: 'name', label: t('headerName'), hint: t('headerNameHint') },
                  { id: 'label', label: t('headerLabel'), hint: t('headerLabelHint') },
                  { id: 'both', label: t('headerBoth'), hint: t('headerBothHint') },
                ]}
              />
            ) : null}
            <ChoiceGroup
              label={t('values')}
              value={choice.values}
              onChange={(value) => change({ values: value })}
              options={[
                { id: 'raw', label: t('valuesRaw'), hint: t('valuesRawHint') },
                { id: 'label', label: t('valuesLabel'), hint: t('valuesLabelHint') },
              ]}
            />
            {isForSpreadsheets ? (
              <>
                <ChoiceGroup
                  label={t('encoding')}
                  value={encoding}
                  // Each has its own usual way with formulas.
                  onChange={(value) => change({ encoding: value, formulas: undefined })}
                  options={[
                    { id: 'programs', label: t('encodingPrograms'), hint: t('encodingProgramsHint') },
                    { id: 'excel', label: t('encodingExcel'), hint: t('encodingExcelHint') },
                  ]}
                />
                <ChoiceGroup
                  label={t('formulaTexts')}
                  value={formulas}
                  onChange={(value) => change({ formulas: value })}
                  options={[
                    { id: 'keep', label: t('formulasKeep'), hint: t('formulasKeepHint') },
                    { id: 'neutralize', label: t('formulasNeutralize'), hint: t('formulasNeutralizeHint') },
                  ]}
                />
              </>
            ) : null}
            {summary === undefined ? null : (
              <p className="export-scope">
                {t('scope', { count: rows?.rows ?? summary.records, columns: chosen.length })}
                {rows === undefined || rows.rows === rows.total
                  ? ''
                  : ` ${t('scopeFiltered', { count: rows.total })}`}
                {absent.length === 0 ? '' : ` ${t('scopeAbsent', { names: absent.join(', ') })}`}
                {summary.complete ? '' : ` ${t('scopeIncomplete')}`}
              </p>
            )}
          </>
        ) : null}
        {now.state === 'running' ? (
          <Progress done={now.written} total={now.total} label={t('writing')} />
        ) : null}
        {now.state === 'done' ? (
          <ExportDone
            done={now.done}
            summary={summary}
            columns={chosen.length}
            absent={absent}
            isNeutralized={isForSpreadsheets && formulas === 'neutralize'}
          />
        ) : null}
        {now.state === 'cancelled' ? <p role="status">{t('cancelled')}</p> : null}
        {now.state === 'failed' ? <FailureNotice thrown={now.thrown} onRetry={begin} /> : null}
      </Dialog>
    </>
  );
}
