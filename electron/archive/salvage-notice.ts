// A notice for the user about what happened to a damaged archive.

import { TABLES } from '#shared/catalogue/tables.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import type { Language, Text } from '#shared/text.ts';
import type { NewNotice } from '../files/notices.ts';
import type { Salvage, SalvagedTable } from './salvage.ts';

/** `isSample`: the archive contains the sample data. */
export function noticeOf(salvaged: Salvage, isSample: boolean): NewNotice {
  const gone = goneOf(salvaged);
  return {
    subject: 'archive',
    what: isSample
      ? { en: 'The archive of the sample data was damaged', ja: 'サンプルの保存データが壊れていました' }
      : { en: 'The archive was damaged', ja: '保存データが壊れていました' },
    file: salvaged.file,
    movedTo: salvaged.movedTo,
    saved: savedOf(salvaged),
    gone: gone.length > 0 ? gone : [{ en: 'Nothing.', ja: 'ありません。' }],
    advice:
      gone.length > 0
        ? {
            en: 'In Downloads, choose the period and fill the gaps: only what is missing is fetched again. After that the damaged file may be deleted.',
            ja: 'ダウンロード画面で期間を選び「欠けた日を補う」を押すと、足りない分だけを取得し直します。その後、壊れたファイルは削除してかまいません。',
          }
        : {
            en: 'There is nothing to do, and the damaged file may be deleted. If this happens again, check the disk of this machine.',
            ja: '操作は不要です。壊れたファイルは削除してかまいません。繰り返す場合はディスクを点検してください。',
          },
  };
}

function savedOf({ tables, repairedBytes }: Salvage): Text[] {
  const repaired: Text[] =
    repairedBytes === 0
      ? []
      : [
          {
            en: `${repairedBytes === 1 ? 'One damaged byte was' : `${repairedBytes} damaged bytes were`} put right.`,
            ja: `破損した${repairedBytes}バイトを修復しました。`,
          },
        ];
  const whole = tables.filter(({ isDamaged }) => !isDamaged);
  const wholeRecords = sum(whole);
  const wholeTables: Text[] =
    whole.length === 0
      ? []
      : [
          {
            en: `All records of ${whole.length === 1 ? '1 table' : `${whole.length} tables`} (${wholeRecords.toLocaleString('en')}).`,
            ja: `${whole.length}テーブルの全レコード（${wholeRecords.toLocaleString('ja')}件）。`,
          },
        ];
  const parts = tables
    .filter(({ isDamaged, records }) => isDamaged && records > 0)
    .map(({ table, records }): Text => {
      const { label } = TABLES[table];
      return {
        en: `${label.en} (${table}): ${records.toLocaleString('en')} records.`,
        ja: `${label.ja}（${table}）: ${records.toLocaleString('ja')}件。`,
      };
    });
  const all = [...repaired, ...wholeTables, ...parts];
  return all.length > 0 ? all : [{ en: 'Nothing could be read.', ja: '読み取れたものはありません。' }];
}

function goneOf(salvaged: Salvage): Text[] {
  if (!salvaged.isReadable)
    return [{ en: 'All records of this archive.', ja: 'この保存データの全レコード。' }];
  const gone = salvaged.tables.filter(({ isDamaged }) => isDamaged).map(goneOfTable);
  if (salvaged.isLogLost) {
    gone.push({
      en: 'The downloads of the last minutes before the damage.',
      ja: '破損直前の数分間にダウンロードした分。',
    });
  }
  if (salvaged.isCoverageLost) {
    gone.push({
      en: 'The note of what is complete: every day counts as unchecked until it is fetched again.',
      ja: 'どの日が揃っているかの記録。取得し直すまで、すべての日が未確認になります。',
    });
  }
  if (salvaged.isAsideLost) {
    gone.push({
      en: 'Records that had been kept apart because they were not asked for.',
      ja: '条件外として分けて保持していたレコード。',
    });
  }
  if (salvaged.areVersionsLost) {
    gone.push({
      en: 'Earlier odds, cards and pre-race data of coming and run races. They cannot be fetched again.',
      ja: '過去の時点のオッズ・出馬表・直前情報。取得し直すことはできません。',
    });
  }
  return gone;
}

function goneOfTable({ table, records, lostDays }: SalvagedTable): Text {
  const { label } = TABLES[table];
  const of = (language: Language): string => {
    const name = language === 'en' ? `${label.en} (${table})` : `${label.ja}（${table}）`;
    const [first, last] = [lostDays[0], lostDays.at(-1)];
    if (first === undefined || last === undefined) {
      const some = records > 0;
      if (language === 'en') return `${name}: ${some ? 'some' : 'all'} records.`;
      return `${name}: ${some ? '一部' : '全部'}。`;
    }
    const period = [...new Set([first, last])].map((day) => formatRacedate(day, language));
    const count = lostDays.length;
    if (language === 'en')
      return `${name}: ${count === 1 ? '1 day' : `${count} days`}, ${period.join(' to ')}.`;
    return `${name}: ${count}日、${period.join('〜')}。`;
  };
  return { en: of('en'), ja: of('ja') };
}

const sum = (tables: readonly SalvagedTable[]): number =>
  tables.reduce((total, { records }) => total + records, 0);
