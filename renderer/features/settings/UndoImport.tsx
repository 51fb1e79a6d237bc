// The last import of marks and notes, and the button that undoes it.

import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { minuteInTokyo } from '#shared/racing/racedate.ts';
import { useBridge } from '../../client/bridge.tsx';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { useTranslation } from '../../text/text.ts';

interface UndoImportProps {
  readonly isPending: boolean;
  /** Is given the time of the import. */
  readonly onUndo: (at: number) => void;
}

/** Draws nothing if there is nothing to undo. */
export function UndoImport({ isPending, onUndo }: UndoImportProps): ReactNode {
  const { t } = useTranslation(['annotations', 'shell']);
  const { queries } = useBridge();
  const [isAsking, setIsAsking] = useState(false);
  const last = useQuery({ ...queries.annotations.undoable.queryOptions(), staleTime: 0 });
  if (last.error !== null) return <FailureNotice thrown={last.error} />;
  if (last.data === undefined || last.data === null) return null;
  const { count, name, at } = last.data;
  return (
    <>
      <p className="settings-note">{t('lastImport', { count, name, time: minuteInTokyo(at) })}</p>
      <div className="settings-actions">
        <Button isPending={isPending} onPress={() => setIsAsking(true)}>
          {t('undoImport')}
        </Button>
      </div>
      <Dialog
        title={t('undoImportTitle')}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        actions={
          <>
            <Button onPress={() => setIsAsking(false)}>{t('shell:cancel')}</Button>
            <Button
              kind="danger"
              onPress={() => {
                setIsAsking(false);
                onUndo(at);
              }}
            >
              {t('undoImportConfirm')}
            </Button>
          </>
        }
      >
        <p>{t('undoImportText', { name })}</p>
      </Dialog>
    </>
  );
}
