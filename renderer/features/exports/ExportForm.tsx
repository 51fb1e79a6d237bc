// The choices of the export dialog, and a sentence on what the file will contain.

import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { RowQueryResult } from '#shared/bridge/row-query.ts';
import type { StoredExport } from '#shared/bridge/export-saved.ts';
import { EXPORT_FORMATS, FORMAT_TRAITS } from '#shared/bridge/export-formats.ts';
import { EXPORT_FORMS, FORM_TRAITS } from '#shared/bridge/export-forms.ts';
import { ENCODINGS, type ExportStyle } from '#shared/bridge/export-style.ts';
import type { Summary } from '#shared/bridge/results.ts';
import { layoutTitle, type SavedLayout } from '#shared/saved-views/view.ts';
import { Select } from '../../components/Select.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { ChoiceGroup } from './ChoiceGroup.tsx';
import type { ExportChoice, ResolvedChoice } from './export-choice.ts';
import { PresetChoice, SaveExport } from './SavedExports.tsx';
import type { SavedExportList } from './use-saved-exports.ts';

export interface ExportFormProps {
  readonly choice: ExportChoice;
  readonly resolved: ResolvedChoice;
  readonly onChange: (part: Partial<ExportChoice>) => void;
  readonly layouts: readonly SavedLayout[];
  /** Number of columns on screen. */
  readonly shownColumns: number;
  /** Number of columns there are. */
  readonly allColumns: number;
  readonly summary: Summary | undefined;
  readonly rows: RowQueryResult | undefined;
  readonly saved: SavedExportList;
  /** Groups are written. */
  readonly isOfGroups?: boolean;
  /** The rows that match the saved export that is chosen, as soon as they are counted. */
  readonly savedRows: RowQueryResult | undefined;
}

export function ExportForm(props: ExportFormProps): ReactNode {
  const { resolved, onChange } = props;
  const { style, content } = resolved;
  const { t } = useTranslation('exports');
  const language = useLanguage();
  const labelHint = content.language === language ? 'headerLabelHint' : 'headerLabelSavedHint';
  const change = (part: Partial<ExportStyle>): void => onChange({ style: { ...style, ...part } });
  const { hasHeader, isForSpreadsheets } = FORMAT_TRAITS[style.format];
  return (
    <>
      <PresetChoice {...props} />
      <ColumnChoices {...props} />
      <ChoiceGroup
        label={t('form')}
        value={style.form}
        onChange={(form) => change({ form })}
        options={EXPORT_FORMS.map((id) => ({
          id,
          label: FORM_TRAITS[id].label[language],
          hint: FORM_TRAITS[id].hint[language],
        }))}
      />
      {FORM_TRAITS[style.form].takesLabels ? (
        <label className="export-check">
          <input
            type="checkbox"
            checked={style.labels === true}
            onChange={(event) => change({ labels: event.target.checked })}
          />
          <span>{t('labels')}</span>
          <small>{t('labelsHint')}</small>
        </label>
      ) : null}
      <Select
        label={t('format')}
        value={style.format}
        options={EXPORT_FORMATS.map((id) => ({ id, label: FORMAT_TRAITS[id].label[language] }))}
        onChange={(format) => change({ format })}
      />
      {hasHeader ? (
        <ChoiceGroup
          label={t('header')}
          value={style.header}
          onChange={(header) => change({ header })}
          options={[
            { id: 'name', label: t('headerName'), hint: t('headerNameHint') },
            { id: 'label', label: t('headerLabel'), hint: t(labelHint) },
            { id: 'both', label: t('headerBoth'), hint: t('headerBothHint') },
          ]}
        />
      ) : null}
      {isForSpreadsheets ? <SpreadsheetChoices style={style} onChange={change} /> : null}
      <SaveExport {...props} />
      <Scope {...props} />
    </>
  );
}

function ColumnChoices(props: ExportFormProps): ReactNode {
  const { choice, resolved, onChange, layouts, shownColumns, allColumns } = props;
  const { t } = useTranslation('exports');
  if (resolved.saved?.groups !== undefined) return null;
  if (resolved.saved !== undefined)
    return <p className="export-scope">{t('savedColumns', { count: resolved.content.columns.length })}</p>;
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
          onChange={(id) => onChange({ layout: id })}
        />
      )}
      {allColumns === shownColumns || resolved.layout !== undefined ? null : (
        <ChoiceGroup
          label={t('columns')}
          value={choice.columns}
          onChange={(value) => onChange({ columns: value })}
          options={[
            {
              id: 'shown',
              label: t('columnsShown'),
              // The columns on screen are not those of the records.
              hint: resolved.composes ? '' : t('count', { count: shownColumns }),
            },
            { id: 'all', label: t('columnsAll'), hint: t('count', { count: allColumns }) },
          ]}
        />
      )}
    </>
  );
}

interface SpreadsheetChoicesProps {
  readonly style: ExportStyle;
  readonly onChange: (part: Partial<ExportStyle>) => void;
}

function SpreadsheetChoices({ style, onChange }: SpreadsheetChoicesProps): ReactNode {
  const { t } = useTranslation('exports');
  return (
    <>
      <ChoiceGroup
        label={t('encoding')}
        value={style.encoding ?? 'utf-8'}
        // What Excel opens is neutralized, unless the user decides otherwise.
        onChange={(encoding) => onChange({ encoding, neutralize: encoding !== 'utf-8' })}
        options={ENCODINGS.map((id) => ({ id, label: t(`encodings.${id}`), hint: t(`encodingHints.${id}`) }))}
      />
      <ChoiceGroup
        label={t('formulaTexts')}
        value={style.neutralize === true ? 'neutralize' : 'keep'}
        onChange={(value) => onChange({ neutralize: value === 'neutralize' })}
        options={[
          { id: 'keep', label: t('formulasKeep'), hint: t('formulasKeepHint') },
          { id: 'neutralize', label: t('formulasNeutralize'), hint: t('formulasNeutralizeHint') },
        ]}
      />
    </>
  );
}

/** How many records and columns the file will hold, and what it will lack. */
function Scope(props: ExportFormProps): ReactNode {
  const { resolved, summary, rows, shownColumns, isOfGroups = false } = props;
  const { absent, isComposed, keepsOrder, style, saved } = resolved;
  const { t } = useTranslation('exports');
  const { mostRecords = Number.POSITIVE_INFINITY } = FORMAT_TRAITS[style.format];
  if (isComposed) return <p className="export-scope">{t('scopeComposed')}</p>;
  if (saved !== undefined) return <SavedScope {...props} chosen={saved} mostRecords={mostRecords} />;
  if (summary === undefined) return null;
  const records = rows?.rows ?? summary.records;
  const columns = resolved.content.columns.length || shownColumns;
  return (
    <p className="export-scope">
      {t(isOfGroups ? 'scopeGroups' : keepsOrder ? 'scope' : 'scopeUnsorted', { count: records, columns })}
      {rows === undefined || rows.rows === rows.total ? '' : ` ${t('scopeFiltered', { count: rows.total })}`}
      {records > mostRecords ? ` ${t('scopeTooMany', { count: mostRecords })}` : ''}
      {absent.length === 0 ? '' : ` ${t('scopeAbsent', { names: absent.join(', ') })}`}
      {summary.complete ? '' : ` ${t('scopeIncomplete')}`}
    </p>
  );
}

interface SavedScopeProps extends ExportFormProps {
  readonly chosen: StoredExport;
  readonly mostRecords: number;
}

/** The same for a saved export, whose filters and order take the place of those on screen. */
function SavedScope({ chosen, savedRows, resolved, summary, mostRecords }: SavedScopeProps): ReactNode {
  const { t } = useTranslation('exports');
  const { groups } = chosen;
  const isTooLong = groups === undefined && savedRows !== undefined && savedRows.rows > mostRecords;
  return (
    <p className="export-scope">
      {groups === undefined ? '' : `${t('savedGroups', { by: groups.by.join(', ') })} `}
      {savedRowsText(chosen, savedRows, t)}
      {isTooLong ? ` ${t('scopeTooMany', { count: mostRecords })}` : ''}
      {resolved.absent.length === 0 ? '' : ` ${t('scopeAbsent', { names: resolved.absent.join(', ') })}`}
      {summary?.complete === false ? ` ${t('scopeIncomplete')}` : ''}
    </p>
  );
}

function savedRowsText(
  { filters, quick }: StoredExport,
  savedRows: RowQueryResult | undefined,
  t: TFunction<'exports'>,
): string {
  if (savedRows === undefined) return t('savedUncounted');
  const { rows, total, problems } = savedRows;
  const [problem] = problems;
  if (problem !== undefined) return t('savedProblem', { column: problem.column });
  const isFiltered = filters.length > 0 || quick !== undefined;
  return t(isFiltered ? 'savedMatching' : 'savedAll', { count: rows, total });
}
