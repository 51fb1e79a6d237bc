// Which of the sixteen tables: behind a button while records are looked at, as a list while nothing was asked.

import type { ReactNode } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { isTableCode, TABLES } from '#shared/catalogue/tables.ts';
import { TABLE_CODES, type TableCode } from '#shared/catalogue/table.ts';
import { Button } from '../../components/Button.tsx';
import { useLanguage } from '../../text/text.ts';
import { TableLine } from './TableLine.tsx';

interface TablePickerProps {
  readonly table: TableCode;
  readonly onChoose: (table: TableCode) => void;
}

export function TablePicker({ table, onChoose }: TablePickerProps): ReactNode {
  const { t } = useTranslation('table');
  const language = useLanguage();
  return (
    <MenuTrigger>
      <Button label={t('choose')}>
        {t('choose')} <span aria-hidden="true">▾</span>
      </Button>
      <Popover className="table-picker" placement="bottom end">
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
          {TABLE_CODES.map((code) => (
            <MenuItem key={code} id={code} textValue={TABLES[code].label[language]} className="table-line">
              <TableLine code={code} />
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** The same choice laid open: what fills the screen before anything is asked. */
export function TableList({ table, onChoose }: TablePickerProps): ReactNode {
  const { t } = useTranslation('table');
  return (
    <section className="table-list" aria-label={t('tables')}>
      <h2>{t('tables')}</h2>
      <p>{t('emptyText')}</p>
      <ul>
        {TABLE_CODES.map((code) => (
          <li key={code}>
            <button
              type="button"
              className="table-line"
              aria-current={code === table ? 'true' : undefined}
              onClick={() => onChoose(code)}
            >
              <TableLine code={code} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
