// Says to screen readers where the focus came to rest: not on every repeat of a key.

import { useEffect, useState } from 'react';

/** How long the focus must have rested, in milliseconds. */
const REST_MS = 400;

/** The text for a polite live region: the latest one, once it has not changed for a while. */
export function useAnnouncement(text: string, isFocused: () => boolean): string {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => {
      if (isFocused()) setSaid(text);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [text, isFocused]);
  return said;
}
