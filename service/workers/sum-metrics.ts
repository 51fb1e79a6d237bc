// The metrics of all workers as those of one service.

/** Gauges that describe a worker or the one store: the largest counts, not the sum. */
const LARGEST = /^railbird_(?:event_loop_delay\w*|store_\w+)(?: |\{)/;

/**
 * Sums metrics in the text format, series by series. Of workers that have ended only counters count, which must never
 * go back.
 */
export function sumMetrics(living: readonly string[], ended: readonly string[]): string {
  const values = new Map<string, number>();
  const headings = new Map<string, string[]>();
  const gauges = new Set<string>();
  for (const [at, text] of [...living, ...ended].entries()) {
    let family = '';
    for (const line of text.split('\n')) {
      if (line.startsWith('#')) {
        family = line.split(' ')[2] ?? '';
        if (line.endsWith(' gauge')) gauges.add(family);
        const heading = headings.get(family) ?? [];
        if (!heading.includes(line)) heading.push(line);
        headings.set(family, heading);
        continue;
      }
      const end = line.lastIndexOf(' ');
      if (end < 0 || (at >= living.length && gauges.has(family))) continue;
      const series = `${family}\n${line.slice(0, end)}`;
      const [before, value] = [values.get(series) ?? 0, Number(line.slice(end + 1))];
      values.set(series, LARGEST.test(line) ? Math.max(before, value) : before + value);
    }
  }
  const lines = [...headings].flatMap(([family, heading]) => [
    ...heading,
    ...[...values].flatMap(([series, value]) => {
      const [of, name] = series.split('\n');
      return of === family ? [`${name} ${value}`] : [];
    }),
  ]);
  return `${lines.join('\n')}\n`;
}
