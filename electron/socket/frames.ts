// Frames on a socket: a byte for the kind, four for the length, the payload. Messages are JSON; what a command writes to
// standard output travels as it is.

import type { Socket } from 'node:net';

export type Frame =
  | { readonly kind: 'message'; readonly message: unknown }
  /** Standard output, written as text. */
  | { readonly kind: 'text'; readonly text: string }
  /** Standard output, written as bytes. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

const KINDS = ['message', 'text', 'bytes'] as const satisfies readonly Frame['kind'][];
const HEADER_BYTES = 5;

/** A peer that does not speak this protocol. */
export class FrameError extends Error {}

export class FrameSocket {
  readonly #socket: Socket;
  readonly #longest: number;

  /** @param longest bytes of the longest payload that is accepted */
  constructor(socket: Socket, longest: number) {
    this.#socket = socket;
    this.#longest = longest;
    // A connection that breaks ends the frames, and fails the sends that are waiting.
    socket.on('error', () => undefined);
  }

  /**
   * Resolves when the system has taken the frame, which is when the peer has read most of those before it. Errors: those
   * of node:net.
   */
  send(frame: Frame): Promise<void> {
    const payload = payloadOf(frame);
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt8(KINDS.indexOf(frame.kind));
    header.writeUInt32BE(payload.length, 1);
    return new Promise((resolve, reject) => {
      this.#socket.cork();
      this.#socket.write(header);
      this.#socket.write(payload, (error) => (error ? reject(error) : resolve()));
      this.#socket.uncork();
    });
  }

  /** Until the peer ends the connection or it breaks; nothing is read ahead of the caller. Errors: FrameError. */
  async *frames(): AsyncGenerator<Frame, void, void> {
    const reader = new FrameReader(this.#longest);
    const chunks = this.#socket.iterator({ destroyOnReturn: false });
    for (;;) {
      const next = await chunks.next().catch(() => undefined);
      if (next === undefined || next.done === true) return;
      yield* reader.read(next.value as Buffer);
    }
  }

  /** Sends what is waiting, and ends the connection; a peer that does not read is cut off after `graceMs`. */
  async end(graceMs: number): Promise<void> {
    if (this.#socket.destroyed) return;
    const closed = new Promise<void>((resolve) => this.#socket.once('close', () => resolve()));
    const timer = setTimeout(() => this.#socket.destroy(), graceMs);
    // A peer that has ended already leaves nothing to read.
    this.#socket.resume();
    this.#socket.end();
    await closed;
    clearTimeout(timer);
  }

  destroy(): void {
    this.#socket.destroy();
  }
}

function payloadOf(frame: Frame): Uint8Array {
  switch (frame.kind) {
    case 'message':
      return Buffer.from(JSON.stringify(frame.message));
    case 'text':
      return Buffer.from(frame.text);
    case 'bytes':
      return frame.bytes;
  }
}

/** Cuts frames out of the chunks in which they arrive. */
export class FrameReader {
  readonly #longest: number;
  /** What arrived of the frame that is not complete yet. */
  #chunks: Buffer[] = [];
  #bytes = 0;
  #needed = HEADER_BYTES;

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** The frames that the chunk completes. Errors: FrameError. */
  *read(chunk: Buffer): Generator<Frame, void, void> {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    while (this.#bytes >= this.#needed) {
      const all = this.#chunks.length === 1 ? (this.#chunks[0] ?? chunk) : Buffer.concat(this.#chunks);
      this.#chunks = [all];
      const length = all.readUInt32BE(1);
      if (length > this.#longest) throw new FrameError(`a frame of ${length} bytes`);
      this.#needed = HEADER_BYTES + length;
      if (this.#bytes < this.#needed) return;
      const payload = all.subarray(HEADER_BYTES, this.#needed);
      const rest = all.subarray(this.#needed);
      this.#chunks = [rest];
      this.#bytes = rest.length;
      this.#needed = HEADER_BYTES;
      yield frameOf(all.readUInt8(0), payload);
    }
  }
}

/** Errors: FrameError. */
function frameOf(at: number, payload: Buffer): Frame {
  const kind = KINDS[at];
  if (kind === undefined) throw new FrameError(`a frame of kind ${at}`);
  switch (kind) {
    case 'message':
      return { kind, message: jsonOf(payload) };
    case 'text':
      return { kind, text: payload.toString('utf8') };
    case 'bytes':
      return { kind, bytes: payload };
  }
}

/** Errors: FrameError. */
function jsonOf(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'));
  } catch (cause) {
    throw new FrameError('a message that is not JSON', { cause });
  }
}
