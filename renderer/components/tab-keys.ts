// The keys that lead from one tab to another.

/** The index of the tab that a key leads to; undefined if it leads to none. Left of the first is the last. */
export function indexAfter(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
