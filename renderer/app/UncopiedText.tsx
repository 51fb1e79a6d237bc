// The notice with what the clipboard refused: the whole of it, however long, in a field that is selected by a click or Tab.

import type { ReactNode } from 'react';
import { Button } from '../components/Button.tsx';
import { Notice } from '../components/Notice.tsx';
import { useTranslation } from '../text/text.ts';
import { useUncopied } from './copy-or-show.ts';
import '../components/Field.css';
import './UncopiedText.css';

export function UncopiedText(): ReactNode {
  const { t } = useTranslation(['places', 'shell']);
  const text = useUncopied((state) => state.text);
  if (text === undefined) return null;
  const close = (): void => useUncopied.setState({ text: undefined });
  return (
    <div className="uncopied">
      <Notice
        kind="warning"
        title={t('notCopied')}
        actions={<Button onPress={close}>{t('shell:close')}</Button>}
      >
        <input
          className="field-input uncopied-text"
          aria-label={t('byHand')}
          readOnly
          value={text}
          onClick={(event) => event.currentTarget.select()}
        />
      </Notice>
    </div>
  );
}
