// Tracks the active requests of each connection, so that a drain closes only idle ones, and whether it ever presented
// good keys, so that strangers make room for users.

import type { Socket } from 'node:net';

interface UnderWay {
  /** Requests whose answer the system does not have yet. */
  answers: number;
  /** Bytes read when the system had the latest answer; later bytes start a new request. */
  read: number;
  isKnown: boolean;
}

export class ActiveConnections {
  readonly #open = new Map<Socket, UnderWay>();

  opened(socket: Socket): void {
    this.#open.set(socket, { answers: 0, read: 0, isKnown: false });
    socket.once('close', () => this.#open.delete(socket));
  }

  get count(): number {
    return this.#open.size;
  }

  /** One of its requests had good keys. */
  passedKeys(socket: Socket): void {
    const underWay = this.#open.get(socket);
    if (underWay) underWay.isKnown = true;
  }

  /** Closes the oldest connection that never presented good keys. Returns whether there was one. */
  closeOldestStranger(): boolean {
    for (const [socket, { isKnown }] of this.#open) {
      if (isKnown) continue;
      this.#open.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  /** Counts a request. Returns how many unanswered ones its connection had. */
  asked(socket: Socket): number {
    const underWay = this.#open.get(socket);
    return underWay ? underWay.answers++ : 0;
  }

  /** Call it when the system has the answer to one of its requests, or the reader is gone. */
  answered(socket: Socket): void {
    const underWay = this.#open.get(socket);
    if (!underWay) return;
    underWay.answers--;
    underWay.read = socket.bytesRead;
  }

  /**
   * Closes every connection without an unfinished answer or request. Node's own `closeIdleConnections` considers an
   * answer finished once it is written, and cuts off what its reader has not taken yet.
   */
  closeIdle(): void {
    for (const [socket, { answers, read }] of this.#open) {
      if (answers === 0 && socket.bytesRead === read) socket.destroy();
    }
  }
}
