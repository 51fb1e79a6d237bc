// Why cells stay away, when windows of a grid cannot be read.

import { useSyncExternalStore, type ReactNode } from 'react';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import type { WindowSource } from './page-loader.ts';

export function SourceFailure({ source }: { readonly source: WindowSource }): ReactNode {
  const thrown = useSyncExternalStore(source.subscribe, source.failure);
  return thrown === undefined ? null : <FailureNotice thrown={thrown} onRetry={source.retry} />;
}
