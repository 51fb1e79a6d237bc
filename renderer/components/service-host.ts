// A service as a person knows it: by its host.

/** Host and port; undefined without an address that can be read. */
export function serviceHost(baseUrl: string | undefined): string | undefined {
  return baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).host : undefined;
}
