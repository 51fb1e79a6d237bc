// The help texts, from the tables of commands and options.

import { COMMON_OPTIONS } from './arguments.ts';
import type { CliCommand, Option } from './command.ts';
import { alignText } from './text-table.ts';

const indented = (rows: readonly (readonly [string, string])[]): string =>
  alignText(rows.map(([left, right]) => [`  ${left}`, right]));

const optionRows = (options: readonly Option[]) =>
  options.map(
    ({ name, value, help }) => [`--${name}${value === undefined ? '' : ` ${value}`}`, help] as const,
  );

const EXITS = `Records go to standard output or the file. Progress goes to standard error, and after it one line of JSON:
  {"records":N,"complete":true,"windows":N,"requests":N,"retries":N,"set_aside":N,"drift":N,"repeated":N,"reasons":[...]}

Exit codes: 0 complete, 2 usage, 3 incomplete, 4 refused by the service (401, 403), 5 unreachable,
  6 local (disk, archive, keychain), 130 stopped by Ctrl-C, 141 the reader closed the pipe.`;

/** `program`: what a person types in front of a command. */
export function helpOfAll(commands: readonly CliCommand[], program: string): string {
  return `Railbird from a terminal: the same archive, downloads and checks as the app.

Usage: ${program} COMMAND [options]

${indented(commands.map(({ name, summary }) => [name, summary]))}

Every command takes:
${indented(optionRows(COMMON_OPTIONS))}

"railbird COMMAND --help" says more of one.

The service is the one that the app is connected to, or the one in RAILBIRD_BASE_URL, RAILBIRD_API_KEY and
RAILBIRD_USER_KEY. Keys are never options: set them with "railbird key set".

${EXITS}
`;
}

export function helpOf(command: CliCommand, program: string): string {
  const parts = [
    `${command.summary[0]?.toUpperCase()}${command.summary.slice(1)}.`,
    `Usage: railbird ${command.name} ${command.usage}`.trimEnd(),
    ...(command.notes ?? []),
    `Options:\n${indented(optionRows([...command.options, ...COMMON_OPTIONS]))}`,
    `Examples:\n${command.examples.map((example) => `  ${program} ${example}`).join('\n')}`,
  ];
  return `${parts.join('\n\n')}\n`;
}
