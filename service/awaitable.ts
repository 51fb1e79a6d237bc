// What is usually known at once, and sometimes has to be waited for. Most requests need nothing but what is in memory;
// a promise for each of a dozen such values takes longer than all the checks.

export type Awaitable<Value> = Value | Promise<Value>;

/** Goes on with a value: at once if it is known, so that an error is thrown and not returned as a rejection. */
export function andThen<Value, Result>(
  value: Awaitable<Value>,
  step: (known: Value) => Awaitable<Result>,
): Awaitable<Result> {
  return value instanceof Promise ? value.then((known) => step(known)) : step(value);
}
