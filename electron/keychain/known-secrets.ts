// The keys used in this run, so that they can be removed from any text before it is shown or logged.

export interface KnownSecrets {
  add(secret: string | undefined): void;
  /** It is no longer used: nothing of it stays in memory. */
  remove(secret: string): void;
  /** The text with every known key as dots. */
  hideIn(text: string): string;
}

/** A shorter text occurs in too many innocent words; no real key is so short. */
const SHORTEST = 6;

export function createKnownSecrets(): KnownSecrets {
  const forms = new Set<string>();
  return {
    add: (secret = '') => {
      if (secret.length >= SHORTEST) for (const form of formsOf(secret)) forms.add(form);
    },
    remove: (secret) => {
      for (const form of formsOf(secret)) forms.delete(form);
    },
    hideIn: (text) => hidden(text, forms),
  };
}

/** The text with each of these as dots, the longest first: a shorter one may be part of a longer one. */
function hidden(text: string, forms: Iterable<string>): string {
  const longestFirst = [...forms].toSorted((a, b) => b.length - a.length);
  return longestFirst.reduce((shown, form) => shown.replaceAll(form, '•••'), text);
}

/** The text without this key, in whatever encoding it occurs; unlike `KnownSecrets`, it handles keys of any length. */
export const withoutKey = (text: string, key: string): string =>
  key === '' ? text : hidden(text, key.length < SHORTEST ? [key] : formsOf(key));

/** The encodings of a text in JSON, in an address and in other places where a service quotes it. */
function formsOf(secret: string): readonly string[] {
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  const inAddress = encodeURIComponent(secret.toWellFormed());
  const bytes = Buffer.from(secret);
  const everyByte = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const percent = [inAddress, new URLSearchParams({ k: secret }).toString().slice(2), everyByte];
  return [
    secret,
    inJson(secret),
    inJson(inJson(secret)),
    inJson(secret).replaceAll('/', String.raw`\/`),
    escaped(secret),
    ...percent.flatMap((form) => [form, withLetters(form, true), withLetters(form, false)]),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...[0, 1, 2].flatMap((before) => base64Of(bytes, before)),
  ].filter((form) => form.length >= SHORTEST);
}

/** Percent-encoding in upper and lower case. */
const withLetters = (text: string, capitals: boolean): string =>
  text.replaceAll(/%[0-9a-f]{2}/gi, (byte) => (capitals ? byte.toUpperCase() : byte.toLowerCase()));

/** Everything beyond ASCII as JSON escapes, as some services write it. */
const escaped = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * The base64 of the text inside a longer one, with this many bytes (modulo three) before it, without the characters
 * that the neighbors share.
 */
function base64Of(bytes: Uint8Array, before: number): string[] {
  const encoded = Buffer.concat([new Uint8Array(before), bytes]).toString('base64');
  const from = Math.ceil((before * 8) / 6);
  const own = encoded.slice(from, Math.floor(((before + bytes.length) * 8) / 6));
  return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
}
