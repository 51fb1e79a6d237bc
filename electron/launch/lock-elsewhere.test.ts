import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockElsewhere } from './lock-elsewhere.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'railbird-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a lock of another computer is named with that computer and its file', () => {
  symlinkSync('desk-in-the-office-4711', join(folder, 'SingletonLock'));
  expect(lockElsewhere(folder, 'laptop')).toMatchObject({
    code: 'DATA_FOLDER_ELSEWHERE',
    values: { machine: 'desk-in-the-office', path: join(folder, 'SingletonLock') },
  });
  expect(lockElsewhere(folder, 'desk-in-the-office')).toBeUndefined();
});

test('without a lock there is nothing to say', () => {
  expect(lockElsewhere(folder, 'laptop')).toBeUndefined();
});
