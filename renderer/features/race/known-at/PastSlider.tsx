// The slider over the times at which a race was fetched, and the banner over what was known then.

import { useEffect, useRef, type ReactNode } from 'react';
import type { Language } from '#shared/text.ts';
import { Button } from '../../../components/Button.tsx';
import { FailureNotice } from '../../../components/FailureNotice.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { useLanguage, useTranslation } from '../../../text/text.ts';
import type { PastChoice } from './use-past-race.ts';
import './known-at.css';

/** In Tokyo, where the post times are; with seconds, because a race may be fetched twice in a minute. */
const timeText = (at: number, language: Language): string =>
  new Intl.DateTimeFormat(language, {
    timeZone: 'Asia/Tokyo',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(at);

interface PastSliderProps {
  readonly choice: PastChoice;
}

/** Nothing unless there are two times to choose from. */
export function PastSlider({ choice: { times, place, show } }: PastSliderProps): ReactNode {
  const { t } = useTranslation('knownAt');
  const language = useLanguage();
  if (times.length < 2) return null;
  const at = times[place];
  const text =
    at === undefined
      ? t('now')
      : t('position', { time: timeText(at, language), number: place + 1, count: times.length });
  return (
    <label className="past-slider" title={t('hint')}>
      <span>{t('label')}</span>
      <input
        type="range"
        min={0}
        max={times.length}
        value={place}
        aria-valuetext={text}
        onChange={(event) => show(Number(event.target.value))}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || at === undefined) return;
          event.preventDefault();
          show(times.length);
        }}
      />
      <output>{text}</output>
    </label>
  );
}

/** Nothing while the race is shown as it is known now. */
export function PastBanner({ choice: { times, past, show, thrown } }: PastSliderProps): ReactNode {
  const { t } = useTranslation('knownAt');
  const language = useLanguage();
  const isPast = past !== undefined;
  const hadFocus = useRef(false);
  useEffect(() => {
    // The button goes with the banner: without this the focus would go with it.
    if (isPast || !hadFocus.current) return;
    hadFocus.current = false;
    document.querySelector<HTMLElement>('.past-slider input')?.focus();
  }, [isPast]);
  return (
    <>
      {thrown === null ? null : <FailureNotice thrown={thrown} />}
      {past === undefined ? null : (
        <div className="past-banner">
          <Notice
            kind="warning"
            title={t('bannerTitle', { time: timeText(past.at, language) })}
            actions={
              <Button
                kind="primary"
                onPress={() => {
                  hadFocus.current = true;
                  show(times.length);
                }}
              >
                {t('toNow')}
              </Button>
            }
          >
            {t('bannerText')}
          </Notice>
        </div>
      )}
    </>
  );
}
