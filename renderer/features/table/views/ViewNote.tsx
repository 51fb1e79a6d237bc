// A line under the bar: the outcome of the last action on views, with undo. Closing it or another action removes it.

import type { ReactNode } from 'react';
import { useTranslation } from '../../../text/text.ts';
import { Button } from '../../../components/Button.tsx';
import { FailureNotice } from '../../../components/FailureNotice.tsx';
import { IconButton } from '../../../components/IconButton.tsx';
import { DownloadLink } from '../../../components/WrittenFile.tsx';
import type { ViewActions, ViewNote as Note } from './use-view-actions.ts';

interface ViewNoteProps {
  readonly actions: ViewActions;
  /** Why the last change failed. */
  readonly failed: unknown;
}

export function ViewNote({ actions, failed }: ViewNoteProps): ReactNode {
  const { t } = useTranslation('views');
  const { note, dialog } = actions;
  // An open dialog shows its own failure.
  if (dialog !== 'none') return null;
  if (failed !== null) return <FailureNotice thrown={failed} />;
  if (note === undefined) return null;
  return (
    <div className="view-note" role={note.kind === 'unreadable' ? 'alert' : 'status'}>
      <Words note={note} />
      {note.kind === 'removed' || note.kind === 'layoutRemoved' ? (
        <Button kind="quiet" onPress={actions.undo}>
          {t('undo')}
        </Button>
      ) : null}
      <IconButton label={t('closeNote')} onPress={actions.forget}>
        ×
      </IconButton>
    </div>
  );
}

function Words({ note }: { readonly note: Note }): ReactNode {
  const { t } = useTranslation('views');
  switch (note.kind) {
    case 'removed':
      return <span>{t('removed', { name: note.view.name })}</span>;
    case 'layoutRemoved':
      return <span>{t('layoutRemoved', { name: note.layout.name, version: note.layout.version })}</span>;
    case 'elsewhere':
      return (
        <span>
          {note.elsewhere.did === 'change'
            ? t('changedElsewhere', { name: note.elsewhere.name, own: note.own })
            : t('deletedElsewhere', { name: note.elsewhere.name })}
        </span>
      );
    case 'frozen':
      return (
        <span>
          {t('frozen', {
            name: note.layout.name,
            version: note.layout.version,
            count: note.layout.columns.length,
          })}
        </span>
      );
    case 'written':
      return (
        <span>
          {t('written', { views: note.views, layouts: note.layouts })} <code>{note.path}</code>{' '}
          <DownloadLink address={note.download} />
        </span>
      );
    case 'adopted':
      return (
        <span>
          {t('adopted', { views: note.views, layouts: note.layouts })}{' '}
          {note.present === 0 ? '' : t('present', { count: note.present })}{' '}
          {note.renamed === 0 ? '' : t('renamed', { count: note.renamed })}{' '}
          {note.others === 0 ? '' : t('otherTables', { count: note.others })}
        </span>
      );
    case 'unreadable':
      return (
        <span className="field-problem">
          {t(`problems.${note.problem.problem}`, { at: note.problem.at ?? '' })}
        </span>
      );
  }
}
