// Shows an exported file in the system's file manager.

import type { ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { useBridge } from '../../client/bridge.tsx';
import { Button } from '../../components/Button.tsx';

export function Reveal({ exportId }: { readonly exportId: string }): ReactNode {
  const { t } = useTranslation('exports');
  const { client } = useBridge();
  // The path is on screen too, should the file manager not open.
  const reveal = (): void => void client.exports.reveal({ exportId }).catch(() => undefined);
  return <Button onPress={reveal}>{t('reveal')}</Button>;
}
