// How many days of a table one request covers: halved when the service refuses, fails or takes too long, then slowly
// increased again. The search approaches a known limit by bisection without hitting it again. Pure.

import { z } from 'zod';
import type { Table } from '#shared/catalogue/table.ts';

/** Of one table at one service. */
export interface WindowSize {
  readonly days: number;
  /** Days that a window may never exceed. */
  readonly most: number;
  /** The shortest window that was refused for its size, and when (epoch milliseconds). */
  readonly refused?: { readonly days: number; readonly at: number };
  /** How many windows of this size were answered in a row. */
  readonly clean: number;
  /** How many it takes until a longer one is tried. */
  readonly patience: number;
  /** Increased to this size, and not answered at it yet. */
  readonly isTrial?: boolean;
}

const FIRST_PATIENCE = 4;
const LONGEST_PATIENCE = 64;

/** A service may raise its limit, and a quiet month has fewer records than a busy one. */
const REFUSAL_HOLDS_MS = 30 * 24 * 3_600_000;

/** The initial size: a month, or a week of the wide tables; a day if the table accepts no period. */
export function firstSize(table: Table): WindowSize {
  const span = table.maxSpanDays ?? 1;
  const most = Math.max(1, Math.min(table.windowDays ?? span, span));
  return { days: most, most, clean: 0, patience: FIRST_PATIENCE };
}

/** A window of `span` days was answered. */
export function afterAnswer(size: WindowSize, span: number): WindowSize {
  // A shorter window says nothing about longer ones.
  if (span < size.days) return size;
  const clean = size.clean + 1;
  const next = longer(size);
  if (clean < size.patience || next === size.days) return { ...size, clean, isTrial: false };
  return { ...size, days: next, clean: 0, isTrial: true };
}

/** A window of `span` days was refused for its size: for a month no window of that length is tried. */
export function afterRefusal(size: WindowSize, span: number, now: number): WindowSize {
  const halved = { ...size, days: shorter(size, span), clean: 0, isTrial: false };
  const isNews = span > 1 && span < (size.refused?.days ?? Infinity);
  return isNews ? { ...halved, refused: { days: span, at: now } } : halved;
}

/** A window of `span` days failed or took too long, which may have other causes than its size. */
export function afterFailure(size: WindowSize, span: number): WindowSize {
  const halved = { ...size, days: shorter(size, span), clean: 0, isTrial: false };
  if (size.isTrial !== true || halved.days === size.days) return halved;
  return { ...halved, patience: Math.min(LONGEST_PATIENCE, size.patience * 2) };
}

const shorter = (size: WindowSize, span: number): number =>
  Math.max(1, Math.min(size.days, Math.ceil(span / 2)));

/** Twice as long, or halfway to the size that was refused. */
function longer(size: WindowSize): number {
  if (size.refused === undefined) return Math.min(size.most, size.days * 2);
  return Math.min(size.most, Math.max(size.days, Math.floor((size.days + size.refused.days) / 2)));
}

const rememberedSchema = z.object({
  days: z.number().int().min(1),
  refused: z.object({ days: z.number().int().min(2), at: z.number() }).optional(),
  patience: z.number().int().min(1).max(LONGEST_PATIENCE),
});

/** The prefix of the notes about tables in the archive. */
export const SIZE_NOTES = 'windowSize:';

/** The name of the note about a table in the archive. */
export const sizeNote = (table: Table): string => SIZE_NOTES + table.code;

/** The shortest refused window according to a note, if that is still valid. */
export function refusedSize(note: string, now: number): WindowSize['refused'] {
  const read = rememberedSchema.safeParse(parsed(note));
  const refused = read.success ? read.data.refused : undefined;
  return refused !== undefined && now - refused.at < REFUSAL_HOLDS_MS ? refused : undefined;
}

export const writeSize = ({ days, refused, patience }: WindowSize): string =>
  JSON.stringify({ days, refused, patience });

/** The stored size, as far as it is still valid; an unreadable note is ignored. */
export function readSize(
  table: Table,
  note: string | undefined,
  now: number,
  first: WindowSize = firstSize(table),
): WindowSize {
  const read = rememberedSchema.safeParse(parsed(note));
  if (!read.success) return first;
  const { days, refused, patience } = read.data;
  const holds = refused !== undefined && now - refused.at < REFUSAL_HOLDS_MS && refused.days > days;
  return {
    ...first,
    days: Math.min(days, first.most),
    patience,
    ...(holds ? { refused } : {}),
  };
}

/**
 * For a table with few records: the longest period that it accepts, unless a shorter size is known to be needed.
 * Failures and timeouts at the usual size count too, since they may recur.
 */
export function readLongest(table: Table, note: string | undefined, now: number): WindowSize {
  // Requests include one more day at either end.
  const most = Math.max(1, (table.maxSpanDays ?? 1) - 2);
  const longest = { ...firstSize(table), days: most, most };
  const read = readSize(table, note, now, longest);
  const isKnownAgainst = read.refused !== undefined || read.days < firstSize(table).days;
  return isKnownAgainst ? read : longest;
}

function parsed(note: string | undefined): unknown {
  try {
    return note === undefined ? undefined : JSON.parse(note);
  } catch {
    return undefined;
  }
}
