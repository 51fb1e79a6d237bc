// A table's query in a few characters: "2026-11-14 – 2026-11-15", a race key, a horse.

import { isRacedate } from '#shared/racing/racedate.ts';
import type { TableFilter } from '../table-state.ts';

const dayText = (text: string): string =>
  isRacedate(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : text;

export function queryText(query: TableFilter): string {
  const { start_racedate: from, end_racedate: to, ...rest } = query;
  const period = from === undefined || to === undefined ? [] : [`${dayText(from)} – ${dayText(to)}`];
  return [
    ...period,
    ...Object.values(rest).flatMap((text) => (text === undefined ? [] : [dayText(text)])),
  ].join(', ');
}
