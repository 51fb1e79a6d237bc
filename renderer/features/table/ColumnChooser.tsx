// Which columns a grid shows: by the catalogue's groups, found by either language's term or the interface's name.

import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/catalogue/column.ts';
import { GROUPS } from '#shared/catalogue/groups.ts';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/TextField.tsx';
import { NO_ARRANGEMENT, shownColumns, toggleColumn, type Arrangement } from '../../grid/arrangement.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { inGroups, matchesColumn } from './find-columns.ts';
import { SidePanel } from './SidePanel.tsx';

interface ColumnChooserProps {
  readonly columns: readonly Column[];
  readonly fresh: ReadonlySet<string>;
  readonly arrangement: Arrangement;
  readonly onChange: (arrangement: Arrangement) => void;
  /** Hides those that no record here has a value in. */
  readonly onHideEmpty: () => void;
  /** Who opens the columns wants to find one. */
  readonly takesFocus: boolean;
  readonly onClose: () => void;
}

const takeFocus = (field: HTMLInputElement | null): void => field?.focus();

export function ColumnChooser(props: ColumnChooserProps): ReactNode {
  const { columns, fresh, arrangement, onChange, onHideEmpty, takesFocus, onClose } = props;
  const { t: summaries } = useTranslation('summary');
  const { t } = useTranslation('table');
  const { t: grid } = useTranslation('grid');
  const language = useLanguage();
  const other = language === 'en' ? 'ja' : 'en';
  const [query, setQuery] = useState('');
  const shown = new Set(shownColumns(columns, arrangement).map((column) => column.name));
  const found = columns.filter((column) => matchesColumn(column, query));
  const showOnly = (names: ReadonlySet<string>): void => {
    const next = columns.filter((column) => names.has(column.name)).map((column) => column.name);
    if (next.length > 0) onChange({ ...arrangement, shown: next });
  };
  return (
    <SidePanel title={t('columnsTitle')} onClose={onClose}>
      <div className="side-panel-tools">
        <TextField
          label={t('findColumn')}
          type="search"
          placeholder={t('findColumnHint')}
          ref={takesFocus ? takeFocus : null}
          value={query}
          onChange={setQuery}
        />
        <div className="side-panel-buttons">
          {query === '' ? (
            <>
              <Button onPress={() => showOnly(new Set(columns.map(({ name }) => name)))}>
                {t('showAll')}
              </Button>
              <Button onPress={() => onChange({ ...NO_ARRANGEMENT, widths: arrangement.widths })}>
                {t('firstView')}
              </Button>
              <Button onPress={onHideEmpty}>{summaries('hideEmpty')}</Button>
            </>
          ) : (
            <>
              <Button onPress={() => showOnly(new Set([...shown, ...found.map(({ name }) => name)]))}>
                {t('showFound')}
              </Button>
              <Button
                onPress={() => {
                  const gone = new Set(found.map(({ name }) => name));
                  showOnly(new Set([...shown].filter((name) => !gone.has(name))));
                }}
              >
                {t('hideFound')}
              </Button>
            </>
          )}
        </div>
      </div>
      <div className="side-panel-body">
        {found.length === 0 ? <p className="side-panel-none">{t('noColumns')}</p> : null}
        {inGroups(found).map(({ group, columns: members }) => (
          <fieldset key={group} className="column-chooser-group">
            <legend>{GROUPS[group][language]}</legend>
            {members.map((column) => (
              <label key={column.name} className="column-chooser-item" title={column.meaning[language]}>
                <input
                  type="checkbox"
                  checked={shown.has(column.name)}
                  onChange={() => onChange(toggleColumn(columns, arrangement, column.name))}
                />
                <span>
                  {column.label[language]}
                  {fresh.has(column.name) ? ` (${grid('fresh')})` : ''}
                </span>
                <small>
                  <span lang={other}>{column.label[other] === column.name ? '' : column.label[other]}</span>{' '}
                  <code>{column.name}</code>
                </small>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
    </SidePanel>
  );
}
