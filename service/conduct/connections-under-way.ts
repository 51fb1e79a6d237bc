// What is under way on each connection, so that a drain closes those with nothing to wait for and no other.

import type { Socket } from 'node:net';

interface UnderWay {
  /** Requests whose answer is not yet with the system. */
  answers: number;
  /** Bytes read of it when the latest answer was with the system; what came later begins a request. */
  read: number;
}

export class ConnectionsUnderWay {
  readonly #open = new Map<Socket, UnderWay>();

  opened(socket: Socket): void {
    this.#open.set(socket, { answers: 0, read: 0 });
    socket.once('close', () => this.#open.delete(socket));
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
