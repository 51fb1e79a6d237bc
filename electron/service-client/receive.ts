// Streams an answer from the network to the disk: records are checked on the way and never kept in memory.

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

/** Bytes scanned between two other tasks: a millisecond of work. */
const SLICE = 64 * 1024;

export interface ReceivedAnswer {
  /** Bytes of the body. */
  readonly bytes: number;
  /** Records that match the filter. */
  readonly records: number;
  /** Records that do not match. */
  readonly quarantined: number;
  /** Records that came twice, word for word, and are removed. */
  readonly repeated: number;
  /** Repeated records among all that came, matching or not. */
  readonly allRepeated: number;
  /** Records of days beyond the ends of the period, if more than the period was requested. */
  readonly beyond: { readonly before: number; readonly after: number };
  /** Values whose JSON type is not the catalogue's. */
  readonly drift: number;
  /** Race dates of the records that match, YYYYMMDD. */
  readonly days: ReadonlySet<string>;
  /** Every field that any matching record had. */
  readonly present: readonly string[];
  /** What the answer says against its own completeness. */
  readonly anomalies: readonly AnswerAnomaly[];
}

export interface Received extends ReceivedAnswer {
  readonly reading: ReadAnswer;
  readonly spooled: Spooled;
}

interface ReceiveOptions {
  readonly table: Table;
  readonly filter: Filter;
  /** What was requested, if it is more than the filter. */
  readonly sent?: Filter;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Without it, records are only counted. */
  readonly spool?: Spool;
  readonly mostBytes?: number;
}

/** Leaves no file if it fails. Errors: those of the body, and ARCHIVE_FAILED if the disk does not accept it. */
export async function receive(response: TransportResponse, options: ReceiveOptions): Promise<Received> {
  const { spool, table, filter, sent = filter } = options;
  const files = spool?.next();
  const checks = new RecordChecks(table, filter, options.sent);
  const scan = new RecordScan(table);
  const counts = { kept: 0, aside: 0, asideBytes: 0 };
  const answer = new AnswerScan(scan, (bytes, from, to) => {
    if (scan.isGarbled) {
      // Broken bytes become U+FFFD, as for any reader; the scan then counts them.
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
    const raw = {
      status,
      headers,
      ...scanned,
      requested: { table, filter: sent },
      repeated: checks.allRepeated,
    };
    const bound = isWhole ? scanned.bound : 'bytes';
    // However long they are, an error stays an error and a page stays a page.
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
      quarantined: counts.aside,
      repeated: checks.repeated,
      allRepeated: checks.allRepeated,
      beyond: checks.beyond,
      drift: checks.drift,
      days: checks.days,
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

/** Half of the window may be short enough to be read; other limits would be exceeded by every part. */
const beyond = (bound: AnswerLimit): ReadAnswer => ({
  ok: false,
  failure:
    bound === 'bytes' || bound === 'records'
      ? { kind: 'too_large', message: '', bound }
      : { kind: 'out_of_bounds', bound },
});

/** Feeds the body to the scan. An endless answer is not read to its end: leaving the loop ends the connection. */
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
