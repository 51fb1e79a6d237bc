// Clients that are worse than the app's, to check that the lab notices: how each changes a true outcome or a request.

import type { Transport } from '../../electron/service-client/transport.ts';
import type { Outcome } from './outcome.ts';
import type { PlayOptions } from './run.ts';
import { JOINT } from './compare.ts';

/** Takes any answer for the complete one. */
export const believing: PlayOptions = {
  client: (outcome) => (outcome.kind === 'failed' ? outcome : { ...outcome, reasons: [] }),
};

/** Silently loses its last day. */
export const forgetful: PlayOptions = {
  client: (outcome) => {
    if (outcome.kind === 'failed') return outcome;
    const { written } = outcome;
    const last = [...written.days.values()].toSorted().at(-1) ?? '';
    const keys = written.keys.filter((key) => written.days.get(key) !== last);
    const rows = written.rows.filter((row) => !row.split(JOINT).includes(last));
    return { ...outcome, reasons: [], written: { ...written, keys, rows } };
  },
};

/** Reports that something is wrong, but not where. */
export const vague: PlayOptions = {
  client: (outcome) => {
    if (outcome.kind === 'failed' || outcome.reasons.length === 0) return outcome;
    return { ...outcome, reasons: [{ reason: 'unchecked', where: '19990101' }] };
  },
};

/** Doubts everything it receives. */
export const doubting: PlayOptions = {
  client: (outcome) =>
    outcome.kind === 'failed'
      ? outcome
      : { ...outcome, reasons: [...outcome.reasons, { reason: 'unchecked', where: '20161119' }] },
};

/** Fails with an error without a code. */
export const breaking: PlayOptions = {
  client: (): Outcome => ({ kind: 'failed', error: new TypeError('x is undefined') }),
};

/** Sends each request several times before it reads an answer. */
export const insistent: PlayOptions = {
  transport: (send) => async (request) => {
    for (let times = 0; times < 3; times += 1) {
      const { body } = await send(request);
      for await (const _ of body);
    }
    return send(request);
  },
};

const never: Transport = () => new Promise(() => undefined);

/** Waits forever. */
export const patient: PlayOptions = { transport: () => never, longestMs: 1_500 };

/** Follows the address that an answer contains. */
export const credulous: PlayOptions = {
  transport: (send) => async (request) => {
    const answer = await send(request);
    const { location } = answer.headers;
    if (location !== undefined) await fetch(location);
    return answer;
  },
};
