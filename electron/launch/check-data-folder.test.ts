import { chownSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RailbirdError } from '#shared/errors.ts';
import { checkDataFolder, type DataFolderCheck } from './check-data-folder.ts';

let parent = '';
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'railbird-data-folder-'));
});
afterEach(() => rmSync(parent, { recursive: true }));

const { uid, gid, username } = userInfo();
/** Of somebody who is not root: the test's own user, unless that is root, who may give folders away. */
const otherOwner = [uid === 0 ? 12_345 : uid, gid] as const;

function problemOf(check: Partial<DataFolderCheck>): unknown {
  try {
    checkDataFolder({ dataDir: parent, uid, env: {}, ...check });
    return undefined;
  } catch (error) {
    if (!(error instanceof RailbirdError)) throw error;
    return { code: error.code, ...error.values };
  }
}

const failing = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

test('a folder of one’s own is made, and nothing is left in it', () => {
  const dataDir = join(parent, 'a', 'b');
  expect(problemOf({ dataDir })).toBeUndefined();
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(readdirSync(dataDir)).toEqual([]);
  // Windows has no such users.
  expect(problemOf({ dataDir, uid: undefined })).toBeUndefined();
});

test('another user’s folder is refused with the name of its owner', () => {
  const found = { code: 'DATA_FOLDER_OTHER_USER', path: parent, owner: username };
  expect(problemOf({ uid: uid + 1 })).toEqual(found);
});

test('root uses any folder, but not with sudo: its files would lock the owner out', () => {
  chownSync(parent, ...otherOwner);
  expect(problemOf({ uid: 0 })).toBeUndefined();
  expect(problemOf({ uid: 0, env: { SUDO_UID: '1000' } })).toMatchObject({ code: 'DATA_FOLDER_OTHER_USER' });
});

test('a medium that takes no files is named as such', () => {
  expect(problemOf({ probe: failing('EROFS') })).toEqual({ code: 'DATA_FOLDER_READ_ONLY', path: parent });
  expect(problemOf({ probe: failing('EACCES') })).toEqual({ code: 'FILE_FAILED', path: parent });
});

test('a name that DuckDB would read as a parameter is refused, and nothing is made', () => {
  const dataDir = join(parent, 'what?', 'data');
  expect(problemOf({ dataDir })).toEqual({ code: 'DATA_FOLDER_NAME', path: dataDir });
  expect(readdirSync(parent)).toEqual([]);
  for (const fine of ['a*b', '{c}', '[d]', "it's 100% #1; x=y", 'back\\slash', '日本'])
    expect(problemOf({ dataDir: join(parent, fine) })).toBeUndefined();
});

test('a file in its place is an error of that path', () => {
  const dataDir = join(parent, 'a-file');
  writeFileSync(dataDir, '');
  expect(problemOf({ dataDir })).toEqual({ code: 'FILE_FAILED', path: dataDir });
});
