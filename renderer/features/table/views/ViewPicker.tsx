// Chooses a view, the user's own or a built-in one, found by name.

import type { ReactNode } from 'react';
import {
  Autocomplete,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  SearchField,
} from 'react-aria-components';
import { useTranslation } from '../../../text/text.ts';
import { fold } from '#shared/filters/fold.ts';
import { Button } from '../../../components/Button.tsx';
import type { AnyView, TableStateControl } from '../use-table-state.ts';

interface ViewPickerProps {
  readonly state: TableStateControl;
  readonly defaultId: string | undefined;
  readonly onChoose: (view: AnyView) => void;
}

const contains = (text: string, typed: string): boolean => fold(text).includes(fold(typed));

/** The search takes the focus when the list opens. */
const takeFocus = (field: HTMLInputElement | null): void => field?.focus();

export function ViewPicker({ state, defaultId, onChoose }: ViewPickerProps): ReactNode {
  const { t } = useTranslation('views');
  const { own, builtIn, view, isChanged } = state;
  const name = view?.name ?? '';
  const item = (each: AnyView): ReactNode => (
    <MenuItem key={each.id} id={each.id} textValue={each.name} className="view-item">
      <span className="view-item-name">{each.name}</span>
      {each.id === defaultId ? <small>{t('default')}</small> : null}
    </MenuItem>
  );
  return (
    <MenuTrigger>
      <Button className="view-button">
        <span className="view-button-word">{t('view')}:</span>{' '}
        <span className="view-button-name">{name}</span>
        {isChanged ? (
          <>
            <span className="view-changed" aria-hidden="true" title={t('changed')}>
              •
            </span>{' '}
            <span className="only-read">{t('isChanged')}</span>
          </>
        ) : null}
        <span aria-hidden="true">▾</span>
      </Button>
      <Popover className="view-picker" placement="bottom start">
        <Autocomplete filter={contains}>
          <SearchField aria-label={t('find')} className="view-picker-search">
            <Input ref={takeFocus} className="field-input" placeholder={t('find')} />
          </SearchField>
          <Menu
            aria-label={t('views')}
            className="view-picker-list"
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={view === undefined ? [] : [view.id]}
            renderEmptyState={() => <p className="view-none">{t('none')}</p>}
            onAction={(key) => {
              const chosen = [...own, ...builtIn].find((each) => each.id === key);
              if (chosen !== undefined) onChoose(chosen);
            }}
          >
            {own.length === 0 ? null : (
              <MenuSection>
                <Header className="view-picker-head">{t('own')}</Header>
                {own.map(item)}
              </MenuSection>
            )}
            <MenuSection>
              <Header className="view-picker-head">{t('builtIn')}</Header>
              {builtIn.map(item)}
            </MenuSection>
          </Menu>
        </Autocomplete>
      </Popover>
    </MenuTrigger>
  );
}
