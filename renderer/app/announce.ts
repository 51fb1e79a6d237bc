// A short report of what a command did where nothing on the screen shows it: an address copied, a tab opened behind.

import { create } from 'zustand';
import type { places } from '../text/places.ts';

/** Texts of renderer/text/places.ts that report something. */
export type AnnouncementText = keyof (typeof places)['en']['announcements'];

export interface Announcement {
  readonly text: AnnouncementText;
  readonly values: Readonly<Record<string, string | number>>;
}

/** Milliseconds for which it is shown. */
export const SHOWN_MS = 6000;

export const useAnnouncementStore = create<{ readonly announcement: Announcement | undefined }>(() => ({
  announcement: undefined,
}));

/** Shows a text in the status bar for a while, and reads it to screen readers. */
export function announce(text: AnnouncementText, values: Announcement['values'] = {}): void {
  useAnnouncementStore.setState({ announcement: { text, values } });
}
