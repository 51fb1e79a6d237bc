// The language of labels and codes: English unless asked, whatever the terminal's own, so that a script's output
// does not depend on who runs it.

import type { Language } from '#shared/text.ts';
import type { Option } from './command.ts';

export const LANGUAGES = ['en', 'ja'] as const satisfies readonly Language[];

export const LANGUAGE_OPTION: Option = {
  name: 'language',
  value: 'en|ja',
  help: 'of labels and codes; en unless given',
};
