// Refusals as various services word them: the specification names no code but UNAUTHORIZED, and no statuses but 401,
// 403 and 429 (section 7).

import type { Draw } from '../../../service/sample/generator/draw.ts';
import { instead, type HttpAnswer, type Spoil } from '../delivery.ts';

export interface Words {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers?: HttpAnswer['headers'];
}

/** The form of a service's errors. */
const FORMS: readonly ((words: Words) => { text: string; type?: string })[] = [
  ({ code, message }) => ({ text: JSON.stringify({ success: false, error: { code, message } }) }),
  ({ code, message }) => ({ text: JSON.stringify({ success: false, error: { code, message } }) }),
  ({ code, message }) => ({
    text: JSON.stringify({ success: false, error: { code, message, details: [{ param: 'end_racedate' }] } }),
  }),
  ({ message }) => ({ text: JSON.stringify({ success: false, error: message }) }),
  ({ code, message }) => ({ text: JSON.stringify({ success: false, code, message }) }),
];

/** The same message in every answer of a run. */
export const refusal = (choose: (draw: Draw) => Words): Spoil =>
  instead(({ habits }) => {
    const draw = habits.drawFor('words');
    const words = choose(draw);
    const { text } = draw.of(FORMS)(words);
    return { status: words.status, headers: words.headers ?? {}, text };
  });
