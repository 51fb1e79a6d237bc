// Takes an answer from the network to the disk: records are checked on their way and never held, the rest is read.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import { AnswerScan } from './answer-scan.ts';
import { RecordChecks } from './checked.ts';
import type { Doubt } from './doubt.ts';
import type { LineFile } from './line-file.ts';
import { readAnswer, type Reading } from './read-answer.ts';
import { isPlain, mendedLine, placeEnding } from './record-line.ts';
import { RecordScan } from './record-scan.ts';
import type { Spool, Spooled, SpooledLines } from './spool.ts';
import type { TransportResponse } from './transport.ts';

/** The widest table's month is a tenth of it: more is no answer but a stream without end. */
const MOST_BYTES = 1024 * 1024 * 1024;

/** Bytes looked at before whatever else waits has its turn: a millisecond. */
const SLICE = 64 * 1024;

export interface Checked {
  /** Of the body, as it came. */
  readonly bytes: number;
  /** Records that match the filter. */
  readonly records: number;
  /** Records that do not, or came before word for word. */
  readonly setAside: number;
  /** Values whose JSON type is not the catalogue's. */
  readonly drift: number;
  /** Every field that any record had that matches. */
  readonly present: readonly string[];
  /** What the answer says against its being all that was asked for. */
  readonly doubts: readonly Doubt[];
}

export interface Received extends Checked {
  readonly reading: Reading;
  readonly spooled: Spooled;
}

interface ReceiveOptions {
  readonly table: Table;
  readonly filter: Filter;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Without it records are only counted. */
  readonly spool?: Spool;
  readonly mostBytes?: number;
}

/** Throws what the body throws, and ARCHIVE_FAILED where the disk does not take it; no file is left of either. */
export async function receive(response: TransportResponse, options: ReceiveOptions): Promise<Received> {
  const { spool, table, filter } = options;
  const files = spool?.next();
  const checks = new RecordChecks(table, filter);
  const scan = new RecordScan(table);
  const counts = { kept: 0, aside: 0 };
  const answer = new AnswerScan(scan, (bytes, from, to) => {
    if (scan.isGarbled) {
      // What is no text becomes U+FFFD, as every reader would read it; the scan counts it then.
      const text = Buffer.from(bytes.toString('utf8', from, to));
      scan.scan(text, 0);
      sort(text, 0, text.length);
    } else sort(bytes, from, to);
  });

  function sort(bytes: Buffer, from: number, to: number): void {
    if (!checks.keeps(scan, bytes, from, to)) {
      counts.aside += 1;
      files?.aside.addText(`${JSON.stringify({ record: bytes.toString('utf8', from, to) })}\n`);
      return;
    }
    if (files && isPlain(scan)) files.kept.add(bytes, from, to - 1, placeEnding(scan, counts.kept));
    else files?.kept.addText(mendedLine(scan, bytes, counts.kept));
    counts.kept += 1;
  }

  try {
    const { bytes, isWhole } = await pour(response.body, answer, options, async () => {
      await onDisk(files?.kept.flush());
      await onDisk(files?.aside.flush());
    });
    const scanned = answer.end();
    const { status, headers } = response;
    const raw = { status, headers, ...scanned, asked: { table, filter } };
    const reading = isWhole ? readAnswer(raw, options.now()) : TOO_LONG;
    if (!reading.ok) await discard();
    await onDisk(files?.kept.finish());
    await onDisk(files?.aside.finish());
    const isOther = reading.ok && reading.isOther;
    return {
      reading,
      bytes,
      records: counts.kept,
      setAside: counts.aside,
      drift: checks.drift,
      present: checks.present,
      doubts: [...checks.doubts, ...(isOther ? (['other_question'] as const) : [])],
      spooled: { ...named('kept', files?.kept), ...named('aside', files?.aside) },
    };
  } catch (error) {
    await discard();
    throw error;
  }

  async function discard(): Promise<void> {
    await Promise.allSettled([files?.kept.discard(), files?.aside.discard()]);
  }

  async function onDisk(work: Promise<void> | undefined): Promise<void> {
    await work?.catch((error: unknown) => {
      throw spool?.failed(error) ?? error;
    });
  }
}

/** Half of the window may be answered at a length that can be read. */
const TOO_LONG: Reading = {
  ok: false,
  failure: { kind: 'too_large', message: 'The answer is too long to read. / 応答が長すぎて読み込めません。' },
};

/** Not whole is an answer without end: leaving the loop ends the connection. */
async function pour(
  body: AsyncIterable<Uint8Array>,
  answer: AnswerScan,
  { mostBytes = MOST_BYTES }: ReceiveOptions,
  flush: () => Promise<void>,
): Promise<{ readonly bytes: number; readonly isWhole: boolean }> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > mostBytes) return { bytes, isWhole: false };
    for (let from = 0; from < chunk.length; from += SLICE) {
      answer.push(chunk.subarray(from, from + SLICE));
      await flush();
    }
    if (answer.isOver) break;
  }
  return { bytes, isWhole: true };
}

function named<Name extends string>(
  name: Name,
  file: LineFile | undefined,
): { [key in Name]?: SpooledLines } {
  const found: { [key in Name]?: SpooledLines } = {};
  if (file && file.lines > 0) found[name] = { path: file.path, longest: file.longest };
  return found;
}
