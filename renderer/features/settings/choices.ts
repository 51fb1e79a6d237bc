// What can be chosen, in the order in which it is offered.

import type { Settings } from '#shared/bridge/settings.ts';

export const LANGUAGES: readonly Settings['language'][] = ['system', 'en', 'ja'];

export const THEMES: readonly Settings['theme'][] = ['system', 'light', 'dark', 'contrast'];

export const DENSITIES: readonly Settings['density'][] = ['compact', 'normal', 'touch'];
