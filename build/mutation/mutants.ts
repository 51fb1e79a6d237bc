// Mutants of source files: Stryker's instrumenter puts all of them into one program, each behind a switch.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Instrumenter, type InstrumenterOptions } from '@stryker-mutator/instrumenter';

export interface Mutant {
  /** The number of its switch in this instrumented program. */
  readonly id: string;
  /** Relative to the project's root, with slashes. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly kind: string;
  /**
   * The line that it starts in, trimmed. Together with `change` it identifies the mutant while the code around it
   * moves.
   */
  readonly code: string;
  /** `original code -> mutated code`, on one line. */
  readonly change: string;
}

export interface Instrumented {
  readonly mutants: readonly Mutant[];
  /** The program with all mutants in it, by file. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Log lines and programmer errors change nothing that a user sees. */
const FOR_NO_USER = /^(?:.*\.)?(?:log|logger)\.(?:trace|debug|info|warn|error)$/u;

/** The part of Babel's syntax tree in use: its own types are not installed. */
type Syntax = Readonly<Record<string, unknown>>;

const leavesLogOut: InstrumenterOptions['ignorers'][number] = {
  shouldIgnore: (place) => {
    const { node: found } = place as unknown as { readonly node: Syntax };
    const node = found['type'] === 'ExpressionStatement' ? (found['expression'] as Syntax) : found;
    return node['type'] === 'CallExpression' && FOR_NO_USER.test(nameOf(node['callee'] as Syntax))
      ? 'a line of the log'
      : undefined;
  },
};

/** `log.warn` for the syntax that calls it; '' for anything but a chain of names. */
function nameOf({ type, name, object, property }: Syntax): string {
  if (type === 'Identifier') return String(name);
  return type === 'MemberExpression' ? `${nameOf(object as Syntax)}.${nameOf(property as Syntax)}` : '';
}

const SILENT = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} };

/**
 * What the instrumented code calls instead of Stryker's own functions: a loop over bytes or rows passes hundreds of
 * switches per iteration, so each may cost no more than a comparison of numbers. `var`, because it also has to exist in
 * import cycles.
 */
const SWITCHES = [
  'var mutantOn = globalThis.railbirdMutation?.on;',
  'var mutantHit = globalThis.railbirdMutation?.hit;',
  'var mutantReached = globalThis.railbirdMutation?.reach;',
].join(' ');

/** The instrumenter's calls as comparisons. */
const switched = (code: string): string =>
  code
    .replaceAll(/\bstryMutAct_9fa48\("(\d+)"\)/gu, '(mutantOn === $1 && mutantHit())')
    .replaceAll(
      /\bstryCov_9fa48\(([^)]*)\)/gu,
      (_call, ids: string) => `(mutantReached && mutantReached(${ids.replaceAll('"', '')}))`,
    );

/** A long text is cut to this length. */
const SHOWN = 100;

const onOneLine = (code: string): string => code.replaceAll(/\s+/gu, ' ').trim();
const short = (code: string): string => (code.length > SHOWN ? `${code.slice(0, SHOWN)}…` : code);

/** The code between two positions of a file; lines and columns from 0. */
function between(lines: readonly string[], start: Place, end: Place): string {
  const cut = lines.slice(start.line, end.line + 1);
  cut[cut.length - 1] = (cut.at(-1) ?? '').slice(0, end.column);
  cut[0] = (cut[0] ?? '').slice(start.column);
  return cut.join('\n');
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * @param root   the project's root
 * @param files  from the root
 * @param texts  whether texts are emptied too
 */
export async function instrument(
  root: string,
  files: readonly string[],
  texts: boolean,
): Promise<Instrumented> {
  const read = files.map((name) => ({
    name,
    mutate: true,
    content: readFileSync(path.join(root, name), 'utf8'),
  }));
  const instrumenter = new Instrumenter(SILENT as unknown as ConstructorParameters<typeof Instrumenter>[0]);
  const made = await instrumenter.instrument(read, {
    plugins: null,
    ignorers: [leavesLogOut],
    excludedMutations: texts ? [] : ['StringLiteral'],
    noHeader: true,
  });
  const lines = new Map(read.map(({ name, content }) => [name, content.split('\n')]));
  const mutants = made.mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ id, fileName, location, mutatorName, replacement }) => {
      const ofFile = lines.get(fileName) ?? [];
      const original = onOneLine(between(ofFile, location.start, location.end));
      return {
        id,
        file: fileName,
        line: location.start.line + 1,
        kind: mutatorName,
        code: (ofFile[location.start.line] ?? '').trim(),
        change: `${short(original)} -> ${short(onOneLine(replacement))}`,
      };
    });
  return {
    mutants,
    sources: new Map(made.files.map(({ name, content }) => [name, `${SWITCHES}\n${switched(content)}`])),
  };
}
