// Runs what needs most of something one after another, in the order of the calls.

export type OneAtATime = <T>(use: () => Promise<T>) => Promise<T>;

/** A use that fails does not keep the next one from running. */
export function oneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  return (use) => {
    const mine = last.catch(() => undefined).then(use);
    last = mine;
    return mine;
  };
}
