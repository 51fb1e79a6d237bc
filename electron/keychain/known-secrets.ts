// The keys that this run has seen, so that they can be taken out of any text before it is shown or logged.

export interface KnownSecrets {
  add(secret: string | undefined): void;
  /** The text with every known key as dots. */
  hideIn(text: string): string;
}

/** A shorter text stands in too many innocent words; no real key is so short. */
const SHORTEST = 6;

export function createKnownSecrets(): KnownSecrets {
  const forms = new Set<string>();
  return {
    add: (secret = '') => {
      if (secret.length < SHORTEST) return;
      // As it stands in JSON and in an address as well.
      for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]) {
        forms.add(form);
      }
    },
    hideIn: (text) => [...forms].reduce((shown, form) => shown.replaceAll(form, '•••'), text),
  };
}
