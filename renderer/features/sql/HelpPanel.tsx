// What the name at the cursor means; elsewhere, what a query can read, and queries to begin with.

import type { ReactNode } from 'react';
import { BROWSABLES, type BrowsableCode } from '#shared/catalogue/browsable.ts';
import { codesOf } from '#shared/catalogue/decode.ts';
import { SUBJECT_NAMES } from '#shared/catalogue/subjects/subject.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { EXAMPLE_NAMES, EXAMPLES } from './examples.ts';
import type { Help } from './help-at.ts';
import { columnsOf, TYPED } from './sql-tables.ts';
import { typeText } from './completions.ts';

interface HelpPanelProps {
  readonly help: Help | undefined;
  readonly onInsert: (name: string) => void;
  readonly onExample: (sql: string) => void;
}

export function HelpPanel({ help, onInsert, onExample }: HelpPanelProps): ReactNode {
  if (help === undefined) return <Overview onInsert={onInsert} onExample={onExample} />;
  return help.kind === 'column' ? <ColumnHelp help={help} /> : <TableHelp help={help} onInsert={onInsert} />;
}

function ColumnHelp({ help }: { readonly help: Extract<Help, { kind: 'column' }> }): ReactNode {
  const { t } = useTranslation('sql');
  const language = useLanguage();
  const other = language === 'en' ? 'ja' : 'en';
  const { type, unit, column } = help.column;
  const codes = codesOf(column);
  return (
    <div className="sql-help">
      <h3>
        {column.label[language]} <span lang={other}>{column.label[other]}</span>
      </h3>
      <p>{column.meaning[language]}</p>
      <dl className="sql-help-facts">
        <dt>{t('readFrom')}</dt>
        <dd>
          <code>
            {help.table.name}.{column.name}
          </code>
        </dd>
        <dt>{t('type')}</dt>
        <dd>
          <code>{type}</code>
        </dd>
        {unit === undefined ? null : (
          <>
            <dt>{t('unit')}</dt>
            <dd>{unit}</dd>
          </>
        )}
        {codes.length === 0 ? null : (
          <>
            <dt>{t('codes')}</dt>
            <dd>
              <ul className="sql-help-codes">
                {codes.map(({ code, glyph, label }) => (
                  <li key={code}>
                    <code>{code}</code> {glyph} {label[language]}
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
    </div>
  );
}

interface TableHelpProps extends Pick<HelpPanelProps, 'onInsert'> {
  readonly help: Extract<Help, { kind: 'table' }>;
}

function TableHelp({ help, onInsert }: TableHelpProps): ReactNode {
  const { t } = useTranslation('sql');
  const language = useLanguage();
  const { table } = help;
  const { label, purpose } = BROWSABLES[table.code];
  const columns = columnsOf(table);
  return (
    <div className="sql-help">
      <h3>
        {label[language]} <code>{table.name}</code>
      </h3>
      <p>{purpose[language]}</p>
      <p>{t(table.isTyped ? 'typedMeaning' : 'rawMeaning')}</p>
      <h4>{t('columnsOf', { count: columns.length })}</h4>
      <ul className="sql-help-list">
        {columns.map((known) => (
          <li key={known.column.name}>
            <NameButton name={known.column.name} onInsert={onInsert} />
            <span>{known.column.label[language]}</span>
            <small>{typeText(known)}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Overview({ onInsert, onExample }: Pick<HelpPanelProps, 'onInsert' | 'onExample'>): ReactNode {
  const { t } = useTranslation('sql');
  return (
    <div className="sql-help">
      <p>{t('tablesHint')}</p>
      <h3>{t('examples')}</h3>
      <ul className="sql-help-examples">
        {EXAMPLE_NAMES.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => onExample(EXAMPLES[name])}>
              {t(`example.${name}`)}
            </button>
          </li>
        ))}
      </ul>
      <Names title={t('subjects')} codes={SUBJECT_NAMES} onInsert={onInsert} />
      <Names title={t('tables')} codes={TABLE_CODES} onInsert={onInsert} />
    </div>
  );
}

interface NamesProps extends Pick<HelpPanelProps, 'onInsert'> {
  readonly title: string;
  readonly codes: readonly BrowsableCode[];
}

function Names({ title, codes, onInsert }: NamesProps): ReactNode {
  const language = useLanguage();
  return (
    <>
      <h3>{title}</h3>
      <ul className="sql-help-list">
        {codes.map((code) => (
          <li key={code}>
            <NameButton name={code} inserted={`${TYPED}.${code}`} onInsert={onInsert} />
            <span title={BROWSABLES[code].purpose[language]}>{BROWSABLES[code].label[language]}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

interface NameButtonProps extends Pick<HelpPanelProps, 'onInsert'> {
  readonly name: string;
  /** What is inserted, if it is not the name alone. */
  readonly inserted?: string;
}

function NameButton({ name, inserted = name, onInsert }: NameButtonProps): ReactNode {
  const { t } = useTranslation('sql');
  const label = t('insert', { name: inserted });
  return (
    <button type="button" title={label} aria-label={label} onClick={() => onInsert(inserted)}>
      <code>{name}</code>
    </button>
  );
}
