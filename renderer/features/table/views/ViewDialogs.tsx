// The dialogs of views: the name, whether to store the query, and which frozen layout to delete.

import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../text/text.ts';
import { LONGEST_NAME } from '#shared/saved-views/view.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { FailureNotice } from '../../../components/FailureNotice.tsx';
import { TextField } from '../../../components/TextField.tsx';
import type { TableFilter } from '../table-state.ts';
import type { AnyView } from '../use-table-state.ts';
import { queryText } from './query-text.ts';
import type { ViewActions } from './use-view-actions.ts';
import type { SavedViews } from './use-views.ts';

interface ViewDialogsProps {
  readonly views: SavedViews;
  readonly view: AnyView | undefined;
  readonly query: TableFilter | undefined;
  readonly columns: number;
  readonly actions: ViewActions;
}

/** The menu's label without the ellipsis that announces a dialog. */
const asTitle = (words: string): string => words.replace(/…$/, '');

/** Focuses the field and selects its text, so that typing replaces the proposed name. */
const takeFocus = (field: HTMLInputElement | null): void => {
  field?.focus();
  field?.select();
};

export function ViewDialogs({ views, view, query, columns, actions }: ViewDialogsProps): ReactNode {
  const { dialog, own } = actions;
  const ownName = own?.name ?? '';
  switch (dialog) {
    case 'none':
      return null;
    case 'saveAs':
      return (
        <NameDialog
          title="saveAs"
          first={ownName}
          taken={views.list.views.map(({ name }) => name)}
          query={query}
          keepsQuery={view?.content.query !== undefined}
          failed={views.failed}
          onName={actions.saveAs}
          onClose={actions.close}
        />
      );
    case 'rename':
      return (
        <NameDialog
          title="rename"
          first={ownName}
          failed={views.failed}
          onName={actions.rename}
          onClose={actions.close}
        />
      );
    case 'freeze':
      return (
        <NameDialog
          title="freeze"
          first={view?.name ?? ''}
          hint={columns}
          failed={views.failed}
          onName={actions.freeze}
          onClose={actions.close}
        />
      );
    case 'layouts':
      return <LayoutsDialog views={views} actions={actions} />;
  }
}

interface NameDialogProps {
  readonly title: 'saveAs' | 'rename' | 'freeze';
  readonly first: string;
  /** Names whose view would be overwritten. */
  readonly taken?: readonly string[];
  readonly query?: TableFilter | undefined;
  readonly keepsQuery?: boolean;
  /** Columns that are frozen. */
  readonly hint?: number;
  readonly failed: unknown;
  readonly onName: (name: string, keepsQuery: boolean) => void;
  readonly onClose: () => void;
}

function NameDialog(props: NameDialogProps): ReactNode {
  const { title, first, taken = [], query, hint, failed, onName, onClose } = props;
  const { t } = useTranslation('views');
  const { t: shell } = useTranslation('shell');
  const [typed, setTyped] = useState(first);
  const [keepsQuery, setKeepsQuery] = useState(props.keepsQuery === true);
  const name = typed.normalize('NFC').trim();
  const replaces = taken.includes(name);
  const isNamed = name !== '' && name.length <= LONGEST_NAME;
  return (
    <Dialog
      title={asTitle(t(title))}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shell('cancel')}</Button>
          <Button kind="primary" isDisabled={!isNamed} onPress={() => onName(name, keepsQuery)}>
            {replaces ? t('replace') : title === 'freeze' ? t('freezeNow') : t('save')}
          </Button>
        </>
      }
    >
      <form
        className="view-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isNamed) onName(name, keepsQuery);
        }}
      >
        <TextField
          label={t('name')}
          value={typed}
          onChange={setTyped}
          ref={takeFocus}
          hint={
            replaces
              ? t('replaces', { name })
              : hint === undefined
                ? undefined
                : t('freezes', { count: hint })
          }
          problem={name.length > LONGEST_NAME ? t('tooLong', { most: LONGEST_NAME }) : undefined}
        />
        {query === undefined ? null : (
          <label className="view-check">
            <input
              type="checkbox"
              checked={keepsQuery}
              onChange={(event) => setKeepsQuery(event.target.checked)}
            />
            <span>
              {t('keepQuery')} <small>{queryText(query)}</small>
            </span>
          </label>
        )}
        {failed === null ? null : <FailureNotice thrown={failed} />}
      </form>
    </Dialog>
  );
}

function LayoutsDialog({
  views,
  actions,
}: {
  readonly views: SavedViews;
  readonly actions: ViewActions;
}): ReactNode {
  const { t } = useTranslation('views');
  const { t: shell } = useTranslation('shell');
  return (
    <Dialog
      title={asTitle(t('layouts'))}
      isOpen
      onClose={actions.close}
      actions={
        <Button kind="primary" onPress={actions.close}>
          {shell('close')}
        </Button>
      }
    >
      <p className="view-words">{t('layoutsMeaning')}</p>
      <table className="view-layouts">
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            <th scope="col" className="number">
              {t('version')}
            </th>
            <th scope="col" className="number">
              {t('columns')}
            </th>
            <th aria-label={t('remove')} />
          </tr>
        </thead>
        <tbody>
          {views.list.layouts.map((layout) => (
            <tr key={layout.id}>
              <td>{layout.name}</td>
              <td className="number">{layout.version}</td>
              <td className="number" title={layout.columns.join(', ')}>
                {layout.columns.length}
              </td>
              <td>
                <Button
                  kind="quiet"
                  label={t('removeLayout', { name: layout.name, version: layout.version })}
                  onPress={() => actions.removeLayout(layout)}
                >
                  {t('removeShort')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {actions.note?.kind === 'layoutRemoved' ? (
        <p className="view-undo" role="status">
          {t('layoutRemoved', { name: actions.note.layout.name, version: actions.note.layout.version })}{' '}
          <Button kind="quiet" onPress={actions.undo}>
            {t('undo')}
          </Button>
        </p>
      ) : null}
    </Dialog>
  );
}
