// Checks a filter before it is sent: the client sends none that the interface does not accept.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import { FILTER_NAMES } from '#shared/catalogue/table.ts';
import { FILTER_RULES } from '#shared/service-api/filter-rules.ts';
import { isRacedate } from '#shared/racing/racedate.ts';

/** A sentence in English and Japanese, or undefined for a filter that may be sent. */
export function problemOf(table: Table, filter: Filter): string | undefined {
  const given = FILTER_NAMES.filter((name) => filter[name] !== undefined);
  const foreign = given.find((name) => !table.filters.includes(name));
  if (foreign !== undefined)
    return `${table.label.en}: no ${foreign} / ${table.label.ja}では${foreign}を使えません`;
  for (const name of given) {
    const rule = FILTER_RULES[name];
    const value = filter[name] ?? '';
    if (rule.pattern.test(value) && (!rule.isDate || isRacedate(value))) continue;
    return `${rule.label.en}: ${rule.form.en} / ${rule.label.ja}: ${rule.form.ja}`;
  }
  return problemOfDates(filter, given.length);
}

function problemOfDates(
  { start_racedate: from, end_racedate: to, racedate }: Filter,
  given: number,
): string | undefined {
  if (given === 0) return 'Nothing to ask for / 条件がありません';
  if ((from === undefined) !== (to === undefined))
    return 'A period needs both ends / 期間は開始日と終了日の両方が必要です';
  if (from !== undefined && to !== undefined && from > to)
    return 'The period ends before it begins / 終了日が開始日より前です';
  if (racedate !== undefined && from !== undefined)
    return 'Either a date or a period / 開催日と期間は同時に指定できません';
  return undefined;
}
