// The time until a post time: "in 12 min".

import { useTranslation } from '../../text/text.ts';
import { durationOf } from './next-race.ts';

export function TimeUntil({ minutes: left }: { readonly minutes: number }) {
  const { t } = useTranslation('day');
  const { days, hours, minutes } = durationOf(left);
  const text =
    left === 0
      ? t('next.now')
      : days > 0
        ? t('next.days', { days, hours })
        : hours > 0
          ? t('next.hours', { hours, minutes })
          : t('next.minutes', { minutes });
  return <span className="time-until">{text}</span>;
}
