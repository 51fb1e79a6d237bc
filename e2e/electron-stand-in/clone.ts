// Messages between the page's process and the app's: what the structured clone algorithm copies, as JSON.

type Tagged = { readonly $: string; readonly v?: unknown };

export interface Cloner {
  /** Throws what postMessage throws if something cannot be cloned. */
  encode(value: unknown): string;
  decode(text: string): unknown;
}

/** Runs in both processes, in the page from its own source text: it uses nothing outside itself. */
export function createCloner(): Cloner {
  const VIEWS = {
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
    DataView,
  } as const;
  const CHUNK = 0x8000;

  const toBase64 = (bytes: Uint8Array): string => {
    let text = '';
    for (let at = 0; at < bytes.length; at += CHUNK)
      text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
    return btoa(text);
  };
  const fromBase64 = (text: string): ArrayBuffer =>
    Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer;
  const refuse = (): never => {
    throw new DOMException('An object could not be cloned.', 'DataCloneError');
  };
  const tag = ($: string, v?: unknown): Tagged => ({ $, v });

  const flattenObject = (value: object, inside: readonly object[]): unknown => {
    if (inside.includes(value)) refuse();
    const within = [...inside, value];
    const all = (values: Iterable<unknown>): unknown[] => Array.from(values, (each) => flatten(each, within));
    if (Array.isArray(value)) return all(value);
    if (value instanceof Date) return tag('Date', value.getTime());
    if (value instanceof Map) return tag('Map', all([...value].flat()));
    if (value instanceof Set) return tag('Set', all(value));
    if (value instanceof Error) return tag('Error', [value.name, value.message, value.stack]);
    if (value instanceof ArrayBuffer) return tag('ArrayBuffer', toBase64(new Uint8Array(value)));
    if (ArrayBuffer.isView(value)) {
      const name = Object.keys(VIEWS).find((each) => value instanceof VIEWS[each as keyof typeof VIEWS]);
      const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
      return tag(name ?? refuse(), toBase64(bytes));
    }
    const kind = Object.prototype.toString.call(value);
    if (kind !== '[object Object]') return refuse();
    return tag(
      '{}',
      Object.entries(value).map(([key, each]) => [key, flatten(each, within)]),
    );
  };
  const flatten = (value: unknown, inside: readonly object[]): unknown => {
    switch (typeof value) {
      case 'object':
        return value === null ? null : flattenObject(value, inside);
      case 'undefined':
        return tag('undefined');
      case 'bigint':
        return tag('bigint', String(value));
      case 'number':
        return Number.isFinite(value) && !Object.is(value, -0)
          ? value
          : tag('number', Object.is(value, -0) ? '-0' : String(value));
      case 'string':
      case 'boolean':
        return value;
      default:
        return refuse();
    }
  };

  const restoreTagged = ({ $, v }: Tagged): unknown => {
    switch ($) {
      case '{}':
        return Object.fromEntries((v as [string, unknown][]).map(([key, each]) => [key, restore(each)]));
      case 'undefined':
        return undefined;
      case 'bigint':
        return BigInt(v as string);
      case 'number':
        return Number(v);
      case 'Date':
        return new Date(v as number);
      case 'Map': {
        const flat = (v as unknown[]).map(restore);
        return new Map(flat.flatMap((key, at) => (at % 2 === 0 ? [[key, flat[at + 1]] as const] : [])));
      }
      case 'Set':
        return new Set((v as unknown[]).map(restore));
      case 'Error': {
        const [name, message, stack] = v as [string, string, string | undefined];
        return Object.assign(new Error(message), { name, stack });
      }
      case 'ArrayBuffer':
        return fromBase64(v as string);
      default:
        return new (VIEWS[$ as keyof typeof VIEWS] as Uint8ArrayConstructor)(fromBase64(v as string));
    }
  };
  const restore = (value: unknown): unknown => {
    if (value === null || typeof value !== 'object') return value;
    return Array.isArray(value) ? value.map(restore) : restoreTagged(value as Tagged);
  };

  return {
    encode: (value) => JSON.stringify(flatten(value, [])),
    decode: (text) => restore(JSON.parse(text)),
  };
}
