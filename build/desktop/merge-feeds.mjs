// The packages of a release, made on several machines, as one folder: `node build/desktop/merge-feeds.mjs FROM TO`, where
// FROM has a folder per machine. Two machines write a list of versions of the same name for the processors of one
// system; the lists become one, from which the updater takes what fits.

import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { dump, load } from 'js-yaml';

const FEED = /^latest.*\.yml$/u;

/**
 * @param {{ version: string, files: object[] }[]} feeds  as electron-builder writes them
 * @throws if they are of different versions
 */
export function mergeFeeds(feeds) {
  const versions = new Set(feeds.map(({ version }) => version));
  if (versions.size !== 1)
    throw new Error(`The packages are of different versions: ${[...versions].join(', ')}.`);
  return { ...feeds[0], files: feeds.flatMap(({ files }) => files) };
}

function main([from, to]) {
  mkdirSync(to, { recursive: true });
  const files = globSync(path.join(from, '*', '*'));
  const byName = Map.groupBy(files, (file) => path.basename(file));
  for (const [name, found] of byName) {
    if (FEED.test(name)) {
      const feeds = found.map((file) => load(readFileSync(file, 'utf8')));
      writeFileSync(path.join(to, name), dump(mergeFeeds(feeds)));
    } else if (found.length > 1) throw new Error(`Two packages have the name ${name}.`);
    else copyFileSync(found[0], path.join(to, name));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
