// Puts a text on the clipboard. What the browser refuses to put there is shown in a notice, until that is closed or something
// is copied, so that it can be copied by hand.

import { create } from 'zustand';

interface Uncopied {
  readonly text: string | undefined;
}

export const useUncopied = create<Uncopied>(() => ({ text: undefined }));

/** Returns whether the text is on the clipboard. */
export async function copyOrShow(text: string): Promise<boolean> {
  const isCopied = await write(text);
  useUncopied.setState({ text: isCopied ? undefined : text });
  return isCopied;
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
