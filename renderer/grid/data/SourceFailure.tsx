// Says why cells are missing when pages of a grid could not be loaded.

import { useSyncExternalStore, type ReactNode } from 'react';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import type { RowModel } from './row-model.ts';

export function SourceFailure({ source }: { readonly source: RowModel }): ReactNode {
  const thrown = useSyncExternalStore(source.subscribe, source.failure);
  return thrown === undefined ? null : <FailureNotice thrown={thrown} onRetry={() => source.retry()} />;
}
