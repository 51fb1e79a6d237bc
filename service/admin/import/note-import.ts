// What an import loaded, for the audit log.

import { basename } from 'node:path';
import { openAccountsAlone } from '../../accounts/open-accounts.ts';
import { databaseUrlOf } from '../../options.ts';
import type { AdminTerminal } from '../command.ts';
import type { ImportCounts } from './import-files.ts';

/** What was loaded, from files by name, without their folders. */
export function importDetail(
  table: string,
  files: readonly string[],
  { stored, known, rejected }: ImportCounts,
): string {
  const names = files.slice(0, 3).map((file) => basename(file));
  if (files.length > names.length) names.push('...');
  return `${table}: ${stored} stored, ${known} known, ${rejected} rejected, from ${names.join(', ')}`;
}

/** Adds an entry for each detail to the audit log. @param folder has the accounts, unless they are in a database */
export async function noteImports(
  folder: string,
  { environment, now, operator }: AdminTerminal,
  details: readonly string[],
): Promise<void> {
  const accounts = openAccountsAlone(folder, await databaseUrlOf(environment));
  try {
    for (const detail of details) {
      await accounts.log({
        at: now().toISOString(),
        operator,
        action: 'import',
        user: null,
        key_id: null,
        detail,
      });
    }
  } finally {
    await accounts.close();
  }
}
