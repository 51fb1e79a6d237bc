// The latest choice of the copy menu, shared by all grids and ticked in the menu. The window stores it; a grid
// on its own has the default.

import { createContext } from 'react';
import { USUAL_COPY, type CopyChoice } from './copy-text.ts';

interface RememberedCopyChoice {
  readonly choice: CopyChoice;
  readonly keep: (choice: CopyChoice) => void;
}

export const CopyChoiceContext = createContext<RememberedCopyChoice>({
  choice: USUAL_COPY,
  keep: () => undefined,
});
