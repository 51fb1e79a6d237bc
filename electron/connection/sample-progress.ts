// How far the sample service is with generating its racing, read from its log and shown beside the client's activity.

import { z } from 'zod';
import type { Activity } from '#shared/bridge/app.ts';
import type { ActivitySource } from '../service-client/activity.ts';

export type SampleDays = NonNullable<Activity['sampleDays']>;

const reached = z.object({ made: z.number().int().min(0), of: z.number().int().min(0) });
const failed = z.object({ failure: z.string() });

export class SampleProgress {
  #days: SampleDays | undefined;
  readonly #listeners = new Set<() => void>();

  /** Undefined if nothing is being generated. */
  current(): SampleDays | undefined {
    return this.#days;
  }

  /** Called after every change, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads a line of the service's log; most lines say nothing about the progress. */
  read(line: string): void {
    const event = jsonOf(line);
    const { data } = reached.safeParse(event);
    if (data !== undefined) this.#set(data.made < data.of ? data : undefined);
    else if (failed.safeParse(event).success) this.#set(undefined);
  }

  /** The service has ended and generates nothing any more. */
  end(): void {
    this.#set(undefined);
  }

  #set(days: SampleDays | undefined): void {
    if (days === this.#days) return;
    this.#days = days;
    for (const listener of this.#listeners) listener();
  }
}

/** The client's activity with the progress of the sample racing, if the sample is connected. */
export function withSampleDays(
  client: ActivitySource,
  progress: SampleProgress,
  isSample: () => boolean,
): ActivitySource {
  const joined = (activity: Activity): Activity => {
    const sampleDays = isSample() ? progress.current() : undefined;
    return sampleDays === undefined ? activity : { ...activity, sampleDays };
  };
  return {
    current: () => joined(client.current()),
    subscribe: (listener) => {
      const leaveClient = client.subscribe((activity) => listener(joined(activity)));
      const leaveProgress = progress.subscribe(() => listener(joined(client.current())));
      return () => {
        leaveClient();
        leaveProgress();
      };
    },
  };
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
