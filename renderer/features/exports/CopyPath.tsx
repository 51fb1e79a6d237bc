// Copies the path of a file to the clipboard and confirms it.

import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { Button } from '../../components/Button.tsx';

export function CopyPath({ path }: { readonly path: string }): ReactNode {
  const { t } = useTranslation('exports');
  const [outcome, setOutcome] = useState<'copied' | 'notCopied'>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(path);
      setOutcome('copied');
    } catch {
      // A browser may refuse; the user can still select the path.
      setOutcome('notCopied');
    }
  };
  return (
    <>
      <Button onPress={() => void copy()}>{t('copyPath')}</Button>
      <span className="export-copied" role="status">
        {outcome === undefined ? '' : t(outcome)}
      </span>
    </>
  );
}
