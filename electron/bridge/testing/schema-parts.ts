// Zod's schemas from inside, as far as the bridge uses them. A kind that is new here fails, so that the tests that walk
// over the arguments of every procedure cannot pass it by.

import type { z } from 'zod';

type Schema = z.core.$ZodType;

export type Part =
  | { readonly kind: 'leaf'; readonly type: 'number' | 'boolean' | 'undefined' | 'unread' }
  | { readonly kind: 'text'; readonly most: number | undefined; readonly pattern: RegExp | undefined }
  | { readonly kind: 'choice'; readonly values: readonly unknown[] }
  | { readonly kind: 'list'; readonly of: Schema; readonly least: number; readonly most: number | undefined }
  | { readonly kind: 'object'; readonly members: Readonly<Record<string, Schema>> }
  | { readonly kind: 'record'; readonly key: Schema; readonly value: Schema }
  | { readonly kind: 'either'; readonly of: readonly Schema[] }
  /** Parsed by the first; what comes out is checked by the rest. */
  | { readonly kind: 'one after another'; readonly of: readonly Schema[] }
  | { readonly kind: 'or absent'; readonly of: Schema; readonly instead: undefined | null };

type Check = { readonly check: string; readonly maximum?: number; readonly minimum?: number };

const checksOf = ({ _zod: { def } }: Schema): readonly Check[] =>
  (def.checks ?? []).map(({ _zod: check }) => check.def as Check);

const most = (schema: Schema): number | undefined =>
  checksOf(schema).find(({ check }) => check === 'max_length')?.maximum;

const patternOf = (schema: Schema): RegExp | undefined =>
  (checksOf(schema).find(({ check }) => check === 'string_format') as { pattern?: RegExp } | undefined)
    ?.pattern;

/** @throws for a kind of schema that is not known yet */
export function partOf(schema: Schema): Part {
  const {
    _zod: { def },
  } = schema as z.core.$ZodTypes;
  switch (def.type) {
    case 'boolean':
    case 'number':
    case 'undefined':
      return { kind: 'leaf', type: def.type };
    case 'unknown':
    case 'transform':
      return { kind: 'leaf', type: 'unread' };
    case 'string':
      return { kind: 'text', most: most(schema), pattern: patternOf(schema) };
    case 'enum':
      return { kind: 'choice', values: Object.values(def.entries) };
    case 'literal':
      return { kind: 'choice', values: def.values };
    case 'array': {
      const least = checksOf(schema).find(({ check }) => check === 'min_length')?.minimum ?? 0;
      return { kind: 'list', of: def.element, least, most: most(schema) };
    }
    case 'object':
      return { kind: 'object', members: def.shape };
    case 'record':
      return { kind: 'record', key: def.keyType, value: def.valueType };
    case 'union':
      return { kind: 'either', of: def.options };
    case 'pipe':
      return { kind: 'one after another', of: [def.in, def.out] };
    case 'optional':
      return { kind: 'or absent', of: def.innerType, instead: undefined };
    case 'nullable':
      return { kind: 'or absent', of: def.innerType, instead: null };
    default:
      throw new Error(`Add ${def.type} to schema-parts.ts.`);
  }
}
