// The errors of answers that are malformed or beyond a limit (electron/service-client/answer-limits.ts).

import type { ErrorRow } from '#shared/error-row.ts';
import type { Text } from '#shared/text.ts';

/** For a malformed response, which no working service sends. */
const MALFORMED_RESPONSE: Text = {
  en: 'The response was discarded. Check the address in Settings. If it is correct, contact the operator of the service.',
  ja: 'この応答は保存していません。設定のアドレスを確認し、正しい場合はサービスの運営者にお知らせください。',
};

/** For a response that may be correct but is too large. */
const TOO_LARGE_RESPONSE: Text = {
  en: 'The response was discarded. Request fewer days at a time. If this was a single day, contact the operator of the service.',
  ja: 'この応答は保存していません。期間を短くしてお試しください。1日分の場合は、サービスの運営者にお知らせください。',
};

export const ANSWER_ERRORS = {
  ANSWER_HEADERS_TOO_LONG: {
    retry: false,
    exit: 'unreachable',
    title: {
      en: 'The response headers exceed {most} KB',
      ja: '応答のヘッダーが{most}KBを超えています',
    },
    advice: MALFORMED_RESPONSE,
  },
  ANSWER_TOO_LONG: {
    retry: false,
    exit: 'unreachable',
    title: { en: 'The response exceeds {most} MB', ja: '応答が{most}MBを超えています' },
    advice: TOO_LARGE_RESPONSE,
  },
  ANSWER_TOO_MANY_RECORDS: {
    retry: false,
    exit: 'unreachable',
    title: { en: 'The response has more than {most} records', ja: '応答のレコードが{most}件を超えています' },
    advice: TOO_LARGE_RESPONSE,
  },
  ANSWER_RECORD_TOO_LONG: {
    retry: false,
    exit: 'unreachable',
    title: {
      en: 'The response has a record larger than {most} MB',
      ja: '応答に{most}MBを超えるレコードがあります',
    },
    advice: MALFORMED_RESPONSE,
  },
  ANSWER_VALUE_TOO_LONG: {
    retry: false,
    exit: 'unreachable',
    title: { en: 'The response has a value larger than {most} KB', ja: '応答に{most}KBを超える値があります' },
    advice: MALFORMED_RESPONSE,
  },
  ANSWER_TOO_MANY_FIELDS: {
    retry: false,
    exit: 'unreachable',
    title: {
      en: 'A record in the response has more than {most} fields',
      ja: '応答のレコードの項目が{most}個を超えています',
    },
    advice: MALFORMED_RESPONSE,
  },
  ANSWER_TOO_MANY_NAMES: {
    retry: false,
    exit: 'unreachable',
    title: {
      en: 'The response has more than {most} fields that the specification does not define',
      ja: '応答に仕様外の項目が{most}個を超えてあります',
    },
    advice: MALFORMED_RESPONSE,
  },
  ANSWER_NAME_TOO_LONG: {
    retry: false,
    exit: 'unreachable',
    title: {
      en: 'The response has a field name longer than {most} bytes',
      ja: '応答に{most}バイトを超える項目名があります',
    },
    advice: MALFORMED_RESPONSE,
  },
  ANSWER_NESTED_TOO_DEEPLY: {
    retry: false,
    exit: 'unreachable',
    title: {
      en: 'The response is nested more than {most} levels deep',
      ja: '応答の入れ子が{most}段を超えています',
    },
    advice: MALFORMED_RESPONSE,
  },
  ANSWER_TOO_MUCH_ASIDE: {
    retry: false,
    exit: 'unreachable',
    title: {
      en: 'The service sent more than {most} MB that was not requested',
      ja: '要求していないデータが{most}MBを超えて届きました',
    },
    advice: MALFORMED_RESPONSE,
  },
  ANSWER_TOO_MUCH_AROUND: {
    retry: false,
    exit: 'unreachable',
    title: {
      en: 'The response has more than {most} MB besides its records',
      ja: '応答のレコード以外の部分が{most}MBを超えています',
    },
    advice: MALFORMED_RESPONSE,
  },
} as const satisfies Record<string, ErrorRow>;
