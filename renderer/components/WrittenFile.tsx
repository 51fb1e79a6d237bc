// Where a file was written, and in a browser window the link that fetches it.

import type { ReactNode } from 'react';
import { useTranslation } from '../text/text.ts';

interface WrittenFileProps {
  /** As the bridge answers; without a path, the dialog that asks where to save was dismissed. */
  readonly file: { readonly path?: string | undefined; readonly download?: string | undefined } | undefined;
}

export function WrittenFile({ file }: WrittenFileProps): ReactNode {
  const { t } = useTranslation('shell');
  if (file?.path === undefined) return null;
  return (
    <>
      {t('writtenTo', { path: file.path })} <DownloadLink address={file.download} />
    </>
  );
}

/** `address`: relative to the window's own, and only in a browser window. */
export function DownloadLink({ address }: { readonly address: string | undefined }): ReactNode {
  const { t } = useTranslation('shell');
  if (address === undefined) return null;
  return (
    <a href={address} download="">
      {t('downloadFile')}
    </a>
  );
}
