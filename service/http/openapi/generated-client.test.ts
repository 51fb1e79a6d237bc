// From the document alone a public generator makes a client in another language: the types and readers of the answers
// are Python by quicktype, which refuse a value of another type than the document's. It reads all sixteen tables.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktype } from 'quicktype-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import { exampleStable } from '../../testing/conformance/stable.ts';
import { API_KEY, USER_KEY, answerOf, runService } from '../../testing/run-service.ts';
import type { Running } from '../../testing/run-service.ts';
import { openApiText } from './document.ts';

const PYTHON = 'python3';
const hasPython = spawnSync(PYTHON, ['-c', 'import dataclasses, urllib.request']).status === 0;

interface Document {
  readonly paths: Readonly<Record<string, { readonly post?: Operation }>>;
  readonly components: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly responses: {
    readonly 200: { readonly content: { readonly 'application/json': { readonly schema: object } } };
  };
}

/** The answers of all operations as Python, made from the document. */
async function generatedPython({ paths, components }: Document): Promise<string> {
  const input = new JSONSchemaInput(new FetchingJSONSchemaStore());
  for (const { post } of Object.values(paths)) {
    if (!post) continue;
    const { schema } = post.responses[200].content['application/json'];
    await input.addSource({ name: post.operationId, schema: JSON.stringify({ ...schema, components }) });
  }
  const inputData = new InputData();
  inputData.addInput(input);
  const { lines } = await quicktype({ inputData, lang: 'python' });
  return lines.join('\n');
}

/** What the generator leaves to its user: the calls, with address and keys where the document says they belong. */
const CALLER = `
import json, sys, urllib.parse, urllib.request
import client

given = json.load(sys.stdin)
document = json.load(open(given["document"], encoding="utf-8"))
schemes = document["components"]["securitySchemes"]
readers = {name[:-len("_from_dict")].replace("_", ""): getattr(client, name)
           for name in dir(client) if name.endswith("_from_dict")}
for path, operations in document["paths"].items():
    if "post" not in operations:
        continue
    operation = operations["post"]["operationId"]
    query, headers = {}, {"content-type": "application/json"}
    for name, key in given["keys"].items():
        {"query": query, "header": headers}[schemes[name]["in"]][schemes[name]["name"]] = key
    request = urllib.request.Request(given["url"] + path + "?" + urllib.parse.urlencode(query),
                                     json.dumps(given["filters"][operation]).encode(), headers, method="POST")
    with urllib.request.urlopen(request) as reply:
        answer = readers[operation.replace("_", "")](json.load(reply))
    print(json.dumps({"operation": operation, "answer": answer.to_dict()}))
`;

describe.skipIf(!hasPython)('a client that is generated from the document, in Python', () => {
  const stable = exampleStable();
  let service: Running;
  let folder: string;
  beforeAll(async () => {
    service = await runService({ records: stable });
    folder = mkdtempSync(join(tmpdir(), 'railbird-client-'));
    writeFileSync(join(folder, 'openapi.json'), openApiText());
    writeFileSync(join(folder, 'caller.py'), CALLER);
    writeFileSync(join(folder, 'client.py'), await generatedPython(JSON.parse(openApiText()) as Document));
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('reads all sixteen tables, with every value that they have', async () => {
    const filters = Object.fromEntries(
      TABLE_CODES.map((table) => {
        const record = stable.get(table)?.[0] ?? {};
        if (tableOf(table).grain === 'master') return [table, { horse_id: record['horse_id'] }];
        return [table, { racekey: record['racekey'] ?? `${String(record['holdingkey'])}01` }];
      }),
    );
    const python = spawn(PYTHON, [join(folder, 'caller.py')]);
    const [stdout, stderr] = [python.stdout, python.stderr].map((stream) => stream.toArray());
    python.stdin.end(
      JSON.stringify({
        url: service.url,
        document: join(folder, 'openapi.json'),
        keys: { apiKey: API_KEY, userKey: USER_KEY },
        filters,
      }),
    );
    await once(python, 'close');
    expect(Buffer.concat((await stderr) as Buffer[]).toString()).toBe('');
    const read = Buffer.concat((await stdout) as Buffer[])
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { operation: string; answer: unknown });
    expect(read.map(({ operation }) => operation).toSorted()).toEqual(TABLE_CODES.toSorted());
    for (const table of TABLE_CODES) {
      const reply = await service.ask(tableOf(table).path, filters[table]);
      const answer = answerOf(reply);
      expect(answer.result.data.length).toBeGreaterThan(0);
      expect(read.find(({ operation }) => operation === table)?.answer).toEqual(answer);
    }
  });
});
