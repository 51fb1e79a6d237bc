// MessageChannelMain: two ports in the app's process, one of which moves to the page.

import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import type { Cloner } from './clone.ts';
import { onlyListed, type Listed } from './only-listed.ts';

/** The end of a port that has moved to the page. */
export interface FarEnd {
  post(encoded: string): void;
}

export class Port extends EventEmitter {
  readonly #cloner: Cloner;
  readonly #waiting: string[] = [];
  #other: Port | undefined;
  #far: FarEnd | undefined;
  #isStarted = false;

  constructor(cloner: Cloner) {
    super();
    this.#cloner = cloner;
  }

  static pair(cloner: Cloner): [Port, Port] {
    const [one, other] = [new Port(cloner), new Port(cloner)];
    one.#other = other;
    other.#other = one;
    return [one, other];
  }

  postMessage(message: unknown, transfer: readonly unknown[] = []): void {
    if (transfer.length > 0)
      throw new Error('The stand-in for Electron carries no ports in messages of a port.');
    this.#other?.receive(this.#cloner.encode(message));
  }

  start(): void {
    this.#isStarted = true;
    for (const encoded of this.#waiting.splice(0)) this.#deliver(encoded);
  }

  /** From now on what this port receives goes to the page; what had come before goes first. */
  moveTo(far: FarEnd): void {
    this.#far = far;
    for (const encoded of this.#waiting.splice(0)) far.post(encoded);
  }

  receive(encoded: string): void {
    if (this.#far !== undefined) this.#far.post(encoded);
    else if (this.#isStarted) this.#deliver(encoded);
    else this.#waiting.push(encoded);
  }

  /** The page has posted at this port, which is its own now. */
  postEncoded(encoded: string): void {
    this.#other?.receive(encoded);
  }

  /** The page has left: the port that stayed here closes. */
  leave(): void {
    const other = this.#other;
    this.#other = undefined;
    if (other === undefined) return;
    other.#other = undefined;
    // After the messages that came before.
    setImmediate(() => other.emit('close'));
  }

  // As an event of its own turn, so that a listener that throws does not stop the next message.
  #deliver(encoded: string): void {
    setImmediate(() => this.emit('message', { data: this.#cloner.decode(encoded), ports: [] }));
  }
}

/** The ports behind the views that the app has. */
const PORTS = new WeakMap<object, Port>();

export function portBehind(view: unknown): Port {
  const port = typeof view === 'object' && view !== null ? PORTS.get(view) : undefined;
  if (port === undefined) throw new TypeError('Port at index 0 is not a valid port');
  return port;
}

export function createMessageChannelMain(
  cloner: Cloner,
): new () => Listed<Electron.MessageChannelMain, 'MessageChannelMain'> {
  const view = (port: Port): Electron.MessagePortMain => {
    const listed = onlyListed('MessagePortMain', port) as unknown as Electron.MessagePortMain;
    PORTS.set(listed, port);
    return listed;
  };
  return class {
    readonly port1: Electron.MessagePortMain;
    readonly port2: Electron.MessagePortMain;

    constructor() {
      const [one, other] = Port.pair(cloner);
      this.port1 = view(one);
      this.port2 = view(other);
    }
  };
}
