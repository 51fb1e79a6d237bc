// What a fault works on: an answer as the service gave it, and how it is transmitted.

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

/** What a service keeps between the requests of a run. */
export interface Habits {
  /** Random values by name, the same in every request of the run. */
  readonly drawFor: (name: string) => Draw;
  /** Its memory of earlier requests, by the name of the fault. */
  readonly memory: Map<string, unknown>;
}

/** What a fault may depend on. */
export interface Situation {
  readonly draw: Draw;
  readonly habits: Habits;
  readonly table: Table;
  readonly filter: Filter;
  /** Epoch milliseconds by the client's clock. */
  readonly now: number;
  /** An address that no request may ever reach. */
  readonly trapUrl: string;
  /** The client's accept-encoding header. */
  readonly acceptEncoding: string;
  /** Queries the service without faults; with a filter, for something else than the client requested. */
  readonly sound: (filter?: Filter) => Promise<HttpAnswer>;
}

export type Spoil = (situation: Situation) => Delivery | Promise<Delivery>;

export interface Fault {
  readonly name: string;
  /** Describes the fault in one sentence. */
  readonly does: string;
  readonly spoil: Spoil;
  /**
   * What the client must have stored to notice the fault, if the answer itself has no trace of it. `nothing`: no record
   * of the interface can reveal it.
   */
  readonly onlyKnownBy?: 'program' | 'nothing';
  /** The only trace is repeated records, and only a count can tell whether they replaced others. */
  readonly mayReplaceOthers?: true;
  /**
   * For a service that consistently reads the specification in its own way: the layer at which it does so. Of several
   * such faults the one nearest to the records is applied first.
   */
  readonly layer?: Layer;
  /**
   * The answers have all records, and smaller windows bring no more: the client must not send many more requests than
   * usual.
   */
  readonly isWhole?: true;
  /** Records can be fetched: an error instead of them is a violation. */
  readonly mustDeliver?: true;
  /** All records can be fetched and be proven complete. */
  readonly mustBeComplete?: true;
  /** What happens to the client's clock when a request meets the fault. */
  readonly onHit?: (clock: SwiftClock, situation: { readonly draw: Draw }) => void;
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

/** Applies several faults to one answer, each to the output of the previous one. */
export function combined(spoils: readonly Spoil[]): Spoil {
  const outermost = spoils.at(-1);
  if (outermost === undefined) return async ({ sound }) => ({ answer: await sound() });
  const within = combined(spoils.slice(0, -1));
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

/** Replaces the answer by one that the service never gave. */
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

/** Transmits the service's answer in another way. */
export const transmitted =
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
 * Undefined if the body is not an envelope, for example a refusal or the output of another fault. A body with two lists
 * of records counts as none: rewriting one of them would remove the evidence that something is wrong.
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
