// Where the running app answers commands: a Unix socket in its data folder, or a named pipe on Windows. Only the user
// who started the app can open it: the socket by the rights of its folder, the pipe by a name that only they can read.

import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, mkdtemp, readFile, realpath, rm, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { replaceFile } from '../files/atomic-file.ts';
import { pathElsewhere, takesLinks } from '../files/elsewhere.ts';

/** The longest path of a Unix socket: macOS has 104 bytes with the final zero, Linux 108. */
const LONGEST_SOCKET_PATH = 103;

const SOCKET = 'socket';
const PIPES = String.raw`\\.\pipe\railbird-`;
const TEMPORARY = 'railbird-';

const isWindows = process.platform === 'win32';

/** Holds the socket and the file that names it. `base`: the data folder, or what takes its place (`makePrivateFolder`). */
const folderOf = (base: string): string => join(base, 'commands');

/** Also the path of the lock under which an app takes the address over. */
export const addressFile = (base: string): string => join(folderOf(base), 'address');

/**
 * Tells a data folder from a copy of it, whose address is copied along: the same by every path that leads to it, and
 * after it was moved. Errors: those of node:fs.
 */
export async function folderIdentity(dataDir: string): Promise<string> {
  const { dev, ino } = await stat(dataDir, { bigint: true });
  return `${dev}-${ino}`;
}

/** A file or folder that this user owns and nobody else can use. Always true on Windows, which has other rights. */
async function isPrivate(path: string, is: 'folder' | 'socket' | 'file'): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return false;
  const isRight = { folder: found.isDirectory(), socket: found.isSocket(), file: found.isFile() }[is];
  return isRight && (isWindows || (found.uid === process.geteuid?.() && (found.mode & 0o077) === 0));
}

/**
 * Where an app that runs on the data folder would answer; undefined if none has an address, or if somebody else could
 * have put it there: a command may have keys to send.
 */
export async function findAddress(dataDir: string): Promise<string | undefined> {
  const found = await addressBelow(dataDir);
  if (found !== undefined || isWindows) return found;
  const base = await baseElsewhere(dataDir);
  return (await isPrivate(base, 'folder')) ? addressBelow(base) : undefined;
}

async function addressBelow(base: string): Promise<string | undefined> {
  const file = addressFile(base);
  if (!(await isPrivate(dirname(file), 'folder')) || !(await isPrivate(file, 'file'))) return undefined;
  const path = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (isWindows) return path.startsWith(PIPES) ? path : undefined;
  return (await isPrivate(dirname(path), 'folder')) && (await isPrivate(path, 'socket')) ? path : undefined;
}

/** By whatever path the data folder is named. */
const baseElsewhere = async (dataDir: string): Promise<string> =>
  pathElsewhere(await realpath(dataDir).catch(() => dataDir), 'commands');

/**
 * Makes the folder of addresses, for its owner only, and returns the folder that it is in: the data folder or, on a medium
 * that has neither sockets nor rights, one among the temporary files. Errors: those of node:fs; an error if it belongs to
 * somebody else.
 */
export async function makePrivateFolder(dataDir: string): Promise<string> {
  const isHere = takesLinks(dataDir);
  const base = isHere ? dataDir : await baseElsewhere(dataDir);
  const folder = folderOf(base);
  for (const each of isHere ? [folder] : [base, folder]) {
    await mkdir(each, { recursive: true, mode: 0o700 });
    // It may be older than this rule, or come from a copy.
    if (each === folder && !isWindows) await chmod(folder, 0o700);
    if (!(await isPrivate(each, 'folder'))) throw new Error(`${each} belongs to another user`);
  }
  return base;
}

/** A path to listen at, which nothing uses. Errors: those of node:fs. */
export async function newAddress(base: string): Promise<string> {
  if (isWindows) return PIPES + randomBytes(24).toString('hex');
  const path = join(folderOf(base), SOCKET);
  if (isShort(path)) {
    await rm(path, { force: true });
    return path;
  }
  // The system's folder for temporary files may be deep as well.
  const parent = [tmpdir(), '/tmp'].find((each) => isShort(join(each, `${TEMPORARY}123456`, SOCKET)));
  if (parent === undefined) throw new Error(`${path} is too long for a socket`);
  return join(await mkdtemp(join(parent, TEMPORARY)), SOCKET);
}

const isShort = (path: string): boolean => Buffer.byteLength(path) <= LONGEST_SOCKET_PATH;

/** Makes the address known to commands, once something listens there. Errors: those of node:fs. */
export async function publishAddress(base: string, path: string): Promise<void> {
  if (!isWindows) await chmod(path, 0o600);
  await replaceFile(addressFile(base), `${path}\n`);
}

/**
 * Removes an address at which nothing listens. A socket in another data folder, whose copy this is, is that folder's.
 * Never fails: the next app removes what is left.
 */
export async function forgetAddress(base: string, path: string): Promise<void> {
  await rm(addressFile(base), { force: true }).catch(() => undefined);
  const folder = dirname(path);
  const isTemporary = basename(folder).startsWith(TEMPORARY);
  if (isWindows || (folder !== folderOf(base) && !isTemporary)) return;
  await rm(path, { force: true }).catch(() => undefined);
  if (isTemporary) await rmdir(folder).catch(() => undefined);
}
