// Reads of one key each that are asked for at once, as all tables' coverage is when an archive is opened, or the heads of a
// horse's last races: together they take one query. One by one, each would be prepared and planned for itself.

/** Answers for a key with what `read` found of it; all keys of one turn are read together. Errors: those of `read`. */
export function gathered<Key, Found>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>,
): (key: Key) => Promise<Found | undefined> {
  let wanted: { readonly keys: Key[]; readonly found: Promise<ReadonlyMap<Key, Found>> } | undefined;
  return async (key) => {
    const keys = wanted?.keys ?? [];
    keys.push(key);
    wanted ??= {
      keys,
      found: Promise.resolve().then(() => {
        wanted = undefined;
        return read(keys);
      }),
    };
    return (await wanted.found).get(key);
  };
}
