// Which columns a question looks at.

import { FINISH_COLUMNS } from './groups.ts';
import type { QueryName, QueryInputs } from './queries.ts';

type Needs = { readonly [name in QueryName]: (question: QueryInputs[name]) => readonly string[] };

const ofRowQuery: Needs['arrange'] = ({ query: { sort, filters, quick } }) => [
  ...sort.map(({ column }) => column),
  ...filters.filter(({ text }) => text.trim() !== '').map(({ column }) => column),
  ...(quick && quick.text.trim() !== '' ? quick.columns : []),
];

const NEEDS: Needs = {
  arrange: ofRowQuery,
  preview: ofRowQuery,
  cells: ({ columns }) => columns,
  places: () => [],
  find: ({ columns }) => columns,
  values: ({ column }) => [column],
  profile: ({ column }) => [column],
  groups: ({ by, measures = [] }) => [...by, ...measures, ...FINISH_COLUMNS],
  statistics: ({ columns }) => columns,
  blank: ({ columns }) => columns,
};

/** By name, each once. */
export const neededFor = <Name extends QueryName>(name: Name, question: QueryInputs[Name]): string[] => [
  ...new Set(NEEDS[name](question)),
];
