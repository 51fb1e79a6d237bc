// The popover of a column's filter: the text, its problem in words, and values or ranges to choose instead of typing.
// Changes take effect while the user types; closing loses nothing.

import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Dialog, Popover } from 'react-aria-components';
import type { Column } from '#shared/catalogue/column.ts';
import { unitOf } from '#shared/catalogue/format.ts';
import { parseCondition } from '#shared/filters/grammar.ts';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { useLanguage, useTranslation } from '../../../text/text.ts';
import { choiceOf, exampleOf } from './choice-of.ts';
import { DateRange } from './DateRange.tsx';
import { NumberRange } from './NumberRange.tsx';
import { ValueChoice } from './ValueChoice.tsx';
import './filters.css';

interface FilterPopoverProps {
  readonly column: Column;
  readonly resultId: string;
  /** The present text of the filter. */
  readonly text: string;
  /** The element that it opens beside. */
  readonly anchor: HTMLElement;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

/** Typing takes effect after a pause of this many milliseconds. */
const REST = 200;

const takeFocus = (field: HTMLInputElement | null): void => field?.focus();

const CHOICES = { values: ValueChoice, numbers: NumberRange, dates: DateRange } as const;

export function FilterPopover(props: FilterPopoverProps): ReactNode {
  const { column, resultId, text, anchor, onText, onClose } = props;
  const { t } = useTranslation('filters');
  const language = useLanguage();
  const other = language === 'en' ? 'ja' : 'en';
  const unit = unitOf(column, language);
  const [typed, setTyped] = useState(text);
  const reported = useRef(text);
  const trigger = useMemo(() => ({ current: anchor }), [anchor]);
  const latestOnText = useRef(onText);
  useEffect(() => {
    latestOnText.current = onText;
  });
  const parsed = parseCondition(typed, column);

  const settle = useCallback((next: string): void => {
    if (next === reported.current) return;
    reported.current = next;
    latestOnText.current(next);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => settle(typed), REST);
    return () => clearTimeout(timer);
  }, [typed, settle]);
  const change = (next: string): void => {
    setTyped(next);
    settle(next);
  };
  const close = (): void => {
    settle(typed);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // The Enter that confirms a Japanese candidate confirms nothing else.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    close();
  };
  const Choice = CHOICES[choiceOf(column)];
  return (
    <Popover
      triggerRef={trigger}
      isOpen
      onOpenChange={(open) => (open ? undefined : close())}
      placement="bottom start"
      offset={2}
      className="filter-popover"
    >
      <Dialog aria-label={t('filterOf', { name: column.label[language] })} className="filter-dialog">
        <header className="filter-head">
          <strong>{column.label[language]}</strong> {unit !== undefined && <span>{unit} </span>}
          <small>
            <span lang={other}>{column.label[other]}</span> <code>{column.name}</code>
          </small>
        </header>
        <div role="presentation" onKeyDown={onKeyDown}>
          <TextField
            label={t('condition')}
            value={typed}
            onChange={setTyped}
            ref={takeFocus}
            placeholder={exampleOf(column)}
            problem={parsed.ok ? undefined : parsed.problem[language]}
          />
        </div>
        <p className="filter-help">{t(`help.${choiceOf(column)}`)}</p>
        <Choice column={column} resultId={resultId} text={typed} onText={change} />
        <footer className="filter-foot">
          <Button kind="quiet" onPress={() => change('=')}>
            {t('onlyEmpty')}
          </Button>
          <Button kind="quiet" onPress={() => change('!=')}>
            {t('notEmpty')}
          </Button>
          <Button kind="quiet" isDisabled={typed === ''} onPress={() => change('')}>
            {t('clear')}
          </Button>
          <Button kind="primary" onPress={close}>
            {t('done')}
          </Button>
        </footer>
      </Dialog>
    </Popover>
  );
}
