// The help of a column beside its head: both terms, meaning, unit and the interface's name.

import type { ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { formulaOf } from '#shared/catalogue/formula.ts';
import { GROUPS } from '#shared/catalogue/groups.ts';
import { KNOWN_AT_WORDS } from '#shared/catalogue/known-at.ts';
import { codesOf } from '#shared/catalogue/decode.ts';
import type { Language } from '#shared/text.ts';

interface ColumnHelpProps {
  readonly id: string;
  readonly column: Column;
  readonly language: Language;
  /** The position of the column's head in the window. */
  readonly near: { readonly left: number; readonly bottom: number };
  readonly fresh: boolean;
  /** Where the column comes from. */
  readonly table: string | undefined;
}

const WIDTH = 320;

export function ColumnHelp({ id, column, language, near, fresh, table }: ColumnHelpProps): ReactNode {
  const { t } = useTranslation('grid');
  const left = Math.max(8, Math.min(near.left, window.innerWidth - WIDTH - 8));
  const other = language === 'en' ? 'ja' : 'en';
  const formula = formulaOf(column, language);
  return (
    <div id={id} role="tooltip" className="column-help" style={{ left, top: near.bottom + 4, width: WIDTH }}>
      <p className="column-help-title">
        {column.label[language]} <span lang={other}>{column.label[other]}</span>
      </p>
      <p>{column.meaning[language]}</p>
      {fresh ? <p className="column-help-fresh">{t('freshColumn')}</p> : null}
      <dl>
        {formula === undefined ? null : (
          <>
            <dt>{t('formula')}</dt>
            <dd>{formula}</dd>
          </>
        )}
        {column.unit === undefined ? null : (
          <>
            <dt>{t('unit')}</dt>
            <dd>{t(`units.${column.unit}`)}</dd>
          </>
        )}
        <dt>{t('group')}</dt>
        <dd>{GROUPS[column.group][language]}</dd>
        {column.codeTable === undefined ? null : (
          <>
            <dt>{t('codes')}</dt>
            <dd>{codesText(column, language)}</dd>
          </>
        )}
        {column.knownAt === undefined ? null : (
          <>
            <dt>{t('knownAt')}</dt>
            <dd>{KNOWN_AT_WORDS[column.knownAt][language]}</dd>
          </>
        )}
        {table === undefined ? null : (
          <>
            <dt>{t('sourceTable')}</dt>
            <dd>{table}</dd>
          </>
        )}
        <dt>{t('interfaceName')}</dt>
        <dd>
          <code>{column.name}</code>
        </dd>
      </dl>
    </div>
  );
}

/** How many codes are listed; of more codes only the number is shown. */
const LISTED = 8;

function codesText(column: Column, language: Language): string {
  const codes = codesOf(column);
  const listed = codes
    .slice(0, LISTED)
    .map(({ code, glyph, label }) => `${code} ${glyph ?? ''} ${label[language]}`.replace('  ', ' '));
  return codes.length > LISTED ? `${listed.join(', ')} … (${codes.length})` : listed.join(', ');
}
