// Sends a finished export to the browser window as a download.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { EXPORT_FORMATS, FORMAT_TRAITS } from '#shared/bridge/export-formats.ts';

/** 404 if there is no file, or if it was moved away since. */
export async function sendExport(
  request: IncomingMessage,
  response: ServerResponse,
  path: string | undefined,
): Promise<void> {
  const size = path === undefined ? undefined : await sizeOf(path);
  if (path === undefined || size === undefined) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('No such file.\n');
    return;
  }
  response.writeHead(200, {
    'content-type': mediaTypeOf(path),
    'content-length': size,
    'content-disposition': dispositionOf(basename(path)),
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  await pipeline(createReadStream(path), response);
}

/** A download under this name: as it is (RFC 6266, 8187), and simplified for a program that does not read that. */
function dispositionOf(name: string): string {
  const simple = name.replaceAll(/[^\w.-]/g, '_');
  if (simple === name) return `attachment; filename="${name}"`;
  const escape = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(/['()*]/g, escape);
  return `attachment; filename="${simple}"; filename*=UTF-8''${encoded}`;
}

/** The extension determines the type, since a file is named by its format (exports/file-name.ts). */
function mediaTypeOf(path: string): string {
  const format = EXPORT_FORMATS.find((each) => extname(path) === `.${FORMAT_TRAITS[each].extension}`);
  return format === undefined ? 'application/octet-stream' : FORMAT_TRAITS[format].mediaType;
}

const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    (found) => found.size,
    () => undefined,
  );
