// What a command has just done, in the status bar for a few seconds.

import { useEffect, type ReactNode } from 'react';
import { useTranslation } from '../text/text.ts';
import { SHOWN_MS, useAnnouncementStore } from './announce.ts';

/** A live region is read only if it was there before its text. */
export function Announcement(): ReactNode {
  const { t } = useTranslation('places');
  const announcement = useAnnouncementStore((state) => state.announcement);
  useEffect(() => {
    if (announcement === undefined) return undefined;
    const timer = setTimeout(() => useAnnouncementStore.setState({ announcement: undefined }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [announcement]);
  return (
    <span className="status-bar-announcement" aria-live="polite">
      {announcement === undefined ? null : t(`announcements.${announcement.text}`, announcement.values)}
    </span>
  );
}
