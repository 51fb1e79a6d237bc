// The notice about an address that leads nowhere, and the addresses that the system hands to the desktop app.

import { useEffect, type ReactNode } from 'react';
import { wordsOf } from '#shared/errors.ts';
import { useBridge } from '../client/bridge.tsx';
import { Button } from '../components/Button.tsx';
import { Notice } from '../components/Notice.tsx';
import { useLanguage, useTranslation } from '../text/text.ts';
import { openAddress, useRefusedAddress } from './open-address.ts';

/** Most characters of an address in the notice. */
const SHOWN = 80;

export function RefusedAddress(): ReactNode {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const refused = useRefusedAddress((state) => state.refused);
  if (refused === undefined) return null;
  const address = refused.length > SHOWN ? `${refused.slice(0, SHOWN)}…` : refused;
  const { title, advice } = wordsOf('ADDRESS_REFUSED', { address }, language);
  const close = (): void => useRefusedAddress.setState({ refused: undefined });
  return (
    <Notice kind="warning" title={title} actions={<Button onPress={close}>{t('close')}</Button>}>
      {advice}
    </Notice>
  );
}

/** Opens what the system hands to the desktop app; other hosts get nothing. */
export function useSystemAddresses(): void {
  const { client } = useBridge();
  useEffect(() => {
    if (window.railbird === undefined) return undefined;
    const end = new AbortController();
    const read = async (): Promise<void> => {
      for await (const { address } of await client.app.addresses(undefined, { signal: end.signal })) {
        openAddress(address);
      }
    };
    // The status bar says that the app is gone, if it is.
    read().catch(() => undefined);
    return () => end.abort();
  }, [client]);
}
