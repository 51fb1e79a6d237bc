// Why what stands around an export button is incomplete, all records of the screen together.

import { createContext } from 'react';
import type { Incompleteness } from '#shared/bridge/results.ts';

/** Of a screen that joins several sets of records; empty where the result is all there is. */
export const ScreenReasons = createContext<readonly Incompleteness[]>([]);
