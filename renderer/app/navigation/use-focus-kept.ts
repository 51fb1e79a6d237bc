// Whether a part of this step of the way is about to take the focus back, so that the heading leaves it alone.

import { useState } from 'react';
import { useNavigationStore } from './navigation.ts';
import { currentStep } from './trail.ts';

/** Read once, when the screen appears. `part` occurs in the names under which the parts of what is shown remember. */
export function useFocusKept(part: string): boolean {
  const [kept] = useState(() => {
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
  return kept;
}
