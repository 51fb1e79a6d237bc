// Names the tables that the figures inside were read from.

import type { ReactNode } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { FigureOrigins } from './shown-figures.ts';
import { originsOf, type Read } from './use-figures.ts';

interface FiguresOfProps {
  /** What was read; the first has precedence for columns that several have. */
  readonly read: readonly (Read | undefined)[];
  readonly children: ReactNode;
}

/** Every row below reads the origins, so they stay the same list until something else was read. */
export function FiguresOf({ read, children }: FiguresOfProps): ReactNode {
  const origins = useShallow((all: FiguresOfProps['read']) => originsOf(...all))(read);
  return <FigureOrigins value={origins}>{children}</FigureOrigins>;
}
