// The committed document is what the code says, and its examples are what its schemas say.

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import { REFUSAL_REASONS, SERVICE_ERROR_CODES } from '#shared/service-api/envelope.ts';
import { openApiDocument, openApiText } from './document.ts';
import { EXAMPLES } from './examples.ts';
import { interfacePage } from './interface-page.ts';

const COMMITTED = new URL('../../../docs/openapi.json', import.meta.url);

interface Media {
  readonly schema: object;
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
}
interface JsonContent {
  readonly content: { readonly 'application/json': Media };
}
interface Operation {
  readonly requestBody: JsonContent;
  readonly responses: Readonly<Record<string, object>> & { readonly '200': JsonContent };
}
interface Document {
  readonly paths: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: {
    readonly responses: Readonly<Record<string, JsonContent>>;
    readonly schemas: Readonly<Record<string, { readonly properties?: object }>>;
  };
}

const text = openApiText();
const document = openApiDocument() as unknown as Document;
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(JSON.parse(text) as object, 'openapi');

const pathsOfTables = TABLE_CODES.map((code) => tableOf(code).path);
const operationOf = (path: string): Operation => {
  const operation = document.paths[path]?.post;
  if (!operation) throw new Error(`${path} is not in the document`);
  return operation;
};

/** Problems of the examples, each held against the schema beside it. */
function problemsOf(pointer: string, { examples }: Media): unknown[] {
  const validate = ajv.getSchema(`openapi#${pointer}/content/application~1json/schema`);
  if (!validate) throw new Error(`no schema at ${pointer}`);
  return Object.values(examples).flatMap(({ value }) => (validate(value) ? [] : (validate.errors ?? [])));
}

const escaped = (path: string): string => path.replaceAll('/', '~1');

test('docs/openapi.json is up to date (node build/run.mjs service/http/openapi/write.ts)', () => {
  expect(readFileSync(COMMITTED, 'utf8') === text).toBe(true);
});

test('docs/interface.md is up to date (the same command)', () => {
  expect(
    readFileSync(new URL('../../../docs/interface.md', import.meta.url), 'utf8') === interfacePage(),
  ).toBe(true);
});

test('it stays small enough to be read', () => {
  expect(Buffer.byteLength(text)).toBeLessThan(700_000);
});

test('every table has its address, its longest period and its record', () => {
  for (const table of TABLE_CODES.map(tableOf)) {
    expect(operationOf(table.path)).toMatchObject({
      operationId: table.code,
      'x-table': table.code,
      ...(table.maxSpanDays !== undefined && { 'x-max-span-days': table.maxSpanDays }),
    });
    const example = EXAMPLES[table.code];
    expect(Object.keys(example)).toEqual(table.columns.map(({ name }) => name));
  }
});

test('all error codes and reasons of the interface are in it', () => {
  const responses = JSON.stringify(document.components.responses);
  for (const word of [...SERVICE_ERROR_CODES, ...REFUSAL_REASONS]) expect(responses).toContain(`"${word}"`);
});

test.each(pathsOfTables)('%s: what is sent and answered in the examples is what the schemas say', (path) => {
  const { requestBody, responses } = operationOf(path);
  const at = `/paths/${escaped(path)}/post`;
  expect(problemsOf(`${at}/requestBody`, requestBody.content['application/json'])).toEqual([]);
  expect(problemsOf(`${at}/responses/200`, responses['200'].content['application/json'])).toEqual([]);
});

test.each(Object.keys(document.components.responses))('%s: its examples are what its schema says', (name) => {
  const response = document.components.responses[name];
  const media = response?.content['application/json'];
  expect(media && problemsOf(`/components/responses/${name}`, media)).toEqual([]);
});

test('every reference leads somewhere', () => {
  const pointers = [...text.matchAll(/"#(\/components\/[^"]+)"/g)].map(([, pointer]) => pointer ?? '');
  const missing = [...new Set(pointers)].filter((pointer) => {
    let at: unknown = document;
    for (const part of pointer.slice(1).split('/')) at = (at as Record<string, unknown> | undefined)?.[part];
    return at === undefined;
  });
  expect(missing).toEqual([]);
});
