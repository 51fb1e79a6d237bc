// Opens the system's dialog for a file to read; a button or a menu clicks it.

import type { ReactNode, RefObject } from 'react';

interface FileInputProps {
  readonly input: RefObject<HTMLInputElement | null>;
  /** What is read, for a screen reader. */
  readonly label: string;
  /** As the `accept` attribute: ".json,application/json". */
  readonly accept: string;
  readonly onChoose: (file: File) => void;
}

export function FileInput({ input, label, accept, onChoose }: FileInputProps): ReactNode {
  return (
    <input
      ref={input}
      type="file"
      accept={accept}
      aria-label={label}
      className="only-read"
      tabIndex={-1}
      onChange={(event) => {
        const [chosen] = event.target.files ?? [];
        // The same file can be chosen again after it was repaired.
        event.target.value = '';
        if (chosen !== undefined) onChoose(chosen);
      }}
    />
  );
}
