// Small readings for the status bar.

/** Whole seconds until an instant, never negative; both in epoch milliseconds. */
export const secondsLeft = (until: number, now: number): number =>
  Math.max(0, Math.ceil((until - now) / 1000));

/** The service's host and port; undefined without an address that can be read. */
export function serviceHost(baseUrl: string | undefined): string | undefined {
  return baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).host : undefined;
}
