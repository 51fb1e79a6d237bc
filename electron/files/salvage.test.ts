import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { salvage, type LostPart } from './salvage.ts';

const schema = z.object({
  version: z.literal(1),
  lists: z.array(z.object({ name: z.string(), text: z.string() })),
  numbers: z.array(z.number()),
  options: z.object({ theme: z.string().default('system'), language: z.string().optional() }),
  paces: z.record(z.string(), z.number()).default({}),
});
type State = z.infer<typeof schema>;

const FIRST: State = { version: 1, lists: [], numbers: [], options: { theme: 'system' }, paces: {} };

const FULL: State = {
  version: 1,
  lists: [
    { name: '一', text: '{}' },
    { name: 'two', text: '],' },
  ],
  numbers: [12, 345],
  options: { theme: 'dark', language: 'ja' },
  paces: { a: 12, b: 345 },
};

const textOf = (state: State): string => `${JSON.stringify(state, null, 2)}\n`;

function read(text: string) {
  const salvaged = salvage(text, schema, FIRST);
  if (salvaged.kind === 'newer') throw new Error('newer');
  return salvaged;
}

/** Names and positions of everything in a state, and its values. */
function partsOf(state: State): ReadonlyMap<string, unknown> {
  const fields = Object.entries(state).flatMap(([field, value]) =>
    typeof value === 'object'
      ? Object.entries(value).map(([place, element]): [string, unknown] => [`${field}.${place}`, element])
      : [],
  );
  return new Map(fields);
}

/** Whether the lost part names the value, or the list or record that it was in. */
const names = ({ path }: LostPart, place: string): boolean =>
  path.length > 0 && `${place}.`.startsWith(`${path.join('.')}.`);

describe('a file that is cut off', () => {
  const text = textOf(FULL);
  // Without the last line break it is still complete.
  const cuts = Array.from({ length: text.length - 1 }, (_, cut) => cut);

  it('is never silent, wherever it is cut, and names everything that is not there any more', () => {
    const unnamed = cuts.flatMap((cut) => {
      const { state, lost } = read(text.slice(0, cut));
      if (lost.some(({ path, extent }) => path.length === 0 && extent === undefined)) return [];
      const there = partsOf(state);
      const missing = [...partsOf(FULL)]
        .filter(([place, value]) => JSON.stringify(there.get(place)) !== JSON.stringify(value))
        .map(([place]) => place)
        .filter((place) => !lost.some((part) => names(part, place)));
      return lost.length > 0 && missing.length === 0 ? [] : [{ cut, missing }];
    });
    expect(unnamed).toEqual([]);
  });

  it('yields no value that was not in it', () => {
    const defaults = partsOf(FIRST);
    const full = partsOf(FULL);
    for (const cut of cuts) {
      for (const [place, value] of partsOf(read(text.slice(0, cut)).state))
        expect([full.get(place), defaults.get(place)]).toContainEqual(value);
    }
  });

  it('where a line ends still has what stands before that', () => {
    const upTo = (line: string) => read(text.slice(0, text.indexOf(line)));
    expect(upTo('  "numbers"')).toEqual({
      kind: 'read',
      state: { ...FIRST, lists: FULL.lists },
      lost: [{ path: ['numbers'] }, { path: ['options'] }, { path: ['paces'] }, { path: [], extent: 'rest' }],
    });
    expect(upTo('  ],\n  "numbers"').lost[0]).toEqual({ path: ['lists'], extent: 'rest' });
    expect(upTo('    "language"')).toMatchObject({
      state: { options: { theme: 'dark' } },
      lost: [
        { path: ['options'], extent: 'rest' },
        { path: ['options', 'language'] },
        { path: ['paces'] },
        { path: [], extent: 'rest' },
      ],
    });
  });
});

describe('a file that is not JSON', () => {
  it('is damaged even if every part of it can be read', () => {
    expect(read(textOf(FULL).slice(0, -2))).toEqual({
      kind: 'read',
      state: FULL,
      lost: [{ path: [], extent: 'rest' }],
    });
  });

  it('does not take the elements of a list without a heading for those of the one before', () => {
    const { state, lost } = read(textOf(FULL).replace('  "paces"', ' x"paces"').replace('"two"', '"two'));
    expect(state).toEqual({ ...FULL, lists: FULL.lists.slice(0, 1), paces: {} });
    expect(lost).toContainEqual({ path: ['paces'] });
    expect(lost).toContainEqual({ path: ['lists', 1] });
  });
});

it('a complete file may lack a field, as of an earlier version', () => {
  expect(read('{"version":1,"lists":[]}')).toEqual({ kind: 'read', state: FIRST, lost: [] });
});
