// The list of Electron's APIs against Electron's declarations and the app's code. That the members exist, and that the
// stand-in's have Electron's arguments and results, the compiler checks (`tsc -p .`).

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { format, type FormatOptions } from 'oxfmt';
import { expect, test } from 'vitest';
import { DIFFERENCES, EVENTS, MEMBERS } from './apis.ts';

const root = path.join(import.meta.dirname, '..', '..');
const declarations = readFileSync(path.join(root, 'node_modules', 'electron', 'electron.d.ts'), 'utf8');

/** The lines of one class or interface of the declarations. */
function bodyOf(name: string): string {
  const start = new RegExp(`^ {2}(?:class|interface) ${name} .*\\{$`, 'mu').exec(declarations);
  if (start === null) throw new Error(`Electron declares no ${name}.`);
  return declarations.slice(start.index, declarations.indexOf('\n  }\n', start.index));
}

/** The listener that `on` takes for an event, without comments, in one line. */
function listenerOf(type: string, event: string): string | undefined {
  const [, rest] = bodyOf(type).split(`    on(event: '${event}', listener: `);
  const [listener] = rest?.split('): this;') ?? [];
  return listener
    ?.replaceAll(/\/\*[\s\S]*?\*\//gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll('( ', '(')
    .trim();
}

const events = Object.entries(EVENTS).flatMap(([type, listeners]) =>
  Object.entries(listeners).map(([event, listener]) => [type, event, listener] as const),
);

test.each(events)("%s emits '%s' as Electron declares it", (type, event, listener) => {
  expect(listenerOf(type, event)).toBe(listener);
});

test('an event that Electron does not declare is found', () => {
  expect(listenerOf('App', 'ready-to-show')).toBeUndefined();
});

/** The app's code that knows Electron. */
const shell = path.join(root, 'electron', 'shell');
const sources = [
  path.join(root, 'electron', 'main.ts'),
  path.join(root, 'electron', 'preload.ts'),
  ...readdirSync(shell)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => path.join(shell, file)),
];

/** Every name and text in the code. */
function wordsIn(file: string): readonly string[] {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'));
  expect(errors).toEqual([]);
  const words: string[] = [];
  JSON.stringify(program, (key, value: unknown) => {
    if ((key === 'name' || key === 'value') && typeof value === 'string') words.push(value);
    return value;
  });
  return words;
}

test('everything on the list is used', () => {
  const used = new Set(sources.flatMap(wordsIn));
  // The host of the bridge takes ports of either kind.
  for (const word of wordsIn(path.join(root, 'electron', 'bridge', 'message-port-host.ts'))) used.add(word);
  // oRPC listens to them.
  for (const event of ['message', 'close']) used.add(event);
  const listed = [...Object.values(MEMBERS).flat(), ...events.map(([, event]) => event)];
  expect(listed.filter((name) => !used.has(name))).toEqual([]);
});

/** The page for developers, from the list. */
async function pageOf(): Promise<string> {
  const rows = Object.entries(MEMBERS).flatMap(([type, names]) => {
    const eventNames = Object.keys((EVENTS as Readonly<Record<string, object>>)[type] ?? {});
    return [...names.map((name) => [name, name]), ...eventNames.map((name) => [name, `'${name}'`])].map(
      ([name = '', shown]) => `| ${type} | ${shown} | ${DIFFERENCES[`${type}.${name}`] ?? ''} |`,
    );
  });
  const text = [
    '# Electron APIs in use',
    '',
    'Written by `e2e/electron-stand-in/apis.test.ts` from `e2e/electron-stand-in/apis.ts` (`vitest -u` writes it again); the stand-in refuses any other. The names are those of `electron.d.ts`; a name in brackets stands for the statics of a class, one in quotes for an event. **All of them have run in the stand-in only, none under Electron.** The last column says where the stand-in differs from what Electron documents, or was never asked.',
    '',
    '| type | member | in the stand-in |',
    '| --- | --- | --- |',
    ...rows,
  ];
  const options = JSON.parse(readFileSync(path.join(root, '.oxfmtrc.json'), 'utf8')) as FormatOptions;
  return (await format('list.md', text.join('\n'), options)).code;
}

test('the page for developers shows the list', async () => {
  await expect(await pageOf()).toMatchFileSnapshot(path.join(root, 'docs', 'electron-apis.md'));
});

test('each difference is about something on the list', () => {
  const listed = [
    ...Object.entries(MEMBERS).flatMap(([type, names]) => names.map((name) => `${type}.${name}`)),
    ...events.map(([type, event]) => `${type}.${event}`),
  ];
  expect(Object.keys(DIFFERENCES).filter((name) => !listed.includes(name))).toEqual([]);
});
