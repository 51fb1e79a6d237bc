// The figures of a race in the day's lists: those of its program. Winners and payoffs have tables of their own.

import { columnOf } from '#shared/catalogue/tables.ts';
import { RACE_COLUMNS } from './racing-day.ts';

export const RACE_FIGURES = RACE_COLUMNS.map((name) => columnOf('t_ra', name));
