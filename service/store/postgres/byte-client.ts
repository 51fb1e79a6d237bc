// A connection whose texts are the bytes that the database sent, each as a character of Latin-1. Records are sent on as
// they are: to decode their UTF-8 and to encode it again took a fifth of an answer, half of it to clear away the
// wider texts in between.

import type { Duplex } from 'node:stream';
import pg from 'pg';
import { Parser } from 'pg-protocol/dist/parser.js';

export class ByteClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const { connection } = this;
    // As in `pg` itself, whose parser always decodes.
    Object.assign(connection, {
      attachListeners(stream: Duplex) {
        const parser = new Parser();
        Object.assign(Reflect.get(parser, 'reader') as object, { encoding: 'latin1' });
        stream.on('data', (bytes: Buffer) =>
          parser.parse(bytes, (message) =>
            connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message),
          ),
        );
      },
    });
  }
}
