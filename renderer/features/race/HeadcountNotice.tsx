// Warns if a race has a different number of records than it states.

import { headcountNotice } from '#shared/racing/race-records.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { Notice } from '../../components/Notice.tsx';
import { useLanguage } from '../../text/text.ts';

interface HeadcountNoticeProps {
  readonly race: RecordValues;
  readonly records: readonly RecordValues[];
  /** The card, if the records are not the card itself: it names who is missing. */
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
