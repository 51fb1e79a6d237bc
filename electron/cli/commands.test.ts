import { expect, test } from 'vitest';
import { COMMANDS, readArguments } from './commands.ts';
import { UsageError } from './command-error.ts';

const read = (line: string) => readArguments(line.split(' ').filter(Boolean), 'railbird');

function helpOf(line: string): string {
  const request = read(line);
  return request.kind === 'help' ? request.text : '';
}

test('a command with its arguments and its options', () => {
  expect(read('query d_ra --from 20261101 --to=20261115 --labels --sample')).toMatchObject({
    kind: 'run',
    command: { name: 'query' },
    given: { words: ['d_ra'], values: { from: '20261101', to: '20261115', labels: true, sample: true } },
  });
});

test('a value may begin with a minus', () => {
  expect(read('query d_ra --sort -prize_win,racekey --columns racekey')).toMatchObject({
    given: { values: { sort: '-prize_win,racekey', columns: 'racekey' } },
  });
});

test.each(['', '--help', '-h', 'help'])('"%s" requests the list of commands', (line) => {
  expect(read(line)).toEqual({ kind: 'help', text: expect.stringContaining('COMMAND [options]') });
});

test.each(['query --help', 'help query'])('"%s" requests the help of one command', (line) => {
  expect(read(line)).toMatchObject({ kind: 'help', text: expect.stringContaining('railbird query TABLE') });
});

test.each([
  ['quer d_ra', /no command "quer"/],
  ['help quer', /no command "quer"/],
  ['query d_ra --colums a', /--colums/],
  ['query d_ra --from', /--from/],
  ['query d_ra --from=', /--from/],
  ['query', /Usage: railbird query/],
  ['race 05264101 05264102', /Usage: railbird race/],
  ['key set --user-key=k', /--user-key/],
])('"%s" is a usage error', (line, words) => {
  expect(() => read(line)).toThrow(UsageError);
  expect(() => read(line)).toThrow(words);
});

test('no command takes a key as an option, and every option is in the help', () => {
  for (const command of COMMANDS) {
    for (const { name } of command.options) {
      expect(name).not.toMatch(/key$(?<!racekey)|password|secret/);
      expect(helpOf(`${command.name} --help`)).toContain(`--${name}`);
    }
    expect(helpOf('help')).toContain(`  ${command.name} `);
  }
});

test('the examples in the help are valid command lines', () => {
  for (const command of COMMANDS) {
    for (const example of command.examples) {
      const words = example.replace(/ <.*/, '').match(/"[^"]*"|\S+/g) ?? [];
      expect(
        readArguments(
          words.map((word) => word.replaceAll('"', '')),
          'railbird',
        ),
      ).toMatchObject({ command });
    }
  }
});
