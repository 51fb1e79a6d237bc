// What workers and their primary tell each other. Every message is JSON.

import type { CounterWanted } from '../http/limits.ts';

/** What a worker asks its primary for. */
export type Question =
  /** Points of a rate, at most `most`: to be used up by this worker alone. */
  | { readonly ask: 'points'; readonly wanted: CounterWanted; readonly key: string; readonly most: number }
  /** Adds a point beyond any limit, as for a failed authentication. */
  | { readonly ask: 'penalty'; readonly wanted: CounterWanted; readonly key: string }
  | { readonly ask: 'state'; readonly wanted: CounterWanted; readonly key: string }
  /** Places for requests in flight, at most `most`, of `limit` in all workers. */
  | { readonly ask: 'places'; readonly key: string; readonly most: number; readonly limit: number }
  /** A place for an open connection; without a network it counts only among all. */
  | {
      readonly ask: 'connection';
      readonly network: string | undefined;
      readonly all: number;
      readonly ofNetwork: number;
    };

/** Points: how many were granted, the points that are left to all workers, and when the window ends. */
export interface PointsAnswer {
  readonly granted: number;
  readonly left: number;
  readonly consumed: number;
  readonly msBeforeNext: number;
}

export interface PlacesAnswer {
  readonly granted: number;
}

export type Verdict = 'welcome' | 'too many' | 'too many of the network';

export type FromWorker =
  | { readonly kind: 'question'; readonly id: number; readonly question: Question }
  | { readonly kind: 'places back'; readonly key: string; readonly count: number }
  | { readonly kind: 'recalled'; readonly key: string; readonly count: number }
  | { readonly kind: 'connection closed'; readonly network: string | undefined }
  | { readonly kind: 'metrics'; readonly id: number; readonly text: string }
  | { readonly kind: 'listening'; readonly url: string };

export type ToWorker =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  /** Give unused places of that key back now. */
  | { readonly kind: 'recall'; readonly key: string }
  /** Another worker saw a failed authentication. */
  | { readonly kind: 'failure'; readonly key: string; readonly state: PointsAnswer }
  | { readonly kind: 'tell metrics'; readonly id: number }
  | { readonly kind: 'stop'; readonly milliseconds: number };
