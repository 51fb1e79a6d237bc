// Says that this computer's clock is behind the service's, by the dates of its answers: "today", the next race and what is
// final are told by this computer's clock, and days would be requested from the wrong table. A clock that is ahead is told
// with the days that it concerns (downloads/fetch/suspicions.ts): the date of an answer that was kept on the way is old too.

import { durationText } from '#shared/duration-text.ts';
import { minuteInTokyo } from '#shared/racing/racedate.ts';
import type { NewNotice, Notices } from '../files/notices.ts';

const MINUTE_MS = 60_000;
/** Less is not noticed on any screen. */
const BEHIND_MS = 5 * MINUTE_MS;
/** Right again: so much less that the notice does not come and go. */
const RIGHT_MS = MINUTE_MS;

/** One moment by both clocks, in epoch milliseconds. */
export interface BothClocks {
  readonly servedAt: number;
  readonly now: number;
}

interface ClockCheckOptions {
  readonly notices: Pick<Notices, 'add' | 'dismiss'>;
  readonly report: (error: unknown) => void;
}

/** To be called with each dated answer. The notice comes once, and goes by itself when the clock is right. Never fails. */
export function createClockCheck({ notices, report }: ClockCheckOptions): (clocks: BothClocks) => void {
  let isBehind: boolean | undefined;
  return (clocks) => {
    const behind = clocks.servedAt - clocks.now;
    if (behind >= BEHIND_MS && isBehind !== true) {
      isBehind = true;
      notices.add(behindNotice(clocks)).catch(report);
    } else if (Math.abs(behind) < RIGHT_MS && isBehind !== false) {
      isBehind = false;
      // Also one that an earlier run left.
      notices.dismiss(`${SUBJECT}-${KEY}`).catch(report);
    }
  };
}

const SUBJECT = 'other';
const KEY = 'clock';

function behindNotice({ servedAt, now }: BothClocks): NewNotice {
  const [there, here] = [minuteInTokyo(servedAt), minuteInTokyo(now)];
  const by = (language: 'en' | 'ja') => durationText((servedAt - now) / 1000, language);
  return {
    subject: SUBJECT,
    key: KEY,
    what: {
      en: `This computer’s clock is ${by('en')} behind the service’s`,
      ja: `このコンピューターの時計がサービスより${by('ja')}遅れています`,
    },
    saved: [],
    gone: [],
    advice: {
      en: `Set this computer’s clock, best by letting the system set it. By the service it was ${there} in Japan, by this computer ${here}. Until it is right, the race day that is shown as today, the next race and the time until it may be wrong, and days may be requested from the wrong table.`,
      ja: `コンピューターの時計を合わせてください（システムの自動設定が確実です）。日本時間でサービスは${there}、このコンピューターは${here}でした。合うまで、今日の開催、次のレースとその残り時間が正しくないことや、別の表に問い合わせることがあります。`,
    },
  };
}
