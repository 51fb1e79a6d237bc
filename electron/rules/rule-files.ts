// The rules of a data folder: a file for each, so that it can be copied, passed on and kept under version control.

import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { RailbirdError } from '#shared/errors.ts';
import type { SavedRule } from '#shared/bridge/rules.ts';
import { readRule } from '#shared/rules/rule-problems.ts';
import { ruleText, type Rule } from '#shared/rules/rule.ts';
import { textOfBytes } from '#shared/text-of-bytes.ts';
import type { Text } from '#shared/text.ts';
import { replaceFile } from '../files/atomic-file.ts';
import { lockFile } from '../files/file-lock.ts';
import { requireBasis, revisionOf } from '../files/revision.ts';
import { shortName } from '../files/short-name.ts';

const ENDING = '.json';

export interface UnreadableRule {
  readonly file: string;
  readonly problem: Text;
}

export interface RuleFiles {
  readonly folder: string;
  /** By name. A rule with problems is listed too: it can be mended. Errors: FILE_FAILED. */
  list(): Promise<{ readonly rules: readonly SavedRule[]; readonly unreadable: readonly UnreadableRule[] }>;
  /** Replaces the rule of the id, which is that of the revision `basis`, or adds one. Errors: CHANGED_ELSEWHERE, FILE_FAILED. */
  save(rule: Rule, id?: string, basis?: string): Promise<{ readonly id: string; readonly revision: string }>;
  /** A rule that is gone already stays gone. Errors: CHANGED_ELSEWHERE, FILE_FAILED. */
  remove(id: string, basis: string): Promise<void>;
}

/** Does not touch the folder yet. */
export function ruleFiles(folder: string): RuleFiles {
  const pathOf = (id: string) => join(folder, `${basename(id)}${ENDING}`);
  const guarded = async <T>(path: string, act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (cause) {
      throw new RailbirdError('FILE_FAILED', { path }, { cause });
    }
  };
  const names = (): Promise<readonly string[]> =>
    guarded(folder, async () => {
      await mkdir(folder, { recursive: true });
      const found = await readdir(folder);
      return found.filter((name) => name.endsWith(ENDING) && !name.startsWith('.')).toSorted();
    });
  /** What another process saves meanwhile is neither overwritten nor given the same file. */
  const locked = async <T>(act: () => Promise<T>): Promise<T> => {
    const lock = await guarded(folder, async () => {
      await mkdir(folder, { recursive: true });
      return lockFile(join(folder, 'rules'));
    });
    try {
      return await act();
    } finally {
      await lock.release();
    }
  };
  /** Undefined if there is no such file. */
  const storedRevision = (id: string): Promise<string | undefined> =>
    guarded(pathOf(id), async () => {
      const text = await storedText(pathOf(id));
      if (text === undefined) return undefined;
      const read = readRule(text);
      return revisionOf('rule' in read ? read.rule : { text });
    });
  return {
    folder,
    async list() {
      const rules: SavedRule[] = [];
      const unreadable: UnreadableRule[] = [];
      for (const file of await names()) {
        const read = await storedText(join(folder, file)).then(
          (text) => (text === undefined ? undefined : readRule(text)),
          (error: NodeJS.ErrnoException) => ({ unreadable: whyUnreadable(error) }),
        );
        // Deleted meanwhile, or a link that leads nowhere.
        if (read === undefined) continue;
        if ('rule' in read) {
          const { rule } = read;
          rules.push({ id: file.slice(0, -ENDING.length), rule, revision: revisionOf(rule) });
        } else unreadable.push({ file, problem: read.unreadable });
      }
      return { rules: rules.toSorted((a, b) => a.rule.name.localeCompare(b.rule.name)), unreadable };
    },
    save: (rule, id, basis) =>
      locked(async () => {
        const chosen = basename(id ?? freeId(rule.name, new Set(await names())));
        const revision = revisionOf(rule);
        if (id !== undefined)
          requireBasis({ name: rule.name, stored: await storedRevision(id), basis, wanted: revision });
        await guarded(pathOf(chosen), () => replaceFile(pathOf(chosen), ruleText(rule)));
        return { id: chosen, revision };
      }),
    remove: (id, basis) =>
      locked(async () => {
        const stored = await storedRevision(id);
        if (stored !== undefined) requireBasis({ name: basename(id), stored, basis });
        await guarded(pathOf(id), () => rm(pathOf(id), { force: true }));
      }),
  };
}

/** Undefined if there is no such file. Errors: those of node:fs. */
async function storedText(path: string): Promise<string | undefined> {
  try {
    return textOfBytes(await readFile(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** One file that cannot be read must not hide the others. */
const whyUnreadable = ({ code, message }: NodeJS.ErrnoException): Text => ({
  en: `The file cannot be read (${code ?? message}).`,
  ja: `ファイルを読み取れません（${code ?? message}）。`,
});

/** A name that every file system takes, and that no file has yet. */
function freeId(name: string, used: ReadonlySet<string>): string {
  const plain = name
    .split(/[^\p{L}\p{N}]/u)
    .filter(Boolean)
    .join('-');
  const stem = shortName(plain) || 'rule';
  const lower = new Set([...used].map((each) => each.toLowerCase()));
  for (let copy = 1; ; copy += 1) {
    const id = copy === 1 ? stem : `${stem}-${copy}`;
    if (!lower.has(`${id}${ENDING}`.toLowerCase())) return id;
  }
}
