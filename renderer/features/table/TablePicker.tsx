// Chooses a subject or one of the sixteen tables: a menu while records are shown, a list before the first query.

import type { ReactNode } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import {
  BROWSABLE_CODES,
  BROWSABLES,
  isBrowsable,
  isSubjectName,
  type BrowsableCode,
} from '#shared/catalogue/browsable.ts';
import { SUBJECT_NAMES } from '#shared/catalogue/subjects/subject.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { Button } from '../../components/Button.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';

interface TablePickerProps {
  readonly table: BrowsableCode;
  readonly onChoose: (table: BrowsableCode) => void;
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
            if (chosen !== undefined && isBrowsable(chosen)) onChoose(chosen);
          }}
        >
          {BROWSABLE_CODES.map((code) => (
            <MenuItem
              key={code}
              id={code}
              textValue={BROWSABLES[code].label[language]}
              className="table-line"
            >
              <TableLine code={code} />
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** The same choice as a list, which fills the screen before the first query: the subjects first. */
export function TableList({ table, onChoose }: TablePickerProps): ReactNode {
  const { t } = useTranslation('table');
  return (
    <section className="table-list" aria-label={t('tables')}>
      <h2>{t('subjects')}</h2>
      <p>{t('subjectsText')}</p>
      <ChoiceList codes={SUBJECT_NAMES} table={table} onChoose={onChoose} />
      <h2>{t('delivered')}</h2>
      <p>{t('emptyText')}</p>
      <ChoiceList codes={TABLE_CODES} table={table} onChoose={onChoose} />
    </section>
  );
}

function ChoiceList({
  codes,
  table,
  onChoose,
}: TablePickerProps & { readonly codes: readonly BrowsableCode[] }): ReactNode {
  return (
    <ul>
      {codes.map((code) => (
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
  );
}

/** A table in a line: its code, both names, its purpose, and what one record is. */
function TableLine({ code }: { readonly code: BrowsableCode }): ReactNode {
  const { t } = useTranslation('table');
  const language = useLanguage();
  const other = language === 'en' ? 'ja' : 'en';
  const { label, purpose, columns } = BROWSABLES[code];
  return (
    <>
      <code>{code}</code>
      <span className="table-line-label">{label[language]}</span>
      <span lang={other} className="table-line-other">
        {label[other]}
      </span>
      <span className="table-line-purpose">{purpose[language]}</span>
      <span className="table-line-grain">
        {isSubjectName(code) ? t(`subjectRows.${code}`) : t(`grains.${TABLES[code].grain}`)}
      </span>
      <span className="table-line-grain number">{t('fields', { count: columns.length })}</span>
    </>
  );
}
