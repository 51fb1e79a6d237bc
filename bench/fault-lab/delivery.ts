// What a fault works on: an answer as the service gave it, and how it comes down the wire.

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
  /** The bytes come in that many pieces, some milliseconds apart. */
  readonly pieces?: number;
  /** Share of all bytes, head included, after which the connection is reset, is closed or falls silent. */
  readonly cut?: { readonly at: number; readonly how: 'reset' | 'close' | 'silence' };
  /** Instead of the body's true length. */
  readonly saidLength?: number;
}

/** What a service goes by from one request to the next. */
export interface Habits {
  /** The same draws in every request of a run, by the name of what is drawn. */
  readonly drawFor: (name: string) => Draw;
  /** What it remembers of earlier requests, by the name of the fault. */
  readonly memory: Map<string, unknown>;
}

/** What a fault may go by. */
export interface Situation {
  readonly draw: Draw;
  readonly habits: Habits;
  readonly table: Table;
  readonly filter: Filter;
  /** Epoch milliseconds by the client's clock. */
  readonly now: number;
  /** An address that no request may ever reach. */
  readonly trapUrl: string;
  /** What the client says that it reads: its accept-encoding. */
  readonly reads: string;
  /** Asks the service; for something else than the client did, where a filter is given. */
  readonly sound: (filter?: Filter) => Promise<HttpAnswer>;
}

export type Spoil = (situation: Situation) => Delivery | Promise<Delivery>;

export interface Fault {
  readonly name: string;
  /** What it does, in a sentence. */
  readonly does: string;
  readonly spoil: Spoil;
  /**
   * What the client must hold to be able to notice: for faults that leave no trace in the answer itself. `nothing`:
   * no record of the interface can tell.
   */
  readonly onlyKnownBy?: 'program' | 'nothing';
  /** Its only trace are records that come twice: whether they came in the place of others, only a count tells. */
  readonly standsIn?: true;
  /**
   * For a service that reads the specification in a way of its own and is like that in every answer: how far from the
   * records this takes place. Of several such faults the lowest takes place first.
   */
  readonly layer?: Layer;
  /** All records are in the answers and cutting brings no more of them: the client must not ask much more than usual. */
  readonly isWhole?: true;
  /** There are records to be had: an error in their place is a broken promise. */
  readonly mustDeliver?: true;
  /** All that there is can be had and known to be all. */
  readonly mustBeComplete?: true;
  /** What befalls the client's clock when a request meets it. */
  readonly onMeeting?: (clock: SwiftClock, situation: { readonly draw: Draw }) => void;
}

/** From the records to the wire. */
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

/** Several faults in one answer: each works on what the one before it made of the service's. */
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

/** The service's answer, sent in another way. */
export const sentSo =
  (way: (situation: Situation) => Omit<Delivery, 'answer'>): Spoil =>
  async (situation) => ({ answer: await situation.sound(), ...way(situation) });

/** The service's answer as bytes, changed. */
export const changedBytes =
  (change: (body: Buffer, situation: Situation) => Buffer): Spoil =>
  async (situation) => {
    const answer = await situation.sound();
    return { answer: { ...answer, body: change(answer.body, situation) } };
  };

/** The service's answer with other headers beside its own. */
export const withHeaders =
  (headers: (situation: Situation, answer: HttpAnswer) => Readonly<Record<string, string>>): Spoil =>
  async (situation) => {
    const answer = await situation.sound();
    return { answer: { ...answer, headers: { ...answer.headers, ...headers(situation, answer) } } };
  };

/** The service's answer with its envelope changed; a refusal passes as it is. */
export const changedEnvelope = (change: (envelope: Envelope, situation: Situation) => object): Spoil =>
  changedBytes((body, situation) => {
    const envelope = envelopeIn(body);
    return envelope === undefined ? body : Buffer.from(JSON.stringify(change(envelope, situation)));
  });

/** The service's answer with other records, rightly counted. */
export const changedRecords = (
  change: (records: readonly WireRecord[], situation: Situation) => readonly WireRecord[],
): Spoil =>
  changedEnvelope((envelope, situation) => {
    const data = change(envelope.result.data, situation);
    return { ...envelope, result: { ...envelope.result, result_count: data.length, data } };
  });

/**
 * Absent where the body is something else, as of a refusal or of what another fault made of it. With two lists of records
 * it is: whoever wrote one of them anew would take away what shows that something is wrong.
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
