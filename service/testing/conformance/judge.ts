// What a request has to be answered with, worked out a second time: from the OpenAPI document, from what the generator
// knows of its request, and from the naive answers.

import { isDeepStrictEqual } from 'node:util';
import type { Filter } from '#shared/catalogue/table.ts';
import { tableOfPath } from '#shared/catalogue/tables.ts';
import type { Answered, Reply, Sent } from '../running.ts';
import type { Contract } from './contract.ts';
import type { Stable } from './naive.ts';
import { naiveAnswer } from './naive.ts';

/** A request, and what is true of it because it was made so. */
export interface Attempt {
  readonly sent: Sent & { readonly method: string; readonly path: string; readonly body: Buffer };
  readonly keysAreGood: boolean;
  readonly typeIsGood: boolean;
  /** Nothing but `api_key` is in the query. */
  readonly queryIsGood: boolean;
  /** A name comes twice in the body. */
  readonly nameTwice: boolean;
}

export class Judge {
  readonly #contract: Contract;
  readonly #stable: Stable;
  readonly #secrets: readonly string[];

  /** @param secrets what no reply may ever hold */
  constructor(contract: Contract, stable: Stable, secrets: readonly string[]) {
    this.#contract = contract;
    this.#stable = stable;
    this.#secrets = secrets;
  }

  /** Everything that is wrong with a reply. */
  problemsOf(attempt: Attempt, reply: Reply): string[] {
    const { method, path } = attempt.sent;
    const expected = this.expectedStatus(attempt);
    return [
      ...(reply.status === expected ? [] : [`${reply.status} instead of ${expected}`]),
      ...this.#contract.problemsOf(method, path, reply),
      ...this.echoes(reply),
      ...(reply.status === 200 && method === 'POST' ? this.#answerProblems(attempt, reply) : []),
    ];
  }

  echoes({ headers, text }: Reply): string[] {
    const said = JSON.stringify(headers) + text;
    return this.#secrets.filter((secret) => said.includes(secret)).map(() => 'a credential is repeated');
  }

  /** In the order of checks that docs/decisions.md gives. */
  expectedStatus({ sent, keysAreGood, typeIsGood, queryIsGood, nameTwice }: Attempt): number {
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
    const filter = parsed(body);
    const isAllowed = queryIsGood && !nameTwice && filter !== undefined && this.#accepts(path, filter);
    return isAllowed ? 200 : 400;
  }

  #accepts(path: string, body: unknown): boolean {
    if (!this.#contract.acceptsBody(path, body)) return false;
    const { racedate, start_racedate: from, end_racedate: to } = body as Filter;
    if (![racedate, from, to].every((date) => date === undefined || isRealDate(date))) return false;
    if (from === undefined || to === undefined) return true;
    const days = (timeOf(to) - timeOf(from)) / 86_400_000 + 1;
    return days >= 1 && days <= (this.#contract.maxSpanDays(path) ?? Infinity);
  }

  #answerProblems({ sent }: Attempt, { headers, text }: Reply): string[] {
    const table = tableOfPath(sent.path);
    if (!table) return ['no table was asked'];
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

/** The JSON of a body, an empty one being no filter; undefined where it is none. */
function parsed(body: Buffer): unknown {
  if (body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return value;
  } catch {
    return undefined;
  }
}

const dashed = (date: string): string => `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
const timeOf = (date: string): number => Date.parse(dashed(date));
/** A day that is not there, such as 30 February, either cannot be read or comes back as another. */
const isRealDate = (date: string): boolean =>
  !Number.isNaN(timeOf(date)) && new Date(timeOf(date)).toISOString().startsWith(dashed(date));
