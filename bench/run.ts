// Runs one benchmark: `npm run bench -- service-query`. Each prints a line of JSON: what was measured, its peer or
// limit, and the load of the machine, which says how far to trust the clock.

import { readdirSync } from 'node:fs';

const names = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.ts') && name !== 'run.ts')
  .map((name) => name.slice(0, -'.ts'.length));
// What follows the name are the benchmark's own arguments.
const [name = ''] = process.argv.splice(2, 1);
if (names.includes(name)) await import(`./${name}.ts`);
else {
  process.stderr.write(`Usage: npm run bench -- <name>\n  ${names.join('\n  ')}\n`);
  process.exitCode = 2;
}
