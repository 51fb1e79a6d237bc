// The pepper of a database that several machines share: a file on each, and in the database a mark that shows whether
// it is the right one. The pepper itself is never there, so that a stolen database alone reveals no key.

import { existsSync } from 'node:fs';
import type pg from 'pg';
import { digestOf } from './digest.ts';
import { pepperOf } from './pepper.ts';

const MARK = 'pepper';

/**
 * The pepper in that file; a database without a mark gets one for this pepper, which is made if necessary.
 *
 * @throws where the database belongs with another
 */
export async function agreedPepper(pool: pg.Pool, file: string): Promise<Buffer> {
  const stored = await markOf(pool);
  if (stored !== undefined && !existsSync(file)) throw new Error(notIts(file));
  const pepper = pepperOf(file);
  const mark = digestOf('the pepper of this database', pepper).toString('hex');
  if (stored === undefined) {
    await pool.query('INSERT INTO agreed (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [MARK, mark]);
  }
  if ((stored ?? (await markOf(pool))) !== mark) throw new Error(notIts(file));
  return pepper;
}

async function markOf(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ value: string }>('SELECT value FROM agreed WHERE name = $1', [MARK]);
  return rows[0]?.value;
}

const notIts = (file: string): string =>
  `The keys in this database were issued with another pepper. Copy the file "pepper" of the first machine to ${file}.`;
