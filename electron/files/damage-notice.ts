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
  /** What each field of the file contains, in the plural: "views". */
  readonly fields: Readonly<Record<string, Text>>;
  /** Describes a lost value within a field; undefined if its path must do. */
  readonly describe: (part: LostPart) => Text | undefined;
}

const PERHAPS_MORE: Text = {
  en: 'Perhaps more: the file is damaged, so what else it contained is not known.',
  ja: 'ほかにもあった可能性があります。ファイルが壊れているため、残りの内容は分かりません。',
};

/** More parts than this are only counted. */
const MOST_NAMED = 20;

/** A file that lost some of its content. */
export function damageNotice(texts: StateTexts, { path, copy, lost }: DamagedFile): NewNotice {
  const { subject, name } = texts;
  const ofFile = lost.filter((part) => part.path.length === 0);
  const isAll = ofFile.some((part) => part.extent === undefined);
  const parts = lost
    .filter((part) => part.path.length > 0)
    // Whole fields first: only the values within one may be too many to name.
    .toSorted((a, b) => Number(a.path.length > 1) - Number(b.path.length > 1));
  const named = parts.slice(0, MOST_NAMED).map((part) => partText(texts, part));
  const further = parts.length - named.length;
  return {
    subject,
    what: {
      en: `${name.en} could not be read in full`,
      ja: `${name.ja}の一部または全部を読み取れませんでした`,
    },
    file: path,
    ...(copy === undefined ? {} : { movedTo: copy }),
    saved: isAll
      ? []
      : [{ en: 'Everything else that could be read in the file.', ja: 'それ以外の、読み取れた内容。' }],
    gone: isAll
      ? [{ en: 'Everything in the file.', ja: 'ファイルの内容すべて。' }]
      : [
          ...named,
          ...(further > 0 ? [{ en: `${further} more.`, ja: `ほか${further}件。` }] : []),
          ...(ofFile.length > 0 ? [PERHAPS_MORE] : []),
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

function partText({ fields, describe }: StateTexts, part: LostPart): Text {
  const content = part.path.length === 1 ? fields[String(part.path[0])] : undefined;
  if (content === undefined) return describe(part) ?? pathText(part);
  return part.extent === 'rest'
    ? {
        en: `Perhaps further ${content.en}: the end of that part of the file was not found.`,
        ja: `ほかの${content.ja}もあった可能性があります（その部分の終わりが見つかりません）。`,
      }
    : { en: `All ${content.en}.`, ja: `${content.ja}すべて。` };
}

function pathText({ path }: LostPart): Text {
  const place = path.join('.');
  return { en: `“${place}”.`, ja: `「${place}」。` };
}
