// What is under way on each connection, so that a drain closes those with nothing to wait for and no other, and
// whether it ever showed good keys, so that strangers make room for users.

import type { Socket } from 'node:net';

interface UnderWay {
  /** Requests whose answer is not yet with the system. */
  answers: number;
  /** Bytes read of it when the latest answer was with the system; what came later begins a request. */
  read: number;
  isKnown: boolean;
}

export class ConnectionsUnderWay {
  readonly #open = new Map<Socket, UnderWay>();

  opened(socket: Socket): void {
    this.#open.set(socket, { answers: 0, read: 0, isKnown: false });
    socket.once('close', () => this.#open.delete(socket));
  }

  get count(): number {
    return this.#open.size;
  }

  /** A request of it passed the keys. */
  passedKeys(socket: Socket): void {
    const underWay = this.#open.get(socket);
    if (underWay) underWay.isKnown = true;
  }

  /** Closes the oldest connection that never showed good keys. Returns whether there was one. */
  closeOldestStranger(): boolean {
    for (const [socket, { isKnown }] of this.#open) {
      if (isKnown) continue;
      this.#open.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  /** Notes a request. Returns how many of its connection were not answered before it. */
  asked(socket: Socket): number {
    const underWay = this.#open.get(socket);
    return underWay ? underWay.answers++ : 0;
  }

  /** The answer to one of its requests is with the system, or its reader is gone. */
  answered(socket: Socket): void {
    const underWay = this.#open.get(socket);
    if (!underWay) return;
    underWay.answers--;
    underWay.read = socket.bytesRead;
  }

  /**
   * Closes every connection that has neither an answer on its way nor a request begun. Node's own
   * `closeIdleConnections` takes an answer for finished once it is written, and cuts off what its reader has yet to
   * take.
   */
  closeIdle(): void {
    for (const [socket, { answers, read }] of this.#open) {
      if (answers === 0 && socket.bytesRead === read) socket.destroy();
    }
  }
}
