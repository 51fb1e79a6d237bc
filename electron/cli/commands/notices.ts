// railbird notices [--dismiss ID|all]: files that were quarantined in the data folder, until they are dismissed.

import type { Notice } from '#shared/bridge/notices.ts';
import { UsageError } from '../command-error.ts';
import type { CliCommand } from '../command.ts';

export const notices: CliCommand = {
  name: 'notices',
  usage: '[--dismiss ID|all]',
  summary: 'damaged files that were quarantined: what was saved and what was lost',
  notes: [
    'A damaged file is never deleted: it gets another name, and a notice says where it is, what was saved of it and what\nis gone. Every command mentions the notices on standard error until they are dismissed here or in the window.\nDismissing deletes nothing but the notice.',
  ],
  examples: ['notices', 'notices --dismiss all'],
  options: [{ name: 'dismiss', value: 'ID|all', help: 'do not mention this notice again, or none of them' }],
  run: async ({ values }, { notices: kept, terminal }) => {
    const listed = await kept.list();
    const dismissed = values['dismiss'];
    if (typeof dismissed !== 'string') {
      await terminal.write(
        listed.length === 0 ? 'There are no notices.\n' : listed.map(described).join('\n'),
      );
      return undefined;
    }
    const chosen = dismissed === 'all' ? listed : listed.filter(({ id }) => id === dismissed);
    if (chosen.length === 0 && dismissed !== 'all')
      throw new UsageError(`There is no notice "${dismissed}".`);
    for (const { id } of chosen) await kept.dismiss(id);
    await terminal.write(`${chosen.length === 1 ? '1 notice' : `${chosen.length} notices`} dismissed.\n`);
    return undefined;
  },
};

function described(notice: Notice): string {
  const lines = [
    ['id', notice.id],
    ...(notice.file === undefined ? [] : [['file', notice.file]]),
    ...(notice.movedTo === undefined ? [] : [['now at', notice.movedTo]]),
    ...notice.saved.map(({ en }) => ['saved', en]),
    ...notice.gone.map(({ en }) => ['gone', en]),
    ...(notice.advice === undefined ? [] : [['next', notice.advice.en]]),
  ];
  const rows = lines.map(([label = '', words]) => `  ${label.padEnd(6)}  ${words}\n`);
  return `${timeOf(notice)}  ${notice.what.en}\n${rows.join('')}`;
}

/** The one line that every command prints. Undefined if there is nothing to mention. */
export function mentionOf(notices: readonly Notice[], program: string): string | undefined {
  const [newest] = notices;
  if (newest === undefined) return undefined;
  const more = notices.length > 1 ? ` (and ${notices.length - 1} more)` : '';
  return `Notice: ${newest.what.en}, ${timeOf(newest)}${more}. "${program} notices" says what was saved and what is gone; "${program} notices --dismiss all" ends this line.`;
}

/** To the minute, in UTC as everywhere in the terminal. */
const timeOf = ({ at }: Notice): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
