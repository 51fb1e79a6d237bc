// JSON for a file whose versions people compare: short values are on one line, so that a field or a code is one line.

const WIDTH = 180;

/** The value as JSON, with lines and indentation. */
export function inLines(value: unknown, indent = ''): string {
  const short = JSON.stringify(value);
  if (short.length + indent.length <= WIDTH || typeof value !== 'object' || value === null) return short;
  const inner = `${indent} `;
  const parts = Array.isArray(value)
    ? value.map((item) => inLines(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${inLines(item, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}
