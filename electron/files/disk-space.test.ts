import { expect, test } from 'vitest';
import { createDiskSpace } from './disk-space.ts';
import type { NewNotice } from './notices.ts';

const MB = 1024 * 1024;

function disk() {
  const shown = new Map<string, NewNotice>();
  const added: NewNotice[] = [];
  const reported: unknown[] = [];
  let free: number | Error = 0;
  const space = createDiskSpace({
    dataDir: '/data',
    notices: {
      add: async (notice) => {
        added.push(notice);
        shown.set(`${notice.subject}-${notice.key}`, notice);
      },
      dismiss: async (id) => void shown.delete(id),
    },
    report: (error) => reported.push(error),
    freeBytes: async () => {
      if (free instanceof Error) throw free;
      return free;
    },
  });
  const at = async (next: number | Error) => {
    free = next;
    await space.check();
    return [...shown.values()].map(({ what }) => what.en);
  };
  return { at, added, reported };
}

test('a nearly full disk is named once, and the notice goes when there is space again', async () => {
  const { at, added } = disk();
  expect(await at(5000 * MB)).toEqual([]);
  expect(await at(700 * MB)).toEqual(['The disk is nearly full: 700 MB are free']);
  await at(600 * MB);
  // Not yet enough: the notice would come back with the next download.
  expect(await at(1200 * MB)).toHaveLength(1);
  expect(added).toHaveLength(1);
  expect(await at(2000 * MB)).toEqual([]);
  expect(await at(100 * MB)).toEqual(['The disk is nearly full: 100 MB are free']);
});

test('a disk that cannot be asked stops nothing', async () => {
  const { at, reported } = disk();
  expect(await at(new Error('ENOENT'))).toEqual([]);
  expect(reported).toHaveLength(1);
});

test('the space of a real folder is counted', async () => {
  const reported: unknown[] = [];
  const notices = { add: async () => undefined, dismiss: async () => undefined };
  await createDiskSpace({ dataDir: '/', notices, report: (error) => reported.push(error) }).check();
  expect(reported).toEqual([]);
});
