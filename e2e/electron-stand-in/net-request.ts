// net.request without a body, over the stand-in's net.fetch. A redirect is told and goes no further, as in Electron
// unless followRedirect is called.

import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type * as Electron from 'electron';
import { netFetch } from './net-fetch.ts';
import { checkListed, onlyListed } from './only-listed.ts';

class Request extends EventEmitter {
  readonly #stop = new AbortController();
  readonly #url: string;

  constructor({ url = '', redirect }: Electron.ClientRequestConstructorOptions) {
    super();
    if (redirect !== 'manual')
      throw new Error('The stand-in for Electron follows no redirects in net.request.');
    this.#url = url;
  }

  abort(): void {
    this.#stop.abort();
  }

  end(): this {
    const { signal } = this.#stop;
    netFetch(this.#url, { signal, redirect: 'manual', credentials: 'omit', cache: 'no-store' }).then(
      (response) => this.#answer(response),
      (error: unknown) => signal.aborted || this.emit('error', error),
    );
    return this;
  }

  #answer({ status: statusCode, headers, body }: Response): void {
    const location = headers.get('location');
    if (statusCode >= 300 && statusCode < 400 && location !== null) {
      this.emit('redirect', statusCode, 'GET', new URL(location, this.#url).href, {});
      this.emit('error', new Error('Redirect was cancelled'));
      return this.abort();
    }
    const readable = body === null ? Readable.from([]) : Readable.fromWeb(body as ReadableStream);
    const incoming = Object.assign(readable, { statusCode, headers: Object.fromEntries(headers) });
    this.emit('response', incoming);
  }
}

export function netRequest(
  options: Electron.ClientRequestConstructorOptions | string,
): Electron.ClientRequest {
  if (typeof options === 'string')
    throw new Error('The stand-in for Electron takes settings in net.request.');
  checkListed('ClientRequestConstructorOptions', options);
  return onlyListed('ClientRequest', new Request(options)) as unknown as Electron.ClientRequest;
}
