// A button with the name of a column, which opens the list of columns to choose another one.

import { useState, type ReactNode } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import { Button } from '../../components/Button.tsx';
import { JumpToColumn } from '../../grid/columns/JumpToColumn.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';

interface ColumnButtonProps {
  readonly columns: readonly Column[];
  /** The chosen column; undefined for none. */
  readonly column: string | undefined;
  /** What is shown without one. */
  readonly placeholder: string;
  /** What the column is for, for a screen reader. */
  readonly label: string;
  readonly onChoose: (name: string) => void;
}

export function ColumnButton(props: ColumnButtonProps): ReactNode {
  const { columns, column, placeholder, label, onChoose } = props;
  const { t } = useTranslation('rules');
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const chosen = columns.find(({ name }) => name === column);
  const text = chosen?.label[language] ?? column ?? placeholder;
  return (
    <>
      <Button className="rule-column" label={`${label}: ${text}`} onPress={() => setOpen(true)}>
        {text}
      </Button>
      {isOpen && (
        <JumpToColumn
          columns={columns}
          title={t('chooseColumn')}
          onJump={(name) => {
            setOpen(false);
            onChoose(name);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
