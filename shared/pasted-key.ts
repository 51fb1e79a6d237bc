// A key as it is pasted, and what is odd about it. The specification leaves the form of keys open (section 5), so an odd
// key is questioned and not refused; only what no header can carry is never sent.

import type { KeyQuestion } from '#shared/key-errors.ts';

export type KeyKind = 'application' | 'user';

/** A key without what a paste brings along. */
export interface PastedKey {
  readonly key: string;
  /** What the text around it says it is: `x-user-key: ...`, `api_key=...`. */
  readonly label?: KeyKind;
}

/** Zero-width characters, marks of direction, the byte order mark and the soft hyphen. */
const INVISIBLE = /[\u{AD}\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2064}\u{FEFF}]/gu;

/** Letters that a Japanese keyboard types in full width. A key in a header is ASCII. */
const FULL_WIDTH = /[\u{FF01}-\u{FF5E}]/gu;

/** As in a header, a query string, JSON, or the environment. */
const LABEL =
  /^(?<quote>["']?)[?&]?(?<name>x-user-key|user[_-]?key|api[_-]?key|railbird_(?:user|api)_key)\k<quote>\s*[:=]\s*/i;

/** What is around it, from the outside in: a command's word, the comma of JSON, quotes. */
const AROUND: readonly RegExp[] = [
  /^(?:export|set|-H|--header)\s(?<inner>.*)$/su,
  /^(?<inner>.*)[,;]$/su,
  /^(?:"(?<inner>[^"]*)"|'(?<inner>[^']*)'|`(?<inner>[^`]*)`)$/su,
  /^[“”](?<inner>.*)[“”]$|^[‘’](?<inner>.*)[‘’]$|^[「『](?<inner>.*)[」』]$/su,
];

/** Never fails; a text that is no key stays what it is. */
export function readPastedKey(pasted: string): PastedKey {
  return peeled(halfWidth(pasted.replaceAll(INVISIBLE, '')).trim());
}

function peeled(text: string, label?: KeyKind): PastedKey {
  const named = LABEL.exec(text);
  if (named !== null) {
    const kind = /user/i.test(named.groups?.['name'] ?? '') ? 'user' : 'application';
    return peeled(text.slice(named[0].length).trim(), kind);
  }
  for (const pattern of AROUND) {
    const inner = pattern.exec(text)?.groups?.['inner'];
    if (inner !== undefined) return peeled(inner.trim(), label);
  }
  return label === undefined ? { key: text } : { key: text, label };
}

const halfWidth = (text: string): string =>
  text.replaceAll(FULL_WIDTH, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0xfee0));

/** Those of Railbird's own service (service/accounts/new-key.ts); another's may look otherwise. */
const OWN_FORM = /^rb(?<kind>[au])_[0-9a-f]{12}_/;

/** Where the user should have put something, as in the specification's examples. */
const PLACEHOLDER = /^<.*>$|^\$\{?\w+\}?$|^(?:your|my)[-_ ]|^[x*•.]{4,}$|^(?:user|api)[-_]key$/i;

/** Shorter ones are guessed in no time, longer ones are other things: tokens, files. */
const USUAL_LENGTH = { shortest: 8, longest: 256 } as const;

/** Whether a header can carry it: printable ASCII without blanks. */
export const isSendable = (key: string): boolean => /^[\x21-\x7e]*$/.test(key);

/**
 * What is odd about a pasted key, if anything. `other`: the other key that is sent with it.
 * KEY_UNSENDABLE alone is certain.
 */
export function oddityOf({ key, label }: PastedKey, kind: KeyKind, other: string): KeyQuestion | undefined {
  const own = OWN_FORM.exec(key)?.groups?.['kind'];
  const looksLike = label ?? (own === undefined ? undefined : own === 'u' ? 'user' : 'application');
  if (looksLike !== undefined && looksLike !== kind)
    return kind === 'user' ? 'KEY_IS_APPLICATION' : 'KEY_IS_USER';
  if (PLACEHOLDER.test(key)) return 'KEY_IS_PLACEHOLDER';
  if (!isSendable(key)) return 'KEY_UNSENDABLE';
  if (/^https?:|^[^\s@]+@[^\s@.]+\.[^\s@]+$/i.test(key)) return 'KEY_IS_ADDRESS';
  if (kind === 'user' && key === other) return 'KEYS_ARE_EQUAL';
  if (key.length < USUAL_LENGTH.shortest) return 'KEY_IS_SHORT';
  if (key.length > USUAL_LENGTH.longest) return 'KEY_IS_LONG';
  return undefined;
}
