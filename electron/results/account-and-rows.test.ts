import { describe, expect, it } from 'vitest';
import { accountAndRows } from './account-and-rows.ts';

/** An archive, and readings that note in which order they begin and end. */
function set() {
  const archive = { writes: false, isWriting: () => archive.writes, changes: { count: 0 } };
  const order: string[] = [];
  const reading =
    (name: string, during: () => void = () => undefined) =>
    async () => {
      order.push(`${name} begins`);
      await new Promise(setImmediate);
      during();
      order.push(`${name} ends`);
      return { name, close: () => order.push(`${name} is closed`) };
    };
  return { archive, order, reading };
}

describe('what is stored, and the rows', () => {
  it('are read at once while nothing is written', async () => {
    const { archive, order, reading } = set();
    const [stored, rows] = await accountAndRows(archive, reading('stored'), reading('rows'));
    expect([stored.name, rows.name]).toEqual(['stored', 'rows']);
    expect(order).toEqual(['stored begins', 'rows begins', 'stored ends', 'rows ends']);
  });

  it('are read again, one after the other, if something was written meanwhile', async () => {
    const { archive, order, reading } = set();
    const writing = () => (archive.changes.count = 1);
    await accountAndRows(archive, reading('stored', writing), reading('rows'));
    expect(order.slice(4)).toEqual([
      'rows is closed',
      'stored begins',
      'stored ends',
      'rows begins',
      'rows ends',
    ]);
  });

  it.each(['before', 'while'])(
    'are read one after the other if a write began %s they are read',
    async (when) => {
      const { archive, order, reading } = set();
      archive.writes = when === 'before';
      await accountAndRows(
        archive,
        reading('stored', () => (archive.writes = true)),
        reading('rows'),
      );
      expect(order.slice(-4)).toEqual(['stored begins', 'stored ends', 'rows begins', 'rows ends']);
    },
  );

  it('leave no rows open if what is stored cannot be read', async () => {
    const { archive, order, reading } = set();
    const failing = () => Promise.reject(new Error('no disk'));
    await expect(accountAndRows(archive, failing, reading('rows'))).rejects.toThrow('no disk');
    expect(order).toEqual(['rows begins', 'rows ends', 'rows is closed']);
  });
});
