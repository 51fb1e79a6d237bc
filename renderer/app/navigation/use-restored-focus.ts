// Whether a part of this step will restore its focus, in which case the heading does not take it.

import { useState } from 'react';
import { useNavigationStore } from './navigation.ts';
import { currentStep } from './trail.ts';

/** Read once, when the screen appears. `part` occurs in the memory names of the visible parts. */
export function useRestoredFocus(part: string): boolean {
  const [hasStoredFocus] = useState(() => {
    const { memory } = currentStep(useNavigationStore.getState().trail);
    return Object.entries(memory).some(
      ([name, value]) =>
        name.includes(part) &&
        typeof value === 'object' &&
        value !== null &&
        'focused' in value &&
        value.focused === true,
    );
  });
  return hasStoredFocus;
}
