// One of the sixteen tables in a line: code, both names, what it is for, what one record is.

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { useLanguage } from '../../text/text.ts';

export function TableLine({ code }: { readonly code: TableCode }): ReactNode {
  const { t } = useTranslation('table');
  const language = useLanguage();
  const other = language === 'en' ? 'ja' : 'en';
  const { label, purpose, grain, columns } = TABLES[code];
  return (
    <>
      <code>{code}</code>
      <span className="table-line-label">{label[language]}</span>
      <span lang={other} className="table-line-other">
        {label[other]}
      </span>
      <span className="table-line-purpose">{purpose[language]}</span>
      <span className="table-line-grain">{t(`grains.${grain}`)}</span>
      <span className="table-line-grain number">{t('fields', { count: columns.length })}</span>
    </>
  );
}
