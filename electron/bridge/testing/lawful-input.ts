// Lawful arguments of a procedure, made from its schema; names and keys are mostly those that the given app knows, so
// that calls get further than their first check.

import fc from 'fast-check';
import type { z } from 'zod';
import { partOf } from './schema-parts.ts';

/** Known values by the name of the argument; the last name counts for the texts of a list. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

const DEEPEST = 8;

export function lawfulInput(
  schema: z.core.$ZodType,
  known: KnownValues,
  name = '',
  depth = 0,
): fc.Arbitrary<unknown> {
  const part = partOf(schema);
  const inside = (of: z.core.$ZodType, its = name) => lawfulInput(of, known, its, depth + 1);
  switch (part.kind) {
    case 'leaf':
      return leaf(part.type);
    case 'text': {
      const values = known[name] ?? [];
      const made =
        part.pattern === undefined
          ? fc.string({ unit: 'binary', maxLength: Math.min(part.most ?? 20, 20) })
          : fc.stringMatching(part.pattern);
      return values.length === 0
        ? made
        : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, made);
    }
    case 'choice':
      return fc.constantFrom(...part.values);
    case 'list':
      return fc.array(inside(part.of), { minLength: part.least, maxLength: Math.min(part.most ?? 4, 4) });
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(part.members).map(([its, of]) => [its, inside(of, its)])),
      );
    case 'record':
      return fc.dictionary(inside(part.key) as fc.Arbitrary<string>, inside(part.value), { maxKeys: 3 });
    case 'either':
      return fc.oneof(...part.of.map((of) => inside(of)));
    case 'one after another':
      return inside(part.of[0] as z.core.$ZodType);
    case 'or absent':
      return depth > DEEPEST ? fc.constant(part.instead) : fc.option(inside(part.of), { nil: part.instead });
  }
}

function leaf(type: 'number' | 'boolean' | 'undefined' | 'unread'): fc.Arbitrary<unknown> {
  switch (type) {
    case 'number':
      return fc.oneof(fc.nat(30), fc.constantFrom(100, 1000, 20261115), fc.integer(), fc.double());
    case 'boolean':
      return fc.boolean();
    case 'undefined':
      return fc.constant(undefined);
    case 'unread':
      return fc.anything();
  }
}
