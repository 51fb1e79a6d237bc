/** Longer than any form of a date in a header. */
const LONGEST = 100;

/** Epoch milliseconds of a header that is a date by name (RFC 9110, section 5.6.7); undefined for anything else. */
export function readHttpDate(header: string | undefined): number | undefined {
  const text = header?.trim() ?? '';
  // Only the forms that name a day: Date.parse would take a bare "-5" for a year.
  const at = text.length < LONGEST && /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
