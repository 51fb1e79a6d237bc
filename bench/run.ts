// Runs one benchmark: `npm run bench -- service-query`. Each prints a line of JSON: the measurement, its peer or limit,
// and the load of the machine, which shows how far to trust the clock.

import { readdirSync } from 'node:fs';

const names = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.ts') && name !== 'run.ts')
  .map((name) => name.slice(0, -'.ts'.length));
// The arguments after the name belong to the benchmark.
const [name = ''] = process.argv.splice(2, 1);
if (names.includes(name)) await import(`./${name}.ts`);
else {
  process.stderr.write(`Usage: npm run bench -- <name>\n  ${names.join('\n  ')}\n`);
  process.exitCode = 2;
}
