// The window's procedures for rules.

import { RailbirdError } from '#shared/errors.ts';
import { readRule } from '#shared/rules/rule-problems.ts';
import { ruleText } from '#shared/rules/rule.ts';
import type { Destination } from '../../exports/destination.ts';
import { safeName } from '../../exports/file-name.ts';
import { writeText } from '../../exports/write-text.ts';
import type { Rules } from '../../rules/rules.ts';
import type { Implementer } from '../implementer.ts';

/** The window says that there are more (`moreGroups`). */
const MOST_GROUPS = 60;

export interface RulesParts {
  readonly rules: Rules;
  readonly destination: Destination;
  /** Allows the window to download a file; returns the address for it. */
  readonly offer: (path: string) => string;
}

export function rulesHandlers(os: Implementer['rules'], { rules, destination, offer }: RulesParts) {
  const { files } = rules;
  return {
    list: os.list.handler(async () => {
      const { rules: saved, unreadable } = await files.list();
      const records = await rules.records(saved.map(({ rule }) => rule));
      return {
        rules: saved.map((each, at) => ({ ...each, records: records[at] ?? {} })),
        unreadable: [...unreadable],
        folder: files.folder,
      };
    }),
    save: os.save.handler(({ input: { rule, id, basis } }) => files.save(rule, id, basis)),
    remove: os.remove.handler(async ({ input }) => {
      await files.remove(input.id, input.basis);
      return {};
    }),
    run: os.run.handler(({ input: { rule, period, by }, signal }) =>
      rules.run(rule, period, { by, mostGroups: MOST_GROUPS, signal }),
    ),
    looks: os.looks.handler(({ input }) => rules.looks(input.rule)),
    watched: os.watched.handler(async ({ input, signal }) => [
      ...(await rules.watched(input.racedate, signal)),
    ]),
    write: os.write.handler(async ({ input: { rule, language } }) => {
      const target = await destination(`${safeName(rule.name)}.railbird-rule`, language);
      if (target === undefined) return {};
      await writeText(target, ruleText(rule));
      const { path, fetched } = target;
      return { path, ...(fetched ? { download: offer(path) } : {}) };
    }),
    adopt: os.adopt.handler(async ({ input }) => {
      const read = readRule(input.text);
      if ('rule' in read) return { id: (await files.save(read.rule)).id };
      const { en, ja } = read.unreadable;
      throw new RailbirdError('RULE_INVALID', { problem: en, problemJa: ja });
    }),
  };
}
