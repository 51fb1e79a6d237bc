// The bridge over a WebSocket: the one of this tab, and after it has ended another with the next call.

import { mapEventIterator, ORPCError, type ClientContext, type ClientLink } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { LONGEST_INPUT } from '#shared/bridge/longest-input.ts';
import { AppGone } from './failure.ts';

type Link = ClientLink<ClientContext>;
type Call = Link['call'];

/**
 * `open` opens a WebSocket: once at once, so that the first call finds it open, and again as often as one has ended. A
 * browser does not tell why one could not be opened or has ended; the app has ended, or another launch answers, which
 * does not know this window's session.
 */
export function socketLink(open: () => WebSocket): Link {
  let socket = open();
  let call = callOver(socket);
  return {
    call: (path, input, options) => {
      if (hasEnded(socket)) {
        socket = open();
        call = callOver(socket);
      }
      return call(path, input, options);
    },
  };
}

const hasEnded = ({ readyState }: WebSocket): boolean => readyState >= WebSocket.CLOSING;

/** Calls that fail with AppGone if the socket ends before their answer, or before the end of their stream. */
function callOver(socket: WebSocket): Call {
  const link = new RPCLink<ClientContext>({ websocket: withinLimit(socket) });
  return async (path, input, options) => {
    const outward = (thrown: unknown): unknown =>
      thrown instanceof ORPCError || options.signal?.aborted === true || !hasEnded(socket)
        ? thrown
        : new AppGone('the connection has ended', { cause: thrown });
    const failing = (thrown: unknown): never => {
      throw outward(thrown);
    };
    const output = await link.call(path, input, options).catch(failing);
    if (!isStream(output)) return output;
    return mapEventIterator(output, {
      value: async (value) => value,
      error: async (thrown) => outward(thrown),
    });
  };
}

/** The host ends the connection of a longer message, and with it all other calls. */
const withinLimit = (socket: WebSocket): ConstructorParameters<typeof RPCLink>[0]['websocket'] => ({
  get readyState() {
    return socket.readyState;
  },
  addEventListener: socket.addEventListener.bind(socket),
  removeEventListener: socket.removeEventListener.bind(socket),
  send: (message) => {
    if (typeof message === 'string' && isTooLong(message)) throw new ORPCError('PAYLOAD_TOO_LARGE');
    socket.send(message);
  },
});

/** Few are long enough to be counted: a character takes up to three bytes. */
const isTooLong = (message: string): boolean =>
  3 * message.length > LONGEST_INPUT && new Blob([message]).size > LONGEST_INPUT;

const isStream = (output: unknown): output is AsyncIterator<unknown, unknown, void> =>
  typeof output === 'object' && output !== null && Symbol.asyncIterator in output;
