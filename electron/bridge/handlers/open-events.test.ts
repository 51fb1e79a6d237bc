import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RailbirdError } from '#shared/errors.ts';
import { settle } from '../../testing/fake-clock.ts';
import { racesOf } from '../../testing/fake-records.ts';
import { FakeService, type Reply } from '../../testing/fake-service.ts';
import { openCore, type Core } from '../../testing/open-core.ts';
import type { OpenOptions, Result } from '../../results/result.ts';
import { openEvents } from './open-events.ts';

const SOURCE = { kind: 'table', table: 't_ra', filter: { racedate: '20261114' } } as const;
let service: FakeService;
let core: Core;

beforeEach(async () => {
  service = new FakeService({ t_ra: racesOf('t_ra', { racedate: '20261114', races: 3, runners: 8 }) });
  core = await openCore(service);
});
afterEach(() => core.close());

const events = (open: (options: OpenOptions) => Promise<Result>, signal?: AbortSignal) =>
  openEvents(open, core.results.close, signal);

describe('the stream of an opening result', () => {
  it('ends with the summary, after progress', async () => {
    const seen = await Array.fromAsync(events((options) => core.results.open(SOURCE, options)));
    expect(seen[0]).toMatchObject({ type: 'progress' });
    expect(seen.at(-1)).toMatchObject({ type: 'opened', summary: { records: 3 } });
    expect(seen.filter((event) => event.type === 'opened')).toHaveLength(1);
  });

  it('fails as the opening fails', async () => {
    const failing = events(() => Promise.reject(new RailbirdError('UNREACHABLE')));
    await expect(Array.fromAsync(failing)).rejects.toMatchObject({ code: 'UNREACHABLE' });
  });

  it('cancels outstanding fetches when its reader leaves', async () => {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    service.misbehave = () => promise;
    const reader = new AbortController();
    const stream = events((options) => core.results.open(SOURCE, options), reader.signal);
    await stream.next();
    const next = stream.next();
    await settle();
    reader.abort();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(core.client.activity.current()).toMatchObject({ inFlight: 0, queued: 0 });
    resolve({});
  });

  it('closes a result that opened after its reader had left', async () => {
    const opened: Result[] = [];
    const stream = events(async () => {
      const result = await core.results.open(SOURCE);
      opened.push(result);
      return result;
    });
    await stream.next();
    await stream.return();
    expect(() => core.results.get(opened[0]?.summary.resultId ?? '')).toThrow('RESULT_CLOSED');
    expect(opened).toHaveLength(1);
  });
});
