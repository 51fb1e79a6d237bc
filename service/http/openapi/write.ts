// Writes the OpenAPI document to docs/openapi.json; with --examples its records are made anew first:
//
//   node build/run.mjs service/http/openapi/write.ts [--examples]

import { writeFileSync } from 'node:fs';
import { inLines } from './print.ts';

const at = (path: string): URL => new URL(path, import.meta.url);

if (process.argv.includes('--examples')) {
  const { sampleExamples } = await import('./sample-examples.ts');
  writeFileSync(at('examples.json'), `${inLines(sampleExamples())}\n`);
}
// After that, because the document holds the examples.
const { openApiText } = await import('./document.ts');
writeFileSync(at('../../../docs/openapi.json'), openApiText());
