// The input of a fault: an answer as the service gave it, and how it is transmitted.

import type { Draw } from '../../service/sample/generator/draw.ts';
import type { Filter, Table } from '#shared/catalogue/table.ts';
import type { Envelope, WireRecord } from '#shared/service-api/envelope.ts';
import type { SwiftClock } from './swift-clock.ts';

export interface HttpAnswer {
  readonly status: number;
  /** Without content-length, which follows from the body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Delivery {
  readonly answer: HttpAnswer;
  /** Real milliseconds before the first byte. */
  readonly delayMs?: number;
  /** The number of pieces that the bytes arrive in, some milliseconds apart. */
  readonly pieces?: number;
  /** The share of all bytes, head included, after which the connection is reset, closed or goes silent. */
  readonly cut?: { readonly at: number; readonly how: 'reset' | 'close' | 'silence' };
  /** Replaces the body's true length. */
  readonly declaredLength?: number;
}

/** State that a service keeps between requests. */
export interface Habits {
  /** The same random values in every request of a run, by name. */
  readonly drawFor: (name: string) => Draw;
  /** What it remembers of earlier requests, by the name of the fault. */
  readonly memory: Map<string, unknown>;
}

/** The input of a fault's decision. */
export interface Situation {
  readonly draw: Draw;
  readonly habits: Habits;
  readonly table: Table;
  readonly filter: Filter;
  /** Epoch milliseconds by the client's clock. */
  readonly now: number;
  /** An address that no request may ever reach. */
  readonly trapUrl: string;
  /** The client's accept-encoding. */
  readonly reads: string;
  /** Queries the service; with a filter, for something other than the client requested. */
  readonly sound: (filter?: Filter) => Promise<HttpAnswer>;
}

export type Spoil = (situation: Situation) => Delivery | Promise<Delivery>;

export interface Fault {
  readonly name: string;
  /** A description in one sentence. */
  readonly does: string;
  readonly spoil: Spoil;
  /**
   * What the client must have stored to be able to notice: for faults without a trace in the answer itself. `nothing`:
   * no record of the interface can reveal it.
   */
  readonly onlyKnownBy?: 'program' | 'nothing';
  /** Its only traces are duplicate records: only a count can tell whether they replaced others. */
  readonly standsIn?: true;
  /**
   * For a service that consistently interprets the specification in its own way: how far from the records this happens.
   * Of several such faults the lowest is applied first.
   */
  readonly layer?: Layer;
  /**
   * The answers contain all records and smaller windows yield no more: the client must not send many more requests than
   * usual.
   */
  readonly isWhole?: true;
  /** Records are available: an error instead of them is a broken promise. */
  readonly mustDeliver?: true;
  /** All records are available and provably complete. */
  readonly mustBeComplete?: true;
  /** The effect on the client's clock when a request meets the fault. */
  readonly onMeeting?: (clock: SwiftClock, situation: { readonly draw: Draw }) => void;
}

/** Ordered from the records to the network. */
export const LAYERS = [
  'filters',
  'range',
  'records',
  'types',
  'size',
  'envelope',
  'empty',
  'limits',
  'bytes',
] as const;

export type Layer = (typeof LAYERS)[number];

/** Applies several faults to one answer: each works on the output of the previous one. */
export function together(spoils: readonly Spoil[]): Spoil {
  const outermost = spoils.at(-1);
  if (outermost === undefined) return async ({ sound }) => ({ answer: await sound() });
  const within = together(spoils.slice(0, -1));
  if (spoils.length === 1) return outermost;
  return async (situation) => {
    let way: Delivery | undefined;
    const sound = async (filter = situation.filter): Promise<HttpAnswer> => {
      way = await within({ ...situation, filter, sound: (other = filter) => situation.sound(other) });
      return way.answer;
    };
    const delivery = await outermost({ ...situation, sound });
    return { ...way, ...delivery };
  };
}

/** An answer that the service never gave. */
export const instead =
  (answer: (situation: Situation) => Partial<HttpAnswer> & { readonly text?: string }): Spoil =>
  (situation) => {
    const { status = 200, headers = {}, body, text = '' } = answer(situation);
    return {
      answer: {
        status,
        headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
        body: body ?? Buffer.from(text),
      },
    };
  };

/** The service's answer, transmitted in another way. */
export const sentSo =
  (way: (situation: Situation) => Omit<Delivery, 'answer'>): Spoil =>
  async (situation) => ({ answer: await situation.sound(), ...way(situation) });

/** The service's answer with changed bytes. */
export const changedBytes =
  (change: (body: Buffer, situation: Situation) => Buffer): Spoil =>
  async (situation) => {
    const answer = await situation.sound();
    return { answer: { ...answer, body: change(answer.body, situation) } };
  };

/** The service's answer with additional headers. */
export const withHeaders =
  (headers: (situation: Situation, answer: HttpAnswer) => Readonly<Record<string, string>>): Spoil =>
  async (situation) => {
    const answer = await situation.sound();
    return { answer: { ...answer, headers: { ...answer.headers, ...headers(situation, answer) } } };
  };

/** The service's answer with a changed envelope; a refusal passes unchanged. */
export const changedEnvelope = (change: (envelope: Envelope, situation: Situation) => object): Spoil =>
  changedBytes((body, situation) => {
    const envelope = envelopeIn(body);
    return envelope === undefined ? body : Buffer.from(JSON.stringify(change(envelope, situation)));
  });

/** The service's answer with other records, counted correctly. */
export const changedRecords = (
  change: (records: readonly WireRecord[], situation: Situation) => readonly WireRecord[],
): Spoil =>
  changedEnvelope((envelope, situation) => {
    const data = change(envelope.result.data, situation);
    return { ...envelope, result: { ...envelope.result, result_count: data.length, data } };
  });

/**
 * Absent if the body is something else, such as a refusal or the output of another fault. A body with two lists of
 * records counts as that: rewriting one of them would remove the evidence that something is wrong.
 */
export function envelopeIn(body: Buffer): Envelope | undefined {
  const text = body.toString('utf8');
  if (text.split('"data":[').length > 2) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { result } = (parsed ?? {}) as { readonly result?: { readonly data?: unknown } | null };
  return Array.isArray(result?.data) ? (parsed as Envelope) : undefined;
}
