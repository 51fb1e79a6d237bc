// The OpenAPI 3.1 document of the service, assembled from the catalogue and the service's own tables. It is served at
// /openapi.json and committed as docs/openapi.json; `node build/run.mjs service/http/openapi/write.ts` writes it.

import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import { behaviorText } from './behavior.ts';
import { filterSchemas } from './filters.ts';
import { headerComponents } from './headers.ts';
import { PAGE_OPERATIONS, tableOperations } from './operations.ts';
import { codeTables, recordSchemas } from './records.ts';
import { inLines } from './print.ts';
import { REFUSAL_SCHEMAS, refusalResponses } from './error-responses.ts';
import type { Schema } from './schema.ts';

const TAGS = {
  race: 'One record per race',
  horse: 'One record per runner of a race, or per work of a runner',
  meeting: 'One record per course and day',
  master: 'One record per horse',
  methods: 'The methods that an address allows',
  pages: 'Without keys',
};

export function openApiDocument(): Schema {
  const tables = TABLE_CODES.map(tableOf);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Horse-Racing Data Query Service',
      version: '1',
      summary: 'Sixteen tables of Japanese horse racing, by day, period, race or horse.',
      description: behaviorText(),
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [], userKey: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: {
      ...Object.fromEntries(tables.map((table) => [table.path, tableOperations(table)])),
      ...PAGE_OPERATIONS,
    },
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'query',
          name: 'api_key',
          description: 'Identifies the application; the same for all its users.',
        },
        userKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-user-key',
          description: 'Identifies the user, whose plan applies. Secret.',
        },
      },
      headers: headerComponents(),
      responses: refusalResponses(),
      schemas: { ...filterSchemas(), ...recordSchemas(), ...REFUSAL_SCHEMAS },
      'x-code-tables': codeTables(),
    },
  };
}

/** The document as committed in docs/openapi.json. */
export const openApiText = (): string => `${inLines(openApiDocument())}\n`;
