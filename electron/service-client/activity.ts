// The client's activity for the status bar: the current state and every change.

import type { Activity } from '#shared/bridge/app.ts';

export interface ActivitySource {
  current(): Activity;
  /** Called after every change, until the returned function is called. */
  subscribe(listener: (activity: Activity) => void): () => void;
}

export class ActivityBoard implements ActivitySource {
  #activity: Activity = { inFlight: 0, queued: 0, answered: 0, reachable: true };
  readonly #listeners = new Set<(activity: Activity) => void>();

  current(): Activity {
    return this.#activity;
  }

  subscribe(listener: (activity: Activity) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  set(next: Activity): void {
    if (JSON.stringify(next) === JSON.stringify(this.#activity)) return;
    this.#activity = next;
    for (const listener of this.#listeners) listener(next);
  }
}
