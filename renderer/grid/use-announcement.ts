// Announces the position of the focus to screen readers once it rests, not on every repeat of a key.

import { useEffect, useState } from 'react';

/** Milliseconds for which the focus must rest. */
const REST_MS = 400;

/** The text for a polite live region: the latest text that did not change for a while. */
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
