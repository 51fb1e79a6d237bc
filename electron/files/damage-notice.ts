// Notices about state files that could not be read completely, or that a newer version wrote.

import type { Text } from '#shared/text.ts';
import { wordsOf } from '#shared/errors.ts';
import type { NewNotice } from './notices.ts';
import type { DamagedFile } from './json-file.ts';
import type { LostPart } from './salvage.ts';

export interface StateTexts {
  readonly subject: 'settings' | 'views' | 'downloads' | 'exports' | 'annotations' | 'bets' | 'rules' | 'sql';
  /** What the file contains, as the start of a title: "The settings". */
  readonly name: Text;
  /** Describes a lost part; undefined if its path must do. */
  readonly describe: (part: LostPart) => Text | undefined;
}

/** More parts than this are only counted. */
const MOST_NAMED = 20;

/** A file that lost some of its content. */
export function damageNotice(
  { subject, name, describe }: StateTexts,
  { path, copy, lost }: DamagedFile,
): NewNotice {
  const isAll = lost.some((part) => part.path.length === 0);
  const named = lost.slice(0, MOST_NAMED).map((part) => describe(part) ?? pathText(part));
  const further = lost.length - named.length;
  return {
    subject,
    what: {
      en: `${name.en} could not be read in full`,
      ja: `${name.ja}の一部または全部を読み取れませんでした`,
    },
    file: path,
    ...(copy === undefined ? {} : { movedTo: copy }),
    saved: isAll ? [] : [{ en: 'Everything else in the file.', ja: 'それ以外の内容。' }],
    gone: [
      ...(isAll ? [{ en: 'Everything in the file.', ja: 'ファイルの内容すべて。' }] : named),
      ...(further > 0 && !isAll ? [{ en: `${further} more.`, ja: `ほか${further}件。` }] : []),
    ],
    advice:
      copy === undefined
        ? {
            en: 'No copy of the file could be made, so it was left as it is and no change to it can be kept. Check that the disk has space and that files in the data folder may be written.',
            ja: '控えを作れなかったため、ファイルはそのまま残してあり、変更は保存できません。ディスクの空きと、データフォルダに書き込めることを確認してください。',
          }
        : {
            en: 'A copy of the file as it was found is kept under the name given here.',
            ja: '見つかったときのファイルは、ここに示した名前で残してあります。',
          },
  };
}

/** A file of a newer version, found at every start until the user deals with it. */
export function newerNotice({ subject, name }: StateTexts, path: string): NewNotice {
  const { advice } = wordsOf('FILE_NEWER', { path }, 'en');
  return {
    subject,
    key: 'newer',
    what: {
      en: `${name.en}: written by a newer version of Railbird`,
      ja: `${name.ja}: 新しいバージョンの Railbird が書いたファイルです`,
    },
    file: path,
    saved: [],
    gone: [],
    advice: { en: advice, ja: wordsOf('FILE_NEWER', { path }, 'ja').advice },
  };
}

function pathText({ path }: LostPart): Text {
  const place = path.join('.');
  return { en: `“${place}”.`, ja: `「${place}」。` };
}
