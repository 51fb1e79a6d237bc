// Takes an answer from the network to the disk: records are checked on their way and never held, the rest is read.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import { AnswerScan } from './answer-scan.ts';
import { BOUNDS, type AnswerLimit } from './answer-limits.ts';
import { RecordChecks } from './record-validator.ts';
import type { AnswerAnomaly } from './answer-anomalies.ts';
import type { LineFile } from './line-writer.ts';
import { readAnswer, type ReadAnswer } from './read-answer.ts';
import { isPlain, mendedLine, placeEnding } from './record-line.ts';
import { RecordScan } from './record-scan.ts';
import type { Spool, Spooled, SpooledLines } from './spool.ts';
import type { TransportResponse } from './transport.ts';

/** Bytes looked at before whatever else waits has its turn: a millisecond. */
const SLICE = 64 * 1024;

export interface ReceivedAnswer {
  /** Of the body, as it came. */
  readonly bytes: number;
  /** Records that match the filter. */
  readonly records: number;
  /** Records that do not. */
  readonly setAside: number;
  /** Records that came before, word for word, and are taken out. */
  readonly repeated: number;
  /** Those among all that came, wanted or not. */
  readonly allRepeated: number;
  /** Records of days beyond the ends of the period, where more was asked for than is wanted. */
  readonly beyond: { readonly before: number; readonly after: number };
  /** Values whose JSON type is not the catalogue's. */
  readonly drift: number;
  /** Every field that any record had that matches. */
  readonly present: readonly string[];
  /** What the answer says against its being all that was asked for. */
  readonly anomalies: readonly AnswerAnomaly[];
}

export interface Received extends ReceivedAnswer {
  readonly reading: ReadAnswer;
  readonly spooled: Spooled;
}

interface ReceiveOptions {
  readonly table: Table;
  readonly filter: Filter;
  /** What was asked for, where it is more than is wanted. */
  readonly sent?: Filter;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Without it records are only counted. */
  readonly spool?: Spool;
  readonly mostBytes?: number;
}

/** Throws what the body throws, and ARCHIVE_FAILED where the disk does not take it; no file is left of either. */
export async function receive(response: TransportResponse, options: ReceiveOptions): Promise<Received> {
  const { spool, table, filter, sent = filter } = options;
  const files = spool?.next();
  const checks = new RecordChecks(table, filter, options.sent);
  const scan = new RecordScan(table);
  const counts = { kept: 0, aside: 0, asideBytes: 0 };
  const answer = new AnswerScan(scan, (bytes, from, to) => {
    if (scan.isGarbled) {
      // What is no text becomes U+FFFD, as every reader would read it; the scan counts it then.
      const text = Buffer.from(bytes.toString('utf8', from, to));
      return scan.scan(text, 0) < 0 ? 'value' : sort(text, 0, text.length);
    }
    return sort(bytes, from, to);
  });

  function sort(bytes: Buffer, from: number, to: number): AnswerLimit | undefined {
    const judgment = checks.judge(scan, bytes, from, to);
    if (judgment === 'repeated' || judgment === 'beyond') return undefined;
    if (judgment === 'aside') {
      counts.aside += 1;
      const line = `${JSON.stringify({ record: bytes.toString('utf8', from, to) })}\n`;
      counts.asideBytes += line.length;
      if (counts.asideBytes > BOUNDS.aside) return 'aside';
      files?.aside.addText(line);
      return undefined;
    }
    if (files && isPlain(scan) && checks.mended.size === 0)
      files.kept.add(bytes, from, to - 1, placeEnding(scan, counts.kept));
    else files?.kept.addText(mendedLine(scan, bytes, counts.kept, checks.mended));
    counts.kept += 1;
    return checks.unknownNames > BOUNDS.names ? 'names' : undefined;
  }

  try {
    const { bytes, isWhole } = await pour(response.body, answer, options, async () => {
      await onDisk(files?.kept.flush());
      await onDisk(files?.aside.flush());
    });
    const scanned = answer.end();
    const { status, headers } = response;
    const raw = { status, headers, ...scanned, asked: { table, filter: sent }, repeated: checks.allRepeated };
    const bound = isWhole ? scanned.bound : 'bytes';
    // An error is an error, and a page a page, however much of it there is.
    const isBeyond = bound !== undefined && (!isWhole || (status === 200 && !/^\s*</.test(scanned.text)));
    const reading = isBeyond ? beyond(bound) : readAnswer(raw, options.now());
    if (!reading.ok) await discard();
    await onDisk(files?.kept.finish());
    await onDisk(files?.aside.finish());
    const isOther = reading.ok && reading.isOther;
    return {
      reading,
      bytes,
      records: counts.kept,
      setAside: counts.aside,
      repeated: checks.repeated,
      allRepeated: checks.allRepeated,
      beyond: checks.beyond,
      drift: checks.drift,
      present: checks.present,
      anomalies: [...checks.anomalies, ...(isOther ? (['other_question'] as const) : [])],
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

/** Half of the window may be answered at a length that can be read; what else is too much is so in every part. */
const beyond = (bound: AnswerLimit): ReadAnswer => ({
  ok: false,
  failure:
    bound === 'bytes' || bound === 'records'
      ? { kind: 'too_large', message: '', bound }
      : { kind: 'out_of_bounds', bound },
});

/** Not whole is an answer without end: leaving the loop ends the connection. */
async function pour(
  body: AsyncIterable<Uint8Array>,
  answer: AnswerScan,
  { mostBytes = BOUNDS.bytes }: ReceiveOptions,
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
