// The reasons why a request brought no records, in the categories that decide about retries and smaller requests.

import { RailbirdError, type ErrorCode, type ErrorValues } from '#shared/errors.ts';
import { BOUNDS, type AnswerLimit } from './answer-limits.ts';

export type RequestFailure =
  /** No connection, or it broke before an answer. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'timeout' }
  /** Nothing was sent: the certificate is not trusted, or the proxy refused, cannot be reached or asks for a login. */
  | { readonly kind: 'untrusted' | 'proxy' | 'proxy_login'; readonly problem: string }
  /** The body ended too early, or its JSON is broken. */
  | { readonly kind: 'cut_short' }
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'forbidden' }
  /** 429. Milliseconds to wait, if the answer says so. */
  | { readonly kind: 'throttled'; readonly retryAfter?: number }
  /** 413, or a refusal of the range: a smaller window may be answered. */
  | { readonly kind: 'too_large'; readonly message: string; readonly bound?: AnswerLimit }
  /** It exceeds a limit that a smaller window would exceed as well. */
  | { readonly kind: 'out_of_bounds'; readonly bound: AnswerLimit }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }
  | { readonly kind: 'failed'; readonly status: number; readonly retryAfter?: number }
  /** The service says that its disk is full: a retry is useless until someone has fixed that. */
  | { readonly kind: 'disk_full' }
  /** `passing`: a page with status 200 in place of records, as during maintenance; it may be gone with the next request. */
  | {
      readonly kind: 'not_the_service';
      readonly problem: string;
      readonly status?: number;
      readonly passing?: true;
    }
  /** Not sent: the service has failed too often lately, the last time like this. */
  | { readonly kind: 'down'; readonly because: RequestFailure };

export type FailureKind = RequestFailure['kind'];

/** The HTTP status; 0 if there was none, or if it is meaningless. */
export function statusOf(failure: RequestFailure): number {
  switch (failure.kind) {
    case 'unauthorized':
      return 401;
    case 'forbidden':
      return 403;
    case 'throttled':
      return 429;
    case 'too_large':
      return 413;
    case 'not_the_service':
      return failure.status ?? 0;
    case 'refused':
    case 'failed':
      return failure.status;
    default:
      return 0;
  }
}

/** A coded error with the failure that caused it. */
export class ApiError extends RailbirdError {
  readonly failure: RequestFailure;

  constructor(failure: RequestFailure, code: ErrorCode, values: ErrorValues) {
    super(code, values);
    this.name = 'ApiError';
    this.failure = failure;
  }
}

/** The failure as the user sees it. `pauseMs`: how long the service asked to wait, for a 429 that is parked. */
export function toError(failure: RequestFailure, baseUrl: string, pauseMs = 0): ApiError {
  switch (failure.kind) {
    case 'unreachable':
    case 'timeout':
      return new ApiError(failure, 'UNREACHABLE', { baseUrl });
    case 'untrusted':
      return new ApiError(failure, 'CERTIFICATE_REFUSED', { problem: failure.problem });
    case 'proxy':
      return new ApiError(failure, 'PROXY_FAILED', { problem: failure.problem });
    case 'proxy_login':
      return new ApiError(failure, 'PROXY_LOGIN', {});
    case 'cut_short':
      return new ApiError(failure, 'SERVICE_FAILED', { status: 'cut short' });
    case 'unauthorized':
      return new ApiError(failure, 'UNAUTHORIZED', {});
    case 'forbidden':
      return new ApiError(failure, 'FORBIDDEN', {});
    case 'throttled':
      return new ApiError(failure, 'TOO_MANY_REQUESTS', {
        seconds: Math.max(1, Math.ceil((failure.retryAfter ?? pauseMs) / 1000)),
      });
    case 'too_large':
      if (failure.bound) return beyond(failure, failure.bound);
      return new ApiError(failure, 'REFUSED', { message: failure.message });
    case 'refused':
      return new ApiError(failure, 'REFUSED', { message: failure.message });
    case 'out_of_bounds':
      return beyond(failure, failure.bound);
    case 'failed':
      return new ApiError(failure, 'SERVICE_FAILED', {
        status: failure.status,
        ...(failure.retryAfter === undefined ? {} : { seconds: Math.ceil(failure.retryAfter / 1000) }),
      });
    case 'disk_full':
      return new ApiError(failure, 'SERVICE_DISK_FULL', {});
    case 'not_the_service':
      return new ApiError(failure, 'NOT_THE_SERVICE', { problem: failure.problem });
    case 'down': {
      const { code, values } = toError(failure.because, baseUrl);
      return new ApiError(failure, code, values);
    }
  }
}

const KIB = 1024;
const MIB = 1024 * KIB;

/** The error of each limit, and the unit of its figure there. */
const BEYOND: { readonly [bound in AnswerLimit]: { readonly code: ErrorCode; readonly unit: number } } = {
  bytes: { code: 'ANSWER_TOO_LONG', unit: MIB },
  records: { code: 'ANSWER_TOO_MANY_RECORDS', unit: 1 },
  record: { code: 'ANSWER_RECORD_TOO_LONG', unit: MIB },
  value: { code: 'ANSWER_VALUE_TOO_LONG', unit: KIB },
  fields: { code: 'ANSWER_TOO_MANY_FIELDS', unit: 1 },
  names: { code: 'ANSWER_TOO_MANY_NAMES', unit: 1 },
  name: { code: 'ANSWER_NAME_TOO_LONG', unit: 1 },
  nesting: { code: 'ANSWER_NESTED_TOO_DEEPLY', unit: 1 },
  aside: { code: 'ANSWER_TOO_MUCH_ASIDE', unit: MIB },
  headers: { code: 'ANSWER_HEADERS_TOO_LONG', unit: KIB },
  around: { code: 'ANSWER_TOO_MUCH_AROUND', unit: MIB },
};

function beyond(failure: RequestFailure, bound: AnswerLimit): ApiError {
  const { code, unit } = BEYOND[bound];
  return new ApiError(failure, code, { most: BOUNDS[bound] / unit });
}
