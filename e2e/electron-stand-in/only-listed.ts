// Refuses whatever is not on the list: what the stand-in does not have must not look as if it worked.

import { EVENTS, FOR_TESTS, MEMBERS } from './apis.ts';

type TypeName = keyof typeof MEMBERS | keyof typeof FOR_TESTS;

/** An object of Electron's with the members on the list. */
export type Listed<Type, Name extends TypeName> = Pick<
  Type,
  Extract<
    keyof Type,
    | (Name extends keyof typeof MEMBERS ? (typeof MEMBERS)[Name][number] : never)
    | (Name extends keyof typeof FOR_TESTS ? (typeof FOR_TESTS)[Name][number] : never)
  >
>;

const membersOf = (name: TypeName): readonly string[] => [
  ...((MEMBERS as Readonly<Record<string, readonly string[]>>)[name] ?? []),
  ...((FOR_TESTS as Readonly<Record<string, readonly string[]>>)[name] ?? []),
];

/** What JavaScript itself asks of any object, such as whether it is a promise. */
const OF_THE_LANGUAGE: readonly string[] = ['constructor', 'prototype', 'then', 'toJSON'];

const refuse = (what: string): never => {
  throw new Error(`The stand-in for Electron has no ${what}: it is not on the list in apis.ts.`);
};

function checkEvent(name: string, event: unknown): void {
  const events = (EVENTS as Readonly<Record<string, object>>)[name];
  if (events !== undefined && !(String(event) in events)) refuse(`event ${String(event)} of ${name}`);
}

/** A view on `object` that has the listed members of `name`, and throws for any other. */
export function onlyListed<Value extends object>(name: TypeName, object: Value): Value {
  const members = membersOf(name);
  const check = (key: string | symbol): void => {
    if (typeof key === 'string' && !members.includes(key) && !OF_THE_LANGUAGE.includes(key))
      refuse(`${name}.${key}`);
  };
  const bound = new Map<string | symbol, unknown>();
  return new Proxy(object, {
    get(target, key) {
      check(key);
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function' || key === 'constructor' || key === 'prototype') return value;
      if (bound.has(key)) return bound.get(key);
      const method = (...args: unknown[]): unknown => {
        if (key === 'on' || key === 'once') checkEvent(name, args[0]);
        return Reflect.apply(value, target, args) as unknown;
      };
      bound.set(key, method);
      return method;
    },
    // A test replaces a dialog as it does under Electron.
    set(target, key, value) {
      check(key);
      bound.delete(key);
      return Reflect.set(target, key, value);
    },
  });
}

/** Refuses settings that are not on the list. */
export function checkListed(name: TypeName, settings: object): void {
  const members = membersOf(name);
  for (const key of Object.keys(settings)) if (!members.includes(key)) refuse(`${name}.${key}`);
}
