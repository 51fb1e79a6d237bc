// The latest choice of the copy menu, which every grid shares: who copies as Markdown once finds it ticked. The window
// keeps it; a grid by itself has the usual one.

import { createContext } from 'react';
import { USUAL_COPY, type CopyChoice } from './copy-text.ts';

interface KeptCopyChoice {
  readonly choice: CopyChoice;
  readonly keep: (choice: CopyChoice) => void;
}

export const CopyChoiceContext = createContext<KeptCopyChoice>({
  choice: USUAL_COPY,
  keep: () => undefined,
});
