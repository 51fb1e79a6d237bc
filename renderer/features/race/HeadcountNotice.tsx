// Says that the records of a race are not as many as the race states.

import { headcountNotice } from '#shared/racing/race-records.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { Notice } from '../../components/Notice.tsx';
import { useLanguage } from '../../text/text.ts';

interface HeadcountNoticeProps {
  readonly race: RecordValues;
  readonly records: readonly RecordValues[];
  /** The card, where the records are others: to name who is missing. */
  readonly card?: readonly RecordValues[];
  readonly withdrawn: ReadonlySet<number>;
}

export function HeadcountNotice({ race, records, card = [], withdrawn }: HeadcountNoticeProps) {
  const language = useLanguage();
  const notice = headcountNotice(race, records, { card, withdrawn }, language);
  return notice === undefined ? null : (
    <Notice kind={notice.kind} title={notice.title}>
      {notice.text}
    </Notice>
  );
}
