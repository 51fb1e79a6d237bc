// The pepper of a database that several machines share: a file on each machine, and in the database a mark that shows
// whether it is the right pepper. The pepper itself is never in the database, so a stolen database alone reveals no
// key.

import { existsSync } from 'node:fs';
import type pg from 'pg';
import { digestOf } from './digest.ts';
import { pepperOf } from './pepper.ts';

const MARK = 'pepper';

/**
 * The pepper in that file, created if necessary. A database without a mark gets one for this pepper.
 *
 * @throws if the database belongs to another pepper
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
