// Commands can be found by their names in either language: keyboards differ, and habits outlive a setting.

import i18next, { type Namespace, type TFunction } from 'i18next';
import type { Command } from './commands.ts';

const LANGUAGES = ['en', 'ja'] as const;

/** The commands in the window's language, searchable in both languages. */
export function foundInBoth<N extends Namespace>(
  t: TFunction<N>,
  namespaces: N,
  build: (t: TFunction<N>) => readonly Command[],
): readonly Command[] {
  const named = LANGUAGES.map((language) => {
    const translate = i18next.getFixedT<N>(language, namespaces);
    // The library's type for "no namespace" rules out a generic one.
    return build(translate as TFunction<N>);
  });
  return build(t).map((command, at) => ({
    ...command,
    keywords: [...(command.keywords ?? []), ...named.flatMap((commands) => commands[at]?.label ?? [])],
  }));
}
