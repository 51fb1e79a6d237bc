// The rules of a data folder: a file for each, so that it can be copied, passed on and kept under version control.

import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { RailbirdError } from '#shared/errors.ts';
import type { SavedRule } from '#shared/bridge/rules.ts';
import { readRule } from '#shared/rules/rule-problems.ts';
import { ruleText, type Rule } from '#shared/rules/rule.ts';
import type { Text } from '#shared/text.ts';
import { replaceFile } from '../files/atomic-file.ts';

const ENDING = '.json';
/** Longest name of a file without its ending, in characters: Japanese takes three bytes each. */
const LONGEST_ID = 60;

export interface UnreadableRule {
  readonly file: string;
  readonly problem: Text;
}

export interface RuleFiles {
  readonly folder: string;
  /** By name. A rule with problems is listed too: it can be mended. Errors: FILE_FAILED. */
  list(): Promise<{ readonly rules: readonly SavedRule[]; readonly unreadable: readonly UnreadableRule[] }>;
  /** Replaces the rule of the id, or adds one. Errors: FILE_FAILED. */
  save(rule: Rule, id?: string): Promise<string>;
  /** Errors: FILE_FAILED. */
  remove(id: string): Promise<void>;
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
  return {
    folder,
    async list() {
      const rules: SavedRule[] = [];
      const unreadable: UnreadableRule[] = [];
      for (const file of await names()) {
        const read = readRule(await guarded(join(folder, file), () => readFile(join(folder, file), 'utf8')));
        if ('rule' in read) rules.push({ id: file.slice(0, -ENDING.length), rule: read.rule });
        else unreadable.push({ file, problem: read.unreadable });
      }
      return { rules: rules.toSorted((a, b) => a.rule.name.localeCompare(b.rule.name)), unreadable };
    },
    async save(rule, id) {
      const used = id === undefined ? new Set(await names()) : new Set<string>();
      const chosen = id ?? freeId(rule.name, used);
      await guarded(pathOf(chosen), () => replaceFile(pathOf(chosen), ruleText(rule)));
      return basename(chosen);
    },
    async remove(id) {
      await guarded(pathOf(id), () => rm(pathOf(id), { force: true }));
    },
  };
}

/** A name that every file system takes, and that no file has yet. */
function freeId(name: string, used: ReadonlySet<string>): string {
  const plain = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
  const stem = plain.slice(0, LONGEST_ID) || 'rule';
  const lower = new Set([...used].map((each) => each.toLowerCase()));
  for (let copy = 1; ; copy += 1) {
    const id = copy === 1 ? stem : `${stem}-${copy}`;
    if (!lower.has(`${id}${ENDING}`.toLowerCase())) return id;
  }
}
