// Which of the sixteen tables: both names, what one record is, what it is for.

import type { ReactNode } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { isTableCode, TABLES } from '#shared/catalogue/tables.ts';
import { TABLE_CODES, type TableCode } from '#shared/catalogue/table.ts';
import { Button } from '../../components/Button.tsx';
import { useLanguage } from '../../i18n/i18n.ts';

interface TablePickerProps {
  readonly table: TableCode;
  readonly onChoose: (table: TableCode) => void;
}

export function TablePicker({ table, onChoose }: TablePickerProps): ReactNode {
  const { t } = useTranslation('table');
  const language = useLanguage();
  const other = language === 'en' ? 'ja' : 'en';
  return (
    <MenuTrigger>
      <Button label={t('choose')}>
        {t('choose')} <span aria-hidden="true">▾</span>
      </Button>
      <Popover className="table-picker" placement="bottom start">
        <Menu
          aria-label={t('tables')}
          selectionMode="single"
          selectedKeys={[table]}
          disallowEmptySelection
          onSelectionChange={(keys) => {
            const [chosen] = keys === 'all' ? [] : [...keys].map(String);
            if (chosen !== undefined && isTableCode(chosen)) onChoose(chosen);
          }}
        >
          {TABLE_CODES.map((code) => {
            const { label, purpose, grain, columns } = TABLES[code];
            return (
              <MenuItem key={code} id={code} textValue={label[language]} className="table-picker-item">
                <code>{code}</code>
                <span className="table-picker-label">{label[language]}</span>
                <span lang={other} className="table-picker-other">
                  {label[other]}
                </span>
                <span className="table-picker-purpose">{purpose[language]}</span>
                <span className="table-picker-grain">
                  {t('grain', { grain: t(`grains.${grain}`) })}, {t('fields', { count: columns.length })}
                </span>
              </MenuItem>
            );
          })}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
