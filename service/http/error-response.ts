// The catalogue of refusals: status, code, reason and message of each (specification, section 7, and
// docs/decisions.md). To add one, add a row here, and throw a Refusal with its name.

import type { ErrorBody, RefusalReason, ServiceErrorCode } from '#shared/service-api/envelope.ts';

export interface RefusalRow {
  readonly status: number;
  readonly code: ServiceErrorCode;
  readonly reason?: RefusalReason;
  readonly message: string;
}

export const REFUSALS = {
  NOT_FOUND: { status: 404, code: 'NOT_FOUND', message: 'There is nothing at this address.' },
  UNKNOWN_TABLE: { status: 404, code: 'NOT_FOUND', message: 'There is no table at this address.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    message: 'This address does not allow that method; see the header Allow.',
  },
  UNAUTHORIZED: {
    status: 401,
    code: 'UNAUTHORIZED',
    message: 'api_key or x-user-key is missing or invalid. Check both keys and set them again.',
  },
  NO_PLAN: {
    status: 403,
    code: 'FORBIDDEN',
    reason: 'NO_PLAN',
    message: 'No plan is subscribed. Subscribe to one and try again.',
  },
  PLAN_EXPIRED: {
    status: 403,
    code: 'FORBIDDEN',
    reason: 'PLAN_EXPIRED',
    message: 'The plan has expired. Renew it and try again.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    message: 'The rate limit is exceeded. Wait as long as Retry-After says, then try again.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'The body must be application/json in UTF-8.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    message: 'The body is larger than 16 KiB.',
  },
  BAD_REQUEST: { status: 400, code: 'BAD_REQUEST', message: 'The request could not be read.' },
  INVALID_JSON: {
    status: 400,
    code: 'BAD_REQUEST',
    reason: 'INVALID_JSON',
    message: 'The body is not JSON.',
  },
  INVALID_PARAMETER: {
    status: 400,
    code: 'BAD_REQUEST',
    reason: 'INVALID_PARAMETER',
    message: 'A parameter is malformed; see details.',
  },
  UNKNOWN_PARAMETER: {
    status: 400,
    code: 'BAD_REQUEST',
    reason: 'UNKNOWN_PARAMETER',
    message: 'A parameter is unknown; see details.',
  },
  MISSING_FILTER: {
    status: 400,
    code: 'BAD_REQUEST',
    reason: 'MISSING_FILTER',
    message: 'Send horse_id.',
  },
  INCOMPLETE_RANGE: {
    status: 400,
    code: 'BAD_REQUEST',
    reason: 'INCOMPLETE_RANGE',
    message: 'Send both start_racedate and end_racedate.',
  },
  INVALID_RANGE: {
    status: 400,
    code: 'BAD_REQUEST',
    reason: 'INVALID_RANGE',
    message: 'start_racedate is later than end_racedate.',
  },
  CONFLICTING_FILTERS: {
    status: 400,
    code: 'BAD_REQUEST',
    reason: 'CONFLICTING_FILTERS',
    message: 'Send either racedate or start_racedate and end_racedate.',
  },
  RANGE_TOO_LARGE: {
    status: 400,
    code: 'BAD_REQUEST',
    reason: 'RANGE_TOO_LARGE',
    message: 'The period or its answer is too large; see details and send several smaller requests.',
  },
  INTERNAL: { status: 500, code: 'INTERNAL', message: 'The service failed. Try again in a while.' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    message: 'The service is not ready. Try again in a while.',
  },
  STORAGE_FULL: {
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    reason: 'STORAGE_FULL',
    message: 'The disk of the service is full. Try again once its operator has freed some space.',
  },
} as const satisfies Record<string, RefusalRow>;

export type RefusalName = keyof typeof REFUSALS;

export interface Detail {
  readonly param: string;
  readonly problem: string;
}

/** A request that is refused. Its details never repeat a value that was sent: it might be a key. */
export class Refusal extends Error {
  readonly refused: RefusalName;
  readonly details: readonly Detail[];
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the answer is delayed, so that repeated failures take the sender's time and not the service's. */
  readonly isThrottled: boolean;

  constructor(
    refused: RefusalName,
    rest: {
      readonly details?: readonly Detail[];
      readonly headers?: Readonly<Record<string, string>>;
      readonly isThrottled?: boolean;
    } = {},
  ) {
    super(REFUSALS[refused].message);
    this.name = 'Refusal';
    this.refused = refused;
    this.details = rest.details ?? [];
    this.headers = rest.headers ?? {};
    this.isThrottled = rest.isThrottled ?? false;
  }

  get status(): number {
    return REFUSALS[this.refused].status;
  }

  /** The error body (specification, section 7); it contains the request's id only for failures of the service. */
  body(requestId: string): ErrorBody {
    const { status, code, message, reason }: RefusalRow = REFUSALS[this.refused];
    return {
      success: false,
      error: {
        code,
        message,
        ...(reason && { reason }),
        ...(this.details.length > 0 && { details: this.details }),
        ...(status >= 500 && { request_id: requestId }),
      },
    };
  }
}
