// The arguments of every procedure are parsed and bounded, also those of one that is added tomorrow.

import { expect, test } from 'vitest';
import { z } from 'zod';
import { LONGEST_INPUT } from '#shared/bridge/longest-input.ts';
import { PROCEDURES } from './testing/procedures.ts';
import { partOf } from './testing/schema-parts.ts';

/** Whether it matches only texts up to some length. */
const isBounded = (pattern: RegExp): boolean =>
  /^\^.*\$$/.test(pattern.source) && !/[*+]|\{\d+,\}/.test(pattern.source);

/** Where a schema lets in more than something: texts, lists and records without an end, and values that nobody reads. */
function openPlaces(schema: z.core.$ZodType, place: string): readonly string[] {
  const part = partOf(schema);
  switch (part.kind) {
    case 'leaf':
      return part.type === 'unread' ? [`${place}: not parsed`] : [];
    case 'choice':
      return [];
    case 'text': {
      const isOpen = part.most === undefined && (part.pattern === undefined || !isBounded(part.pattern));
      return isOpen ? [`${place}: a text without an end`] : [];
    }
    case 'list':
      return [
        ...(part.most === undefined ? [`${place}: a list without an end`] : []),
        ...openPlaces(part.of, `${place}[]`),
      ];
    case 'object':
      return Object.entries(part.members).flatMap(([name, of]) => openPlaces(of, `${place}.${name}`));
    case 'record':
      return [
        ...(hasAnEnd(schema) ? [] : [`${place}: a record without an end`]),
        ...openPlaces(part.key, `${place} (names)`),
        ...openPlaces(part.value, `${place} (values)`),
      ];
    case 'either':
      return part.of.flatMap((of) => openPlaces(of, place));
    case 'one after another':
      // What a transformation makes of a text was read before it.
      return openPlaces(part.of[0] as z.core.$ZodType, place);
    case 'or absent':
      return openPlaces(part.of, place);
  }
}

/** Zod has no limit for the members of a record; one that has it refuses many, of numbers, which is all there are. */
const hasAnEnd = (record: z.core.$ZodType): boolean => {
  const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [at, 1]));
  return (
    z.core.safeParse(record, members(3)).success &&
    !z.core.safeParse(record, members(LONGEST_INPUT / 1e4)).success
  );
};

test.each(PROCEDURES)('the arguments of $name are parsed and bounded', ({ name, input }) => {
  expect(input, 'a procedure without arguments is made of withoutInput').toBeDefined();
  if (input !== undefined) expect(openPlaces(input, name)).toEqual([]);
});

test('what is open is found', () => {
  const open = z.object({
    text: z.string(),
    list: z.array(z.string().max(9)),
    pattern: z.string().regex(/^\d+$/),
    start: z.string().regex(/^\d{8}/),
    day: z.string().regex(/^\d{8}$/),
    record: z.record(z.string().max(9), z.number()),
    any: z.unknown(),
    cut: z
      .string()
      .transform((text) => text.trim())
      .pipe(z.string().max(9)),
    either: z.union([z.string().max(9), z.object({ deep: z.string().optional() })]),
  });
  expect(openPlaces(open, 'x')).toEqual([
    'x.text: a text without an end',
    'x.list: a list without an end',
    'x.pattern: a text without an end',
    'x.start: a text without an end',
    'x.record: a record without an end',
    'x.any: not parsed',
    'x.cut: a text without an end',
    'x.either.deep: a text without an end',
  ]);
});
