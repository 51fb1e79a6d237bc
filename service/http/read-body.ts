// Reads a body without the runtime's own iterator, which costs a small request more than all its checks.

import type { IncomingMessage } from 'node:http';
import type { Awaitable } from '../awaitable.ts';

const EMPTY = Buffer.alloc(0);

/**
 * The body in one buffer, once it is complete or longer than `most` bytes. The rest stays unread, and the connection
 * stays open for the refusal.
 *
 * @throws if the body is truncated
 */
export function receiveBody(request: IncomingMessage, most: number): Awaitable<Buffer> {
  // A small body arrives with its headers, so it is usually there; waiting for events would take longer than reading it.
  if (!request.destroyed && isThere(request)) return (request.read() as Buffer | null) ?? EMPTY;
  return new Promise((resolve, reject) => {
    if (request.destroyed && !request.complete) {
      reject(new Error('the client left'));
      return;
    }
    const parts: Buffer[] = [];
    let size = 0;
    const stop = () => {
      request.off('data', take).off('end', end).off('close', left).off('error', left);
    };
    const end = () => {
      stop();
      resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts));
    };
    const left = () => {
      stop();
      reject(new Error('the client left'));
    };
    const take = (part: Buffer) => {
      parts.push(part);
      size += part.length;
      if (size <= most) return;
      request.pause();
      end();
    };
    request.on('data', take).on('end', end).on('close', left).on('error', left);
  });
}

/** Whether the whole body has been received. The runtime says that it is complete only a little later. */
const isThere = ({ complete, readableLength, headers }: IncomingMessage): boolean =>
  complete || (readableLength > 0 && readableLength === Number(headers['content-length']));
