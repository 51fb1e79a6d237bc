// A list in one line. What does not fit is folded away, and a button unfolds it, here and wherever the same choice is
// remembered.

import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { z } from 'zod';
import { useRemembered } from '../client/use-remembered.ts';
import { IconButton } from './IconButton.tsx';
import './FoldedLine.css';

interface FoldedLineProps {
  /** Name of the button. */
  readonly label: string;
  /** What the choice is remembered under. */
  readonly memory: string;
  /** Items of the list, the most important first. */
  readonly children: ReactNode;
}

export function FoldedLine({ label, memory, children }: FoldedLineProps) {
  const list = useRef<HTMLUListElement>(null);
  const [isCut, setIsCut] = useState(false);
  const { value: isOpen, keep } = useRemembered(memory, z.boolean(), false);
  useLayoutEffect(() => {
    const { current } = list;
    if (current === null) return undefined;
    const measure = (): void => setIsCut(current.scrollHeight > current.clientHeight);
    // The race's grid is measured in the same moment, so the page is laid out in any case.
    measure();
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <div className="folded-line">
      <ul ref={list} className={isOpen ? undefined : 'is-folded'}>
        {children}
      </ul>
      {(isOpen || isCut) && (
        <IconButton label={label} isPressed={isOpen} onPress={() => keep(!isOpen)}>
          {isOpen ? '▴' : '▾'}
        </IconButton>
      )}
    </div>
  );
}
