// The window's memory with its limits: the oldest writes are evicted first.

export type Memory = readonly (readonly [key: string, json: string])[];

/** 200 grids remember their columns; 8 MiB of text keeps the settings file quick to write. */
export const MEMORY_LIMITS = { entries: 200, characters: 8 * 1024 * 1024 } as const;

/** What is stored under a key; undefined if nothing is. */
export const rememberedIn = (memory: Memory, key: string): string | undefined =>
  memory.find(([stored]) => stored === key)?.[1];

/** The memory with `json` under `key` as its newest entry; an empty text removes the entry. */
export function remembering(
  memory: Memory,
  key: string,
  json: string,
  limits: { readonly entries: number; readonly characters: number } = MEMORY_LIMITS,
): [string, string][] {
  const kept = memory.filter(([other]) => other !== key).map(([k, v]): [string, string] => [k, v]);
  if (json !== '') kept.push([key, json]);
  let characters = kept.reduce((sum, [k, v]) => sum + k.length + v.length, 0);
  while (kept.length > limits.entries || characters > limits.characters) {
    const [oldest] = kept.splice(0, 1);
    if (oldest === undefined) break;
    characters -= oldest[0].length + oldest[1].length;
  }
  return kept;
}
