// Remembers the copy format of the grids below it across restarts.

import { useMemo, type ReactNode } from 'react';
import { useRemembered } from '../client/use-remembered.ts';
import { CopyChoiceContext } from '../grid/selection/copy-choice.ts';
import { copyChoiceSchema, USUAL_COPY } from '../grid/selection/copy-text.ts';

export function RememberedCopyChoice({ children }: { readonly children: ReactNode }): ReactNode {
  const { value: choice, keep } = useRemembered('copy', copyChoiceSchema, USUAL_COPY);
  const kept = useMemo(() => ({ choice, keep }), [choice, keep]);
  return <CopyChoiceContext value={kept}>{children}</CopyChoiceContext>;
}
