// What the loopback host asks of the core. The host listens before there is a core, so that the browser loads the window
// meanwhile; this part, which has oRPC in it, is loaded with the core.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AnyRouter } from '@orpc/server';
import { BodyLimitPlugin, RPCHandler } from '@orpc/server/node';
import { RPC_PATH } from '#shared/bridge/port.ts';
import { LONGEST_INPUT } from './longest-input.ts';
import { sendExport } from './send-export.ts';

export interface LoopbackCore {
  /** Answers a call of the bridge; false if there is no such procedure. */
  readonly answerCall: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
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
  const rpc = new RPCHandler(router, {
    plugins: [new BodyLimitPlugin({ maxBodySize: LONGEST_INPUT })],
  });
  return {
    answerCall: async (request, response) => {
      const { matched } = await rpc.handle(request, response, { prefix: RPC_PATH, context: {} });
      return matched;
    },
    sendExport: async (request, response, exportId) =>
      sendExport(request, response, exportId === undefined ? undefined : fileOf(exportId)),
  };
}
