// The choices of the export dialog, and a sentence on what the file will contain.

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowQueryResult } from '#shared/bridge/row-query.ts';
import { EXPORT_FORMATS, FORMAT_TRAITS } from '#shared/bridge/export-formats.ts';
import type { Summary } from '#shared/bridge/results.ts';
import { layoutTitle, type SavedLayout } from '#shared/saved-views/view.ts';
import { Select } from '../../components/Select.tsx';
import { useLanguage } from '../../text/text.ts';
import { ChoiceGroup } from './ChoiceGroup.tsx';
import type { ExportChoice, ResolvedChoice } from './export-choice.ts';

interface ExportFormProps {
  readonly choice: ExportChoice;
  readonly resolved: ResolvedChoice;
  readonly onChange: (part: Partial<ExportChoice>) => void;
  /** Under this name the choice of a layout is remembered. */
  readonly table: string;
  readonly layouts: readonly SavedLayout[];
  /** Number of columns on screen. */
  readonly shownColumns: number;
  /** Number of columns there are. */
  readonly allColumns: number;
  readonly summary: Summary | undefined;
  readonly rows: RowQueryResult | undefined;
}

export function ExportForm(props: ExportFormProps): ReactNode {
  const { choice, resolved, onChange } = props;
  const { t } = useTranslation('exports');
  const language = useLanguage();
  const { hasHeader, isForSpreadsheets } = FORMAT_TRAITS[resolved.format];
  return (
    <>
      <ColumnChoices {...props} />
      <Select
        label={t('format')}
        value={resolved.format}
        options={EXPORT_FORMATS.map((id) => ({ id, label: FORMAT_TRAITS[id].label[language] }))}
        onChange={(id) => onChange({ format: id })}
      />
      {hasHeader ? (
        <ChoiceGroup
          label={t('header')}
          value={choice.header}
          onChange={(value) => onChange({ header: value })}
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
        onChange={(value) => onChange({ values: value })}
        options={[
          { id: 'raw', label: t('valuesRaw'), hint: t('valuesRawHint') },
          { id: 'label', label: t('valuesLabel'), hint: t('valuesLabelHint') },
        ]}
      />
      {isForSpreadsheets ? <SpreadsheetChoices resolved={resolved} onChange={onChange} /> : null}
      <Scope {...props} />
    </>
  );
}

function ColumnChoices(props: ExportFormProps): ReactNode {
  const { choice, resolved, onChange, table, layouts, shownColumns, allColumns } = props;
  const { t } = useTranslation('exports');
  return (
    <>
      {layouts.length === 0 ? null : (
        <Select
          label={t('layout')}
          value={resolved.layout?.id ?? ''}
          options={[
            { id: '', label: t('noLayout') },
            ...layouts.map((layout) => ({ id: layout.id, label: layoutTitle(layout) })),
          ]}
          onChange={(id) => onChange({ layouts: { ...choice.layouts, [table]: id } })}
        />
      )}
      {allColumns === shownColumns || resolved.layout !== undefined ? null : (
        <ChoiceGroup
          label={t('columns')}
          value={choice.columns}
          onChange={(value) => onChange({ columns: value })}
          options={[
            { id: 'shown', label: t('columnsShown'), hint: t('count', { count: shownColumns }) },
            { id: 'all', label: t('columnsAll'), hint: t('count', { count: allColumns }) },
          ]}
        />
      )}
    </>
  );
}

function SpreadsheetChoices({
  resolved,
  onChange,
}: Pick<ExportFormProps, 'resolved' | 'onChange'>): ReactNode {
  const { t } = useTranslation('exports');
  return (
    <>
      <ChoiceGroup
        label={t('encoding')}
        value={resolved.encoding}
        // Each encoding has its own default for formulas.
        onChange={(value) => onChange({ encoding: value, formulas: undefined })}
        options={[
          { id: 'programs', label: t('encodingPrograms'), hint: t('encodingProgramsHint') },
          { id: 'excel', label: t('encodingExcel'), hint: t('encodingExcelHint') },
        ]}
      />
      <ChoiceGroup
        label={t('formulaTexts')}
        value={resolved.formulas}
        onChange={(value) => onChange({ formulas: value })}
        options={[
          { id: 'keep', label: t('formulasKeep'), hint: t('formulasKeepHint') },
          { id: 'neutralize', label: t('formulasNeutralize'), hint: t('formulasNeutralizeHint') },
        ]}
      />
    </>
  );
}

/** How many records and columns the file will hold, and what it will lack. */
function Scope({
  resolved: { columns, absent },
  summary,
  rows,
}: Pick<ExportFormProps, 'resolved' | 'summary' | 'rows'>): ReactNode {
  const { t } = useTranslation('exports');
  if (summary === undefined) return null;
  return (
    <p className="export-scope">
      {t('scope', { count: rows?.rows ?? summary.records, columns: columns.length })}
      {rows === undefined || rows.rows === rows.total ? '' : ` ${t('scopeFiltered', { count: rows.total })}`}
      {absent.length === 0 ? '' : ` ${t('scopeAbsent', { names: absent.join(', ') })}`}
      {summary.complete ? '' : ` ${t('scopeIncomplete')}`}
    </p>
  );
}
