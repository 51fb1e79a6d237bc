// Writes docs/openapi.json and docs/interface.md; with --examples it generates the example records first:
//
//   node build/run.mjs service/http/openapi/write.ts [--examples]

import { writeFileSync } from 'node:fs';
import { inLines } from './print.ts';

const at = (path: string): URL => new URL(path, import.meta.url);

if (process.argv.includes('--examples')) {
  const { sampleExamples } = await import('./sample-examples.ts');
  writeFileSync(at('examples.json'), `${inLines(sampleExamples())}\n`);
}
// Imported only now, because the document contains the examples.
const { openApiText } = await import('./document.ts');
const { interfacePage } = await import('./interface-page.ts');
writeFileSync(at('../../../docs/openapi.json'), openApiText());
writeFileSync(at('../../../docs/interface.md'), interfacePage());
