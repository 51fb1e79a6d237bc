// Completes package-lock.json after a dependency was added: `node build/lock.mjs`.
//
// A registry that mirrors some platforms only makes npm leave the other platforms' optional packages out of
// the lock file, and `npm ci` then refuses it. Their names and exact versions stand in the package that wants
// them, their platform in their name; npm fetches the one that fits the machine and never looks at the rest.

import { readFileSync, writeFileSync } from 'node:fs';

const LOCK = new URL('../package-lock.json', import.meta.url);

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64'];

/**
 * The platform fields of a binding package, read from its name (`@oxlint/binding-linux-arm64-musl`).
 * @param {string} name
 * @returns {{ os: string[], cpu: string[], libc?: string[] } | undefined} undefined when the name tells nothing
 */
export function platformOf(name) {
  const words = name.split(/[/-]/u);
  const os = SYSTEMS.find((system) => words.includes(system));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  if (os === undefined || cpu === undefined) return undefined;
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu')) && os === 'linux'
      ? 'glibc'
      : undefined;
  return { os: [os], cpu: [cpu], ...(libc === undefined ? {} : { libc: [libc] }) };
}

/**
 * The entries that a lock file lacks: optional packages for other platforms, at the version their parent pins.
 * @param {Record<string, { dev?: boolean, optionalDependencies?: Record<string, string> }>} packages
 * @returns {Record<string, object>}
 */
export function missingBindings(packages) {
  const missing = {};
  for (const [path, entry] of Object.entries(packages)) {
    if (path === '') continue;
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const key = `node_modules/${name}`;
      const platform = platformOf(name);
      if (key in packages || platform === undefined || !/^\d/u.test(version)) continue;
      missing[key] = { version, ...(entry.dev ? { dev: true } : {}), optional: true, ...platform };
    }
  }
  return missing;
}

if (import.meta.main ?? process.argv[1]?.endsWith('lock.mjs')) {
  const lock = JSON.parse(readFileSync(LOCK, 'utf8'));
  const missing = missingBindings(lock.packages);
  const entries = Object.entries({ ...lock.packages, ...missing });
  lock.packages = Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b, 'en')));
  writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(`${Object.keys(missing).length} packages of other platforms added\n`);
}
