// The query engine without its worker: requests and responses are copied as usual, and handled in this thread.

import { isBlank } from '#shared/catalogue/reading.ts';
import { RailbirdError } from '#shared/errors.ts';
import { EngineHost } from '../query-engine/engine-host.ts';
import type { ColumnReader } from '../query-engine/worker-column-store.ts';
import type { QueryResults, QueryName } from '../query-engine/queries.ts';
import type { Loaded, WorkerRequest, WorkerResponse, EngineClient } from '../query-engine/protocol.ts';
import type { JoinedText } from '../query-engine/text-coder.ts';

type EngineAnswer = Loaded | QueryResults[QueryName];

export function inProcessEngine(): EngineClient & { readonly requests: WorkerRequest['to'][] } {
  const waiting = new Map<number, PromiseWithResolvers<EngineAnswer>>();
  const requests: WorkerRequest['to'][] = [];
  let ids = 0;
  const host = new EngineHost((reply: WorkerResponse) => {
    const { resolve, reject } = waiting.get(reply.id) ?? Promise.withResolvers<EngineAnswer>();
    if ('answer' in reply) resolve(structuredClone(reply.answer));
    else if ('failed' in reply) reject(new RailbirdError(reply.failed));
    else reject(new Error(reply.error));
  });
  const handle = (request: WorkerRequest) => {
    requests.push(request.to);
    host.handle(structuredClone(request));
  };
  const answered = (request: Extract<WorkerRequest, { id: number }>): Promise<EngineAnswer> => {
    const answer = Promise.withResolvers<EngineAnswer>();
    waiting.set(request.id, answer);
    handle(request);
    return answer.promise;
  };
  return {
    requests,
    open: (rowSet, columns, rowids) => handle({ to: 'open', rowSet, columns, rowids }),
    close: (rowSet) => handle({ to: 'close', rowSet }),
    drop: (rowSet, name) => handle({ to: 'drop', rowSet, name }),
    load: async (rowSet, names, joined, escaped) =>
      (await answered({ to: 'load', id: (ids += 1), rowSet, names, joined, escaped })) as Loaded,
    query: async (rowSet, name, input, signal) => {
      const id = (ids += 1);
      signal.addEventListener('abort', () => handle({ to: 'cancel', id }), { once: true });
      return (await answered({ to: 'query', id, rowSet, name, input })) as QueryResults[typeof name];
    },
  };
}

/** Rows as the archive would deliver them: joined in pieces, in its own order. */
export function readerOf(
  rows: readonly Readonly<Record<string, string | null>>[],
  pieceLength = 7,
): ColumnReader & { readonly reads: string[] } {
  const reads: string[] = [];
  const rowids = Int32Array.from(rows, (_, row) => (rows.length - row) * 3);
  const rowAt = new Map(Array.from(rowids, (rowid, row) => [rowid, row]));
  const cell = (rowid: number, name: string) => rows[rowAt.get(rowid) ?? -1]?.[name] ?? null;
  return {
    rowids,
    reads,
    joined: async (names, escaped) => {
      reads.push(...names);
      const pieces: JoinedText[] = [];
      const ordered = rowids.toSorted();
      for (let from = 0; from < ordered.length; from += pieceLength) {
        const ids = ordered.slice(from, from + pieceLength);
        pieces.push({
          rowids: ids,
          columns: names.map((name) =>
            joinedCells(
              Array.from(ids, (id) => cell(id, name)),
              escaped,
            ),
          ),
        });
      }
      return pieces;
    },
    cells: async (names, wanted) => names.map((name) => Array.from(wanted, (id) => cell(id, name))),
    copy: () => Promise.reject(new Error('these rows are not in an archive')),
    copying: (use) => use(1),
    distinct: async (names) => [...new Set(rows.flatMap((row) => names.flatMap((name) => row[name] ?? [])))],
    ends: () => Promise.resolve([]),
    isLost: () => false,
    isOver: () => false,
    wanted: () => undefined,
    shown: () => undefined,
    blank: async (names) => names.filter((name) => rows.every((row) => isBlank(row[name] ?? null))),
    rest: () => Promise.resolve(),
    close: () => undefined,
  };
}

function joinedCells(cells: readonly (string | null)[], escaped: boolean): JoinedText['columns'][number] {
  const written = cells.map((cell) => {
    if (!escaped) return cell ?? '\u001e';
    return cell === null ? '\u001b2' : cell.replaceAll('\u001b', '\u001b0').replaceAll('\u001f', '\u001b1');
  });
  return {
    text: new Uint8Array(Buffer.from(written.join('\u001f'))),
    filled: cells.filter((cell) => cell !== null).length,
  };
}
