// Which columns a question looks at.

import { FINISH_COLUMNS } from './groups.ts';
import type { QuestionName, Questions } from './queries.ts';

type Needs = { readonly [name in QuestionName]: (question: Questions[name]) => readonly string[] };

const ofArrangement: Needs['arrange'] = ({ arrangement: { sort, filters, quick } }) => [
  ...sort.map(({ column }) => column),
  ...filters.filter(({ text }) => text.trim() !== '').map(({ column }) => column),
  ...(quick && quick.text.trim() !== '' ? quick.columns : []),
];

const NEEDS: Needs = {
  arrange: ofArrangement,
  preview: ofArrangement,
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
export const neededFor = <Name extends QuestionName>(name: Name, question: Questions[Name]): string[] => [
  ...new Set(NEEDS[name](question)),
];
