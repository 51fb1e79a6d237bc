// The parts of a page that a command prints. One that cannot be read, offline or because the service failed, leaves the
// others.

import { RailbirdError } from '#shared/errors.ts';
import { unique } from '../downloads/verify/coverage-report.ts';
import { isOfTheService } from '../downloads/query.ts';
import type { Row } from '../results/row.ts';
import { NOTHING, together, type CommandOutcome } from './command.ts';
import type { ReadRows } from './read-rows.ts';

/** What was read, or why nothing could be. */
export type PagePart = ReadRows | RailbirdError;

/** Errors: those that concern every part. */
export async function readPart(reading: Promise<ReadRows>): Promise<PagePart> {
  try {
    return await reading;
  } catch (error) {
    if (isOfTheService(error)) return error;
    throw error;
  }
}

/** Undefined if the part could not be read, or is none of the page. */
export const readOf = (part: PagePart | undefined): ReadRows | undefined =>
  part instanceof RailbirdError ? undefined : part;

/** None if the part could not be read, or is none of the page. */
export const rowsOf = (part: PagePart | undefined): readonly Row[] => readOf(part)?.rows ?? [];

/** `where`: what the page is about. Errors: that of the first part which could not be read, if no part has a row. */
export function outcomeOfParts(parts: readonly PagePart[], where: string): CommandOutcome {
  const failure = parts.find((part) => part instanceof RailbirdError);
  if (failure !== undefined && parts.every((part) => rowsOf(part).length === 0)) throw failure;
  const outcome = together(parts.map((part) => outcomeOfPart(part, where)));
  return { ...outcome, reasons: unique(outcome.reasons) };
}

function outcomeOfPart(part: PagePart, where: string): CommandOutcome {
  if (!(part instanceof RailbirdError)) return part.outcome;
  const because = { code: part.code, values: part.values };
  return { ...NOTHING, reasons: [{ reason: 'not_fetched', where, because }] };
}
