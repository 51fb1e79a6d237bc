// What the loopback host asks of the core. The host listens before there is a core, so that the browser loads the window
// meanwhile; this part, which has oRPC in it, is loaded with the core.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AnyRouter } from '@orpc/server';
import { RPCHandler } from '@orpc/server/websocket';
import type { WindowSocket } from './loopback-sockets.ts';
import { readText } from './read-message.ts';
import { sendExport } from './send-export.ts';

export interface LoopbackCore {
  /** Answers the calls of a tab for as long as it is connected. */
  readonly answerCalls: (socket: WindowSocket, onError: (error: unknown) => void) => void;
  /** Sends the finished file of an export; without an id, or for an unknown one, a 404. */
  readonly sendExport: (
    request: IncomingMessage,
    response: ServerResponse,
    exportId: string | undefined,
  ) => Promise<void>;
}

/** `fileOf`: the finished file of an export. */
export function loopbackCore(
  router: AnyRouter,
  fileOf: (exportId: string) => string | undefined,
): LoopbackCore {
  const rpc = new RPCHandler(router);
  return {
    answerCalls: (socket, onError) => {
      const answers = {
        // oRPC waits for what this returns. No answer has a file in it, so each is a text.
        send: (text: unknown) => socket.send(String(text)),
        addEventListener: () => undefined,
      };
      socket.read(
        (text) => {
          const message = readText(text);
          if (message !== undefined) rpc.message(answers, message).catch(onError);
        },
        () => rpc.close(answers),
      );
    },
    sendExport: async (request, response, exportId) =>
      sendExport(request, response, exportId === undefined ? undefined : fileOf(exportId)),
  };
}
