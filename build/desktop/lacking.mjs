// What a machine lacked when electron-builder ended early, read from its output.

/** @type {readonly { readonly found: RegExp, readonly reason: (found: RegExpExecArray) => string }[]} */
const REASONS = [
  {
    found:
      /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH)\b(?: ([\w.-]+\.[a-z]{2,}))?/u,
    reason: ([code, host]) =>
      `The app is laid out and tried, but not packaged: ${host ?? 'a server'} cannot be reached (${code.split(' ')[0]}). Electron's binary and the makers of installers are downloaded from there. Package on a machine that reaches it, or set ELECTRON_MIRROR and ELECTRON_BUILDER_BINARIES_MIRROR.`,
  },
  {
    found: /rpmbuild/u,
    reason: () =>
      'Not every package was made: rpmbuild is missing. Install it (on Debian and Ubuntu: apt install rpm).',
  },
];

/**
 * @param {string} output  of electron-builder
 * @returns {string | undefined} what it lacked and what to do; undefined if that is not known
 */
export function reasonOf(output) {
  for (const { found, reason } of REASONS) {
    const match = found.exec(output);
    if (match !== null) return reason(match);
  }
  return undefined;
}
