// Whether a runner took part, as a column: the runs that every rate and record counts.

import { code } from '#shared/catalogue/records/build.ts';
import { computed } from '#shared/catalogue/subjects/build.ts';
import type { ReadOrigin, SubjectColumn } from '#shared/catalogue/subjects/subject.ts';

// prettier-ignore
const DRAFT = code('took_part', 'flag_0_1', ['Took part', 'Ran', 'Whether the horse took part, as rates and records count it: it has a finishing position, or was pulled up, disqualified and the like. No if it was scratched or excluded, blank before the result.'], ['出走', '出走', '出走したか。率や成績はこれを数える。着順があるか、中止・失格などの馬。取消・除外は「なし」、成績の前は空。']);

/** The column, from those of the subject that have the finish and what befell the horse. */
export function tookPartColumn(columns: readonly SubjectColumn[]): readonly SubjectColumn[] {
  const originOf = (name: string): ReadOrigin => {
    const origin = columns.find((column) => column.name === name)?.origin;
    if (origin === undefined || !('record' in origin || 'firstOf' in origin))
      throw new Error(`${name} is not read from records`);
    return origin;
  };
  const tookPart = { finish: originOf('order_of_finish'), trouble: originOf('trouble_classification') };
  return computed('finish', [DRAFT]).map((column) => ({ ...column, origin: { tookPart } }));
}
