// Puts a file's path on the clipboard, to paste where the file is wanted, and says that it is there.

import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/Button.tsx';

export function CopyPath({ path }: { readonly path: string }): ReactNode {
  const { t } = useTranslation('exports');
  const [outcome, setOutcome] = useState<'copied' | 'notCopied'>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(path);
      setOutcome('copied');
    } catch {
      // A browser may refuse; the path itself can be selected.
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
