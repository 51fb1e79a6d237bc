// The app itself: its version and data, and its current activity.

import type { Activity } from '#shared/bridge/app.ts';
import type { ActivitySource } from '../../service-client/activity.ts';
import type { Implementer } from '../implementer.ts';
import { Latest } from '../../latest-value.ts';

export interface AboutApp {
  readonly version: string;
  readonly host: 'electron' | 'web';
  readonly dataDir: string;
  /** Today in Asia/Tokyo, YYYYMMDD. */
  readonly today: () => string;
}

export function appHandlers(os: Implementer['app'], about: AboutApp, activity: ActivitySource) {
  return {
    about: os.about.handler(() => ({ ...about, today: about.today() })),
    activity: os.activity.handler(({ signal }) => activityStream(activity, signal)),
  };
}

async function* activityStream(activity: ActivitySource, signal: AbortSignal | undefined) {
  const latest = new Latest<Activity>(activity.current());
  const unsubscribe = activity.subscribe((next) => latest.set(next));
  try {
    yield* latest.values(signal);
  } finally {
    unsubscribe();
  }
}
