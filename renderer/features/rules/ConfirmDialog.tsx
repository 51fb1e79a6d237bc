// Asks before a rule is deleted, or changes of one are discarded.

import type { ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';

interface ConfirmDialogProps {
  /** Undefined while nothing is asked. */
  readonly question: 'delete' | 'discard' | undefined;
  readonly name: string;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

export function ConfirmDialog({ question, name, onClose, onConfirm }: ConfirmDialogProps): ReactNode {
  const { t } = useTranslation(['rules', 'shell']);
  const isDelete = question === 'delete';
  return (
    <Dialog
      title={t(isDelete ? 'deleteTitle' : 'discardTitle')}
      isOpen={question !== undefined}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('shell:cancel')}</Button>
          <Button kind="danger" onPress={onConfirm}>
            {t(isDelete ? 'delete' : 'discard')}
          </Button>
        </>
      }
    >
      <p>{t(isDelete ? 'deleteText' : 'discardText', { name })}</p>
    </Dialog>
  );
}
