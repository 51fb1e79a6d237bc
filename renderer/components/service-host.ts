// The host of a service, by which users know it.

/** Host and port; undefined for an invalid address. */
export function serviceHost(baseUrl: string | undefined): string | undefined {
  return baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).host : undefined;
}
