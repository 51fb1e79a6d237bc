// The service is as its OpenAPI document says, over real sockets, for requests that nobody would think of. The same in
// greater number: bench/service-conformance.ts.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { runConversations, runRequests } from './testing/conformance/run.ts';
import { exampleStable } from './testing/conformance/stable.ts';
import { runService } from './testing/run-service.ts';
import type { Running } from './testing/run-service.ts';

const stable = exampleStable();
/** Another one each day would find more and be harder to believe. */
const SEED = 20_251_228;

let service: Running;
beforeAll(async () => {
  service = await runService({ records: stable });
});
afterAll(() => service.close());

test('every generated request gets the status, the body and the records that it has to get', async () => {
  const outcome = await runRequests({ service, stable, seed: SEED, requests: 600 });
  expect(outcome.failure).toBeUndefined();
  for (const status of ['200', '204', '400', '401', '404', '405', '413', '415']) {
    expect(outcome.statuses).toHaveProperty(status);
  }
});

test('bytes that are hardly HTTP get what the document names, and let nobody in', async () => {
  const outcome = await runConversations({ service, stable, seed: SEED, requests: 80 });
  expect(outcome.failure).toBeUndefined();
  expect(outcome.statuses).toHaveProperty('200');
  expect(outcome.statuses).toHaveProperty('400');
});
