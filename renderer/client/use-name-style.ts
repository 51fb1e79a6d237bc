// How names are shown: the user's setting, for every place that shows names.

import type { NameStyle } from '#shared/names/latin.ts';
import { useSettings } from './use-settings.ts';

/** As recorded until the main process has responded. */
export const useNameStyle = (): NameStyle => useSettings().settings?.names ?? 'kana';
