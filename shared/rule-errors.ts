// The errors of rules: rows of the catalogue of errors (shared/errors.ts).

import type { ErrorRow } from '#shared/error-row.ts';

export const RULE_ERRORS = {
  RULE_INVALID: {
    retry: false,
    exit: 'usage',
    title: { en: 'The rule cannot be run', ja: 'このルールは実行できません' },
    advice: { en: '{problem}', ja: '{problemJa}' },
  },
  RULE_READS_RESULT: {
    retry: false,
    exit: 'usage',
    title: {
      en: 'The rule reads what is known only after the race',
      ja: 'レース後に分かる項目を条件にしています',
    },
    advice: { en: '{problem}', ja: '{problemJa}' },
  },
} as const satisfies Readonly<Record<string, ErrorRow>>;
