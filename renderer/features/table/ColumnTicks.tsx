// The columns by the catalogue's groups, each with a tick where the grid shows it.

import type { ReactNode } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import { GROUPS } from '#shared/catalogue/groups.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { inGroups } from './find-columns.ts';

interface ColumnTicksProps {
  readonly columns: readonly Column[];
  readonly fresh: ReadonlySet<string>;
  readonly shown: ReadonlySet<string>;
  readonly onToggle: (name: string) => void;
}

export function ColumnTicks({ columns, fresh, shown, onToggle }: ColumnTicksProps): ReactNode {
  const { t: grid } = useTranslation('grid');
  const language = useLanguage();
  const other = language === 'en' ? 'ja' : 'en';
  return inGroups(columns).map(({ group, columns: members }) => (
    <fieldset key={group} className="column-chooser-group">
      <legend>{GROUPS[group][language]}</legend>
      {members.map((column) => (
        <label key={column.name} className="column-chooser-item" title={column.meaning[language]}>
          <input type="checkbox" checked={shown.has(column.name)} onChange={() => onToggle(column.name)} />
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
  ));
}
