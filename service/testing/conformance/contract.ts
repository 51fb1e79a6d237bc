// Checks replies and request bodies against the OpenAPI document.

import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Reply } from '../run-service.ts';

type Node = Readonly<Record<string, unknown>>;

/** Headers of HTTP itself and of the pages, which the document need not name. */
const ORDINARY: ReadonlySet<string> = new Set([
  'date', 'connection', 'keep-alive', 'content-type', 'content-length', 'transfer-encoding', 'cache-control',
  'x-content-type-options', 'content-security-policy', 'referrer-policy',
]); // prettier-ignore

/** Possible answers of an address that is not in the document. */
const ELSEWHERE: Readonly<Record<number, string>> = {
  400: 'BadRequest_t_ra',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  429: 'TooManyRequests',
  503: 'ServiceUnavailable',
};

export class Contract {
  readonly #document: Node;
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false });
  readonly #validators = new Map<string, ValidateFunction>();

  /** @param document as it is served; schemas that it leaves open for later versions are closed here */
  constructor(document: unknown) {
    this.#document = asNode(closed(document));
    this.#ajv.addSchema(this.#document, 'openapi');
  }

  has(path: string): boolean {
    return Object.hasOwn(asNode(this.#document['paths']), path);
  }

  /** Whether a table's schema allows a body. */
  acceptsBody(path: string, body: unknown): boolean {
    const at = this.#operationAt(path, 'post');
    return at !== undefined && this.#validator(`${at}/requestBody/content/application~1json/schema`)(body);
  }

  /** The problems of a reply; none if the document allows it. */
  problemsOf(method: string, path: string, reply: Reply): string[] {
    const at = this.#responseAt(method, path, reply.status);
    if (at === undefined) return [`${reply.status} is not in the document`];
    return [...this.#headerProblems(at, reply), ...this.#bodyProblems(at, method, reply)];
  }

  #operationAt(path: string, method: string): string | undefined {
    if (!this.has(path)) return undefined;
    const item = `/paths/${escaped(path)}`;
    // A method that is not in the document gets the answers of the one that is.
    const there = [method.toLowerCase(), 'post', 'get'].find((name) => Object.hasOwn(this.#at(item), name));
    return there && `${item}/${there}`;
  }

  #responseAt(method: string, path: string, status: number): string | undefined {
    const operation = this.#operationAt(path, method);
    if (operation === undefined) {
      const name = ELSEWHERE[status];
      return status === 204
        ? '/paths/~1v1~1tra/options/responses/204'
        : name && `/components/responses/${name}`;
    }
    const response = asNode(this.#at(operation)['responses'])[String(status)];
    if (response === undefined) return status === 204 ? '/paths/~1v1~1tra/options/responses/204' : undefined;
    const reference = asNode(response)['$ref'];
    return typeof reference === 'string' ? reference.slice(1) : `${operation}/responses/${status}`;
  }

  #headerProblems(at: string, { headers }: Reply): string[] {
    const named = new Map(
      Object.entries(asNode(this.#at(at)['headers'])).map(([name, reference]) => [
        name.toLowerCase(),
        this.#at(String(asNode(reference)['$ref']).slice(1)),
      ]),
    );
    const wrong = [...named].filter(([name, header]) => {
      const value = headers[name];
      if (value === undefined) return header['required'] === true;
      return !new RegExp(String(asNode(header['schema'])['pattern'])).test(String(value));
    });
    const unnamed = Object.keys(headers).filter((name) => !named.has(name) && !ORDINARY.has(name));
    return [
      ...wrong.map(([name]) => `header ${name} is ${String(headers[name])}`),
      ...unnamed.map((name) => `header ${name} is not in the document`),
    ];
  }

  #bodyProblems(at: string, method: string, { headers, text }: Reply): string[] {
    const content = this.#at(at)['content'];
    if (content === undefined || method === 'HEAD') return text === '' ? [] : ['there is a body'];
    const type = String(headers['content-type']);
    const [media] = Object.keys(asNode(content));
    if (media === undefined || type !== `${media}; charset=utf-8`) return [`the type is ${type}`];
    const validate = this.#validator(`${at}/content/${escaped(media)}/schema`);
    let body: unknown = text;
    try {
      if (media === 'application/json') body = JSON.parse(text);
    } catch {
      return ['the body is not JSON'];
    }
    return validate(body) ? [] : [this.#ajv.errorsText(validate.errors)];
  }

  #validator(pointer: string): ValidateFunction {
    const stored = this.#validators.get(pointer) ?? this.#ajv.getSchema(`openapi#${pointer}`);
    if (!stored) throw new Error(`the document has nothing at ${pointer}`);
    this.#validators.set(pointer, stored);
    return stored;
  }

  #at(pointer: string): Node {
    const parts = pointer.slice(1).split('/');
    return parts.reduce(
      (node, part) => asNode(node[part.replaceAll('~1', '/').replaceAll('~0', '~')]),
      this.#document,
    );
  }
}

const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

const asNode = (value: unknown): Node => (typeof value === 'object' && value !== null ? (value as Node) : {});

/** The same schema with objects limited to the properties that it names. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, closed(part)]));
  return parts['type'] === 'object' && 'properties' in parts
    ? { additionalProperties: false, ...parts }
    : parts;
}
