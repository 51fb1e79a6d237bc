// Sends generated requests to a service, checks each reply, and reports the outcome. The same seed reproduces a
// failure.

import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import type { Reply, Running } from '../run-service.ts';
import { API_KEY, USER_KEY, send } from '../run-service.ts';
import { Contract } from './contract.ts';
import { Judge } from './judge.ts';
import type { Stable } from './naive.ts';
import { conversations, talk } from './raw.ts';
import { WRONG_API_KEY, WRONG_USER_KEY, attempts } from './requests.ts';

export interface Outcome {
  readonly seed: number;
  readonly requests: number;
  /** The number of replies of each status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The smallest request that was answered wrongly, and how; undefined if there was none. */
  readonly failure: string | undefined;
}

export interface Plan {
  readonly service: Running;
  /** The records that the service has. */
  readonly stable: Stable;
  readonly seed: number;
  readonly requests: number;
}

/** 20,000 requests take two minutes. */
const LONGEST_RUN_MS = 30 * 60_000;

const SECRETS = [API_KEY, USER_KEY, WRONG_API_KEY, WRONG_USER_KEY];

async function judgeOf({ service, stable }: Plan): Promise<{ contract: Contract; judge: Judge }> {
  const served = await service.send({ method: 'GET', path: '/openapi.json', query: '' });
  const contract = new Contract(JSON.parse(served.text));
  return { contract, judge: new Judge(contract, stable, SECRETS) };
}

/** Requests that are valid HTTP, however odd: each has exactly one correct status and answer. */
export async function runRequests(plan: Plan): Promise<Outcome> {
  const { judge } = await judgeOf(plan);
  const statuses: Record<string, number> = {};
  const property = fc.asyncProperty(attempts(plan.stable), async (attempt) => {
    const { body, ...rest } = attempt.sent;
    const ask = async () => [await send(plan.service.url, body.length > 0 ? attempt.sent : rest)];
    for (const reply of await whenTaken(ask)) {
      statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
      fail(judge.problemsOf(attempt, reply));
    }
  });
  return outcomeOf(plan, statuses, property);
}

/** Malformed HTTP: every reply is in the document, and nobody is let in without keys. */
export async function runConversations(plan: Plan): Promise<Outcome> {
  const { contract, judge } = await judgeOf(plan);
  const statuses: Record<string, number> = {};
  const property = fc.asyncProperty(conversations, async ({ bytes, keysAreGood }) => {
    const ask = () => talk(plan.service.url, bytes);
    for (const reply of await whenTaken(ask)) {
      statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
      const places = ['/v1/tra', '/elsewhere'].map((path) => contract.problemsOf('POST', path, reply));
      fail(places.some((problems) => problems.length === 0) ? [] : places.flat());
      fail(judge.echoes(reply));
      fail(!keysAreGood && reply.status === 200 ? ['let in without keys'] : []);
    }
  });
  return outcomeOf(plan, statuses, property);
}

const MOST_TIMES = 100;

/** On a busy machine the service sheds load; these requests are sent again. */
async function whenTaken(ask: () => Promise<Reply[]>): Promise<readonly Reply[]> {
  for (let time = 1; ; time++) {
    const replies = await ask();
    if (time === MOST_TIMES || replies.every(({ status }) => status !== 503)) return replies;
    await setTimeout(100);
  }
}

function fail(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join('; '));
}

async function outcomeOf<Drawn>(
  { seed, requests, service }: Plan,
  statuses: Readonly<Record<string, number>>,
  property: fc.IAsyncProperty<[Drawn]>,
): Promise<Outcome> {
  // All of them, also in a process that limits the time of a property (build/mutation/each-test.ts).
  const details = await fc.check(property, {
    seed,
    numRuns: requests,
    interruptAfterTimeLimit: LONGEST_RUN_MS,
  });
  // A failure of the service counts even if the client was gone before the answer.
  const inLog = service.log.find((line) => line.includes('request failed'));
  return {
    seed,
    requests: details.numRuns,
    statuses,
    failure: details.failed ? `${String(details.errorInstance)}\n${fc.defaultReportMessage(details)}` : inLog,
  };
}
