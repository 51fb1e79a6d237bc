// Checks the words of docs/glossary.md as an oxlint rule (`words/glossary`): a type of the glossary is declared in one
// file, and no name contains a word that the glossary replaces.

import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @typedef {object} Entry
 * @property {string} word
 * @property {string} [type]   the type that carries it
 * @property {string} [home]   the file that declares the type
 * @property {string} [not]    the word that it replaces
 */

/** @param {string} markdown  @returns {Entry[]} */
export function entriesOf(markdown) {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| word '))
    .map((line) => {
      const [word, , carrier, not] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      const [, type, home] = /^`(\w+)` in `([^`]+)`$/u.exec(carrier) ?? [];
      return { word, ...(type && { type, home }), ...(not && { not }) };
    });
}

/** Turns `userKeyHeld` into ' user key held ', so that only whole words match. */
const spaced = (name) =>
  ` ${name
    .replaceAll(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .replaceAll(/[_$#]+/gu, ' ')
    .toLowerCase()
    .trim()} `;

/**
 * What is wrong with a declared name.
 * @param {Entry[]} entries
 * @param {string} name
 * @returns {string | undefined} a sentence
 */
export function wordProblem(entries, name) {
  const words = spaced(name);
  const entry = entries.find(({ not }) => not !== undefined && words.includes(` ${not} `));
  return entry && `"${entry.not}" is "${entry.word}" here (docs/glossary.md): rename ${name}.`;
}

/**
 * What is wrong with the place of a declared type.
 * @param {Entry[]} entries
 * @param {string} name
 * @param {string} file  from the project's root, with slashes
 * @returns {string | undefined} a sentence
 */
export function homeProblem(entries, name, file) {
  const entry = entries.find(({ type }) => type === name);
  if (entry === undefined || entry.home === file) return undefined;
  return `${name} means "${entry.word}" and is declared in ${entry.home} (docs/glossary.md): give this type another name.`;
}

const entries = entriesOf(readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8'));

const glossary = {
  meta: { type: 'problem', docs: { description: 'keep to the words of docs/glossary.md' } },
  create(context) {
    const file = path.relative(context.cwd, context.filename).split(path.sep).join('/');
    const check = (node, message) => message !== undefined && context.report({ node, message });
    const checkWord = (node) => {
      if (node?.type === 'Identifier' || node?.type === 'PrivateIdentifier')
        check(node, wordProblem(entries, node.name));
    };
    const checkType = (node) => {
      if (node.id === null) return;
      checkWord(node.id);
      check(node.id, homeProblem(entries, node.id.name, file));
    };
    return {
      TSInterfaceDeclaration: checkType,
      TSTypeAliasDeclaration: checkType,
      ClassDeclaration: checkType,
      FunctionDeclaration: (node) => checkWord(node.id),
      VariableDeclarator: (node) => checkWord(node.id),
      MethodDefinition: (node) => checkWord(node.key),
      PropertyDefinition: (node) => checkWord(node.key),
      TSPropertySignature: (node) => checkWord(node.key),
      TSMethodSignature: (node) => checkWord(node.key),
    };
  },
};

export default { meta: { name: 'words' }, rules: { glossary } };
