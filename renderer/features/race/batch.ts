// Several sheets of a race shown as one: as complete as the least complete, and refreshed together.

import { together } from '../../components/Completeness.tsx';
import type { LoadedRace } from './use-race-sheet.ts';

export const summaryOf = (...sheets: readonly LoadedRace[]) =>
  together(sheets.flatMap(({ loaded }) => (loaded === undefined || loaded.records === 0 ? [] : [loaded])));

export const againAll =
  (...sheets: readonly LoadedRace[]) =>
  (): void => {
    for (const sheet of sheets) sheet.again();
  };
