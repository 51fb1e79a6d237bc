// The view of the table: choosing another, saving changes, and further actions.

import { useRef, type ReactNode } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { useTranslation } from '../../../text/text.ts';
import { Button } from '../../../components/Button.tsx';
import { FileInput } from '../../../components/FileInput.tsx';
import { IconButton } from '../../../components/IconButton.tsx';
import type { TableStateControl } from '../use-table-state.ts';
import type { ViewActions } from './use-view-actions.ts';
import type { SavedViews } from './use-views.ts';
import { ViewPicker } from './ViewPicker.tsx';
import './views.css';

interface ViewBarProps {
  readonly views: SavedViews;
  readonly state: TableStateControl;
  readonly actions: ViewActions;
}

type Act =
  | 'saveAs'
  | 'rename'
  | 'remove'
  | 'makeDefault'
  | 'freeze'
  | 'layouts'
  | 'write'
  | 'writeAll'
  | 'read';

export function ViewBar({ views, state, actions }: ViewBarProps): ReactNode {
  const { t } = useTranslation('views');
  const file = useRef<HTMLInputElement>(null);
  const { own, isDefault } = actions;
  const { list } = views;
  const act: { readonly [act in Act]: () => void } = {
    saveAs: () => actions.open('saveAs'),
    rename: () => actions.open('rename'),
    remove: actions.remove,
    makeDefault: actions.makeDefault,
    freeze: () => actions.open('freeze'),
    layouts: () => actions.open('layouts'),
    write: () => actions.write(false),
    writeAll: () => actions.write(true),
    read: () => file.current?.click(),
  };
  const item = (id: Act, words: string = t(id)): ReactNode => (
    <MenuItem id={id} className="view-item">
      {words}
    </MenuItem>
  );
  const disabled: Act[] = [
    ...(own === undefined ? (['rename', 'remove'] as const) : []),
    ...(list.layouts.length === 0 ? (['layouts'] as const) : []),
    ...(list.views.length + list.layouts.length === 0 ? (['write'] as const) : []),
  ];
  return (
    <div className="view-bar" role="group" aria-label={t('views')}>
      <ViewPicker state={state} defaultId={list.defaultId} onChoose={actions.choose} />
      {state.isChanged ? (
        <>
          <Button kind="quiet" onPress={actions.save}>
            {own === undefined ? t('saveAs') : t('save')}
          </Button>
          <IconButton label={t('restore')} onPress={actions.restore}>
            ↺
          </IconButton>
        </>
      ) : null}
      <MenuTrigger>
        <IconButton label={t('more')}>⋯</IconButton>
        <Popover className="view-picker" placement="bottom start">
          <Menu
            aria-label={t('more')}
            className="view-picker-list"
            disabledKeys={disabled}
            onAction={(key) => act[key as Act]()}
          >
            {item('saveAs')}
            {item('rename')}
            {item('remove')}
            {item('makeDefault', isDefault ? t('noDefault') : t('makeDefault'))}
            <Separator className="view-separator" />
            {item('freeze')}
            {item('layouts')}
            <Separator className="view-separator" />
            {item('write')}
            {item('writeAll')}
            {item('read')}
          </Menu>
        </Popover>
      </MenuTrigger>
      <FileInput
        input={file}
        label={t('read')}
        accept=".railbird-views,.json,application/json"
        onChoose={actions.read}
      />
    </div>
  );
}
