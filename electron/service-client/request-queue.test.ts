import { describe, expect, it } from 'vitest';
import { RailbirdError } from '#shared/errors.ts';
import { FakeClock, settle } from '../testing/fake-clock.ts';
import type { RequestFailure } from './failure.ts';
import { MOST_IN_FLIGHT, Pacer } from './pacer.ts';
import type { Priority } from './priority.ts';
import { RequestQueue } from './request-queue.ts';

const UNREACHABLE: RequestFailure = { kind: 'unreachable' };

function openQueue() {
  const clock = new FakeClock(0);
  const pacer = new Pacer(clock.monotonic(), { perSecond: 10 });
  const queue = new RequestQueue({
    pacer,
    clock,
    parked: (pauseMs) => new RailbirdError('TOO_MANY_REQUESTS', { seconds: pauseMs / 1000 }),
    down: () => new RailbirdError('UNREACHABLE', { baseUrl: '' }),
    changed: () => undefined,
  });
  /** Enters the queue, and records when its turn comes, or why it never will. */
  const enter = (name: string, priority: Priority = 'batch') => {
    const place = queue.enter(priority);
    place.turn.then(
      () => went.push(name),
      (error: RailbirdError) => went.push(`${name} ${error.code}`),
    );
    return place;
  };
  const went: string[] = [];
  return { clock, pacer, queue, enter, went };
}

describe('the queue', () => {
  it('forgets only the waiting request that is cancelled', async () => {
    const { queue, enter, went } = openQueue();
    const running = Array.from({ length: MOST_IN_FLIGHT }, (_, at) => enter(`first ${at}`, 'interactive'));
    const given = enter('given up');
    enter('next');
    expect(queue.queued).toBe(2);
    given.done();
    expect(queue.queued).toBe(1);
    for (const place of running) place.done();
    await settle();
    expect(went).toEqual([...running.map((_, at) => `first ${at}`), 'next']);
  });

  it('holds all others back while one request probes a service that was down', async () => {
    const { clock, enter, went } = openQueue();
    for (let count = 0; count < 8; count += 1) {
      const place = enter(`fails ${count}`);
      await settle();
      place.heard(UNREACHABLE);
      place.done();
    }
    await clock.advance(5_000);
    went.length = 0;
    const probe = enter('finds out');
    enter('waits', 'interactive');
    await settle();
    expect(went).toEqual(['finds out']);
    probe.heard(undefined);
    probe.done();
    await settle();
    expect(went).toEqual(['finds out', 'waits']);
  });

  it('reports its pause until it is over, and no longer', async () => {
    const { clock, pacer, queue } = openQueue();
    pacer.throttled(clock.monotonic(), 2_000);
    const end = queue.pausedUntil ?? 0;
    expect(end - clock.monotonic()).toBe(2_000);
    await clock.advance(2_000);
    expect(queue.pausedUntil).toBeUndefined();
  });
});
