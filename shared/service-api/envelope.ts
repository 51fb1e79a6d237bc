// The answers of the service: the envelope of a success (specification, section 2.1) and the body of an error
// (section 7), with the optional error fields that docs/decisions.md adds.

import { z } from 'zod';
import type { Filter } from '#shared/catalogue/table.ts';

/** One record of a table: field name to value. */
export type WireRecord = { readonly [field: string]: unknown };

/** The content of `result.membershipLimit`. */
export const MEMBERSHIP_LIMIT = '有料会員';

export interface Envelope {
  readonly request: { readonly parameters: Filter };
  readonly result: {
    readonly status: number;
    readonly endpoint_uri: string;
    readonly membershipLimit: string;
    readonly result_count: number;
    readonly data: readonly WireRecord[];
  };
}

export const SERVICE_ERROR_CODES = [
  'UNAUTHORIZED',
  'FORBIDDEN',
  'TOO_MANY_REQUESTS',
  'BAD_REQUEST',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'INTERNAL',
  'SERVICE_UNAVAILABLE',
] as const;

export type ServiceErrorCode = (typeof SERVICE_ERROR_CODES)[number];

/** Why a request was refused, in more detail than the code. */
export const REFUSAL_REASONS = [
  'NO_PLAN',
  'PLAN_EXPIRED',
  'INVALID_JSON',
  'INVALID_PARAMETER',
  'UNKNOWN_PARAMETER',
  'MISSING_FILTER',
  'INCOMPLETE_RANGE',
  'INVALID_RANGE',
  'CONFLICTING_FILTERS',
  'RANGE_TOO_LARGE',
  'STORAGE_FULL',
] as const;

export type RefusalReason = (typeof REFUSAL_REASONS)[number];

export interface ErrorBody {
  readonly success: false;
  readonly error: {
    readonly code: ServiceErrorCode;
    readonly message: string;
    readonly reason?: RefusalReason;
    readonly details?: readonly { readonly param: string; readonly problem: string }[];
    readonly request_id?: string;
  };
}

/** Accepts any code and reason, because another server may use its own. */
export const errorBodySchema = z.looseObject({
  success: z.literal(false),
  error: z.looseObject({
    code: z.string(),
    message: z.string(),
    reason: z.string().optional(),
    details: z.unknown().optional(),
    request_id: z.string().optional(),
  }),
});
