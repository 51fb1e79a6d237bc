// Finds the known name that the user most probably meant.

/** The name with the fewest changed letters, or undefined if none is near. */
export function nearest<Name extends string>(typed: string, names: readonly Name[]): Name | undefined {
  const wanted = typed.toLowerCase();
  let best: Name | undefined;
  // If more than half of the letters differ, it is another word.
  let fewest = Math.floor(wanted.length / 2) + 1;
  for (const name of names) {
    const changes = distance(wanted, name);
    if (changes < fewest) [best, fewest] = [name, changes];
  }
  return best;
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    for (let column = 1; column <= b.length; column++) {
      const kept = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      line.push(Math.min(kept, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1));
    }
    above = line;
  }
  return above[b.length] ?? 0;
}
