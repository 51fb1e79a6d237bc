// What another window did to the list that is written here, and where both texts are.

import type { ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { Button } from '../../components/Button.tsx';
import type { ListEdit } from './list-editor.ts';

interface ElsewhereLineProps {
  readonly edit: ListEdit;
  /** Opens a list. */
  readonly onShow: (id: string) => void;
  readonly onClose: () => void;
}

export function ElsewhereLine({ edit, onShow, onClose }: ElsewhereLineProps): ReactNode {
  const { t } = useTranslation('bets');
  const { elsewhere, list } = edit;
  if (elsewhere === undefined) return null;
  const { name } = elsewhere;
  return (
    <p>
      {elsewhere.did === 'change'
        ? t('changedElsewhere', { name, own: list.name })
        : t('deletedElsewhere', { name })}{' '}
      {elsewhere.did === 'change' && (
        <Button kind="quiet" onPress={() => onShow(elsewhere.id)}>
          {t('showOther', { name })}
        </Button>
      )}
      <Button kind="quiet" onPress={onClose}>
        {t('understood')}
      </Button>
    </p>
  );
}
