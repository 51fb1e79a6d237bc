// The expected answer to a request, derived independently of the service: from the OpenAPI document, from what the
// generator knows about its request, and from the naive answers.

import { isDeepStrictEqual } from 'node:util';
import type { Filter } from '#shared/catalogue/table.ts';
import { tableOfPath } from '#shared/catalogue/tables.ts';
import type { Answered, Reply, Sent } from '../run-service.ts';
import type { ErrorBody, RefusalReason } from '#shared/service-api/envelope.ts';
import type { Contract } from './contract.ts';
import type { Stable } from './naive.ts';
import { naiveAnswer } from './naive.ts';
import { reasonAgainst } from './reasons.ts';

/** A generated request, with what the generator knows about it. */
export interface Attempt {
  readonly sent: Sent & { readonly method: string; readonly path: string; readonly body: Buffer };
  readonly keysAreGood: boolean;
  readonly typeIsGood: boolean;
  /** The query string has nothing but `api_key`. */
  readonly queryIsGood: boolean;
  /** A name is repeated in the body. */
  readonly nameTwice: boolean;
}

/** Reasons that the document's body schemas can express. */
const SAID_BY_SCHEMA: ReadonlySet<RefusalReason> = new Set<RefusalReason>([
  'MISSING_FILTER',
  'CONFLICTING_FILTERS',
  'INCOMPLETE_RANGE',
]);

export class Judge {
  readonly #contract: Contract;
  readonly #stable: Stable;
  readonly #secrets: readonly string[];

  /** @param secrets texts that no reply may ever contain */
  constructor(contract: Contract, stable: Stable, secrets: readonly string[]) {
    this.#contract = contract;
    this.#stable = stable;
    this.#secrets = secrets;
  }

  /** All problems of a reply. */
  problemsOf(attempt: Attempt, reply: Reply): string[] {
    const { method, path } = attempt.sent;
    const expected = this.expectedStatus(attempt);
    return [
      ...(reply.status === expected ? [] : [`${reply.status} instead of ${expected}`]),
      ...this.#contract.problemsOf(method, path, reply),
      ...this.echoes(reply),
      ...(reply.status === 200 && method === 'POST' ? this.#answerProblems(attempt, reply) : []),
      ...((expected === 200 || expected === 400) && method === 'POST'
        ? this.#bodyProblems(attempt, reply)
        : []),
    ];
  }

  echoes({ headers, text }: Reply): string[] {
    const whole = JSON.stringify(headers) + text;
    return this.#secrets.filter((secret) => whole.includes(secret)).map(() => 'a credential is repeated');
  }

  /** In the order of checks that docs/decisions.md gives. */
  expectedStatus(attempt: Attempt): number {
    const { sent, keysAreGood, typeIsGood } = attempt;
    const { method, path, body } = sent;
    const isTable = path.startsWith('/v1/');
    if (!isTable && !this.#contract.has(path)) return 404;
    if (method === 'OPTIONS') return 204;
    if (!isTable) return method === 'GET' || method === 'HEAD' ? 200 : 405;
    if (method !== 'POST') return 405;
    if (!keysAreGood) return 401;
    if (!this.#contract.has(path)) return 404;
    if (!typeIsGood) return 415;
    if (body.length > 16_384) return 413;
    return this.#reason(attempt) === undefined ? 200 : 400;
  }

  /** Why a query of a table is refused with 400. */
  #reason({ sent, queryIsGood, nameTwice }: Attempt): RefusalReason | undefined {
    const table = tableOfPath(sent.path);
    const body = parsed(sent.body);
    if (body === undefined || !table) return 'INVALID_JSON';
    const reason = reasonAgainst(table, body, nameTwice);
    return queryIsGood || !isObject(body) ? reason : 'UNKNOWN_PARAMETER';
  }

  /** Whether reply, document and second implementation agree on a body. */
  #bodyProblems(attempt: Attempt, { text }: Reply): string[] {
    const reason = this.#reason(attempt);
    const { error } = JSON.parse(text) as Partial<ErrorBody>;
    const { path, body } = attempt.sent;
    const isInSchema = this.#contract.acceptsBody(path, parsed(body));
    return [
      ...(error?.reason === reason ? [] : [`${error?.reason} instead of ${reason}`]),
      ...(reason === undefined && !isInSchema ? ['the document does not allow the query'] : []),
      ...(reason !== undefined && SAID_BY_SCHEMA.has(reason) && isInSchema
        ? ['the document allows the query']
        : []),
    ];
  }

  #answerProblems({ sent }: Attempt, { headers, text }: Reply): string[] {
    const table = tableOfPath(sent.path);
    if (!table) return ['no table was queried'];
    const filter = parsed(sent.body) as Filter;
    const { request, result } = JSON.parse(text) as Answered;
    const { data, applied } = naiveAnswer(this.#stable, table.code, filter);
    const isOld = 'kettonum' in filter && !('horse_id' in filter);
    const compared: [string, unknown, unknown][] = [
      ['records', result.data, data],
      ['result_count', result.result_count, data.length],
      ['the echo', request.parameters, filter],
      ['X-Applied-Filter', headers['x-applied-filter'], applied],
      ['a Deprecation', headers['deprecation'] !== undefined, isOld],
    ];
    return compared.filter(([, is, has]) => !isDeepStrictEqual(is, has)).map(([what]) => `${what} differ`);
  }
}

/** The JSON of a body, an empty one being no filter; undefined if it is none. */
function parsed(body: Buffer): unknown {
  if (body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return value;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
