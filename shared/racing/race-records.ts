// Facts of a race from several tables: the number of runners, and the notices to show with the rows. The window and the
// terminal share these texts.

import type { Incompleteness } from '#shared/bridge/results.ts';
import { refundsOf } from '#shared/catalogue/bets.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import type { Language, Text } from '#shared/text.ts';
import {
  headcountDifference,
  horseNumbers,
  missingFrom,
  numberIn,
  timesLookWrong,
  type RecordValues,
} from '#shared/racing/race-rows.ts';
import { deadHeats, isRun } from '#shared/racing/result-rows.ts';
import { withdrawals, type RaceRecords } from '#shared/racing/runner-words.ts';

/** Reasons why existing records may be missing here. The other reasons concern what the service itself has. */
const PARTS_LACKING: ReadonlySet<Incompleteness['reason']> = new Set<Incompleteness['reason']>([
  'count_differs', 'cut_short', 'round_number', 'paging_hint', 'outside_filter', 'repeated_records', 'duplicate_keys',
  'other_question', 'clock_ahead', 'day_missing', 'not_fetched', 'fewer_records',
]); // prettier-ignore

/** Whether a set that is incomplete for these reasons still has every record that the service has. */
export const cameWhole = (reasons: readonly Pick<Incompleteness, 'reason'>[]): boolean =>
  !reasons.some(({ reason }) => PARTS_LACKING.has(reason));

/**
 * How many horses ran or, before the race, will run, without scratched and excluded horses. A complete result decides
 * alone: it may have no record of a scratched horse, and the card with its flag may not be loaded. Otherwise the
 * program's number is used if it is larger than the number of known runners. Undefined if no number is known.
 */
export function fieldSize(records: RaceRecords): number | undefined {
  const out = withdrawals(records, 'en');
  const stated = numberIn(records.race, 'headcount');
  const wasRun = isRun(records.results);
  const named = horseNumbers(wasRun ? records.results : records.card);
  const known = new Set([...named, ...out.keys()]);
  const isWhole = wasRun && records.areResultsWhole === true;
  if (named.length === 0 || (!isWhole && stated !== undefined && known.size < stated)) return stated;
  return named.filter((number) => !out.has(number)).length;
}

/** "16 runners", "16頭". */
export const runnersText = (count: number, language: Language): string =>
  language === 'ja' ? `${count}頭` : `${count} runner${count === 1 ? '' : 's'}`;

export interface RaceNotice {
  readonly kind: 'info' | 'warning';
  readonly title: string;
  readonly text?: string;
}

const PROVISIONAL: { readonly [part in 'title' | 'text']: Text } = {
  title: { en: 'Provisional', ja: '速報' },
  text: {
    en: 'Finish, times and odds are in. IDM and corrections are still blank; they usually arrive on the Thursday after the race.',
    ja: '着順・タイム・オッズは確定していますが、IDMと補正値はまだ空です。レース後の木曜ごろに入ります。',
  },
};

const TIMES_RAW: { readonly [part in 'title' | 'text']: Text } = {
  title: { en: 'Times shown raw', ja: 'タイムは元の値のまま' },
  text: {
    en: 'These times are impossible as tenths of a second over this distance, so they are shown unchanged. The server may write minutes, seconds and tenths as four digits.',
    ja: 'この距離では0.1秒単位のタイムとしてありえない値のため、そのまま表示しています。分・秒・0.1秒を4桁で書くサーバーの可能性があります。',
  },
};

const inWords = (
  kind: RaceNotice['kind'],
  { title, text }: { readonly title: Text; readonly text: Text },
  language: Language,
): RaceNotice => ({ kind, title: title[language], text: text[language] });

/** "1 and 2", "1, 2 and 3"; "1・2・3". */
const listed = (numbers: readonly number[], language: Language): string =>
  language === 'ja'
    ? numbers.join('・')
    : [numbers.slice(0, -1).join(', '), ...numbers.slice(-1)].filter((part) => part !== '').join(' and ');

/**
 * The notices above a result. `provisional`: how many of its records still lack their indices.
 */
export function resultNotices(
  { race, results }: Pick<RaceRecords, 'race' | 'results'>,
  provisional: number,
  language: Language,
): readonly RaceNotice[] {
  const notices: RaceNotice[] = [];
  // The indices of a race arrive together: if one horse has them, the others' are blank for another reason.
  if (provisional > 0 && results.every((record) => isBlank(record['idm'])))
    notices.push(inWords('info', PROVISIONAL, language));
  if (timesLookWrong(results, numberIn(race, 'distance')))
    notices.push(inWords('warning', TIMES_RAW, language));
  for (const { place, numbers } of deadHeats(results)) {
    const horses = listed(numbers, language);
    const title =
      language === 'ja' ? `${place}着同着: ${horses}番` : `Dead heat for place ${place}: numbers ${horses}`;
    notices.push({ kind: 'info', title });
  }
  return notices;
}

/** The notice of refunded horses; undefined if there are none. */
export function refundNotice(payoffs: RecordValues | undefined, language: Language): RaceNotice | undefined {
  const numbers = payoffs === undefined ? [] : refundsOf(payoffs);
  if (numbers.length === 0) return undefined;
  const horses = numbers.join(', ');
  return language === 'ja'
    ? { kind: 'info', title: '返還', text: `馬番${horses}は返還されました。` }
    : { kind: 'info', title: 'Refunded', text: `All stakes on number ${horses}.` };
}

/**
 * The notice that the number of records differs from the race's, or that runners on the card have no record. `card` is
 * omitted if the records are the card.
 */
export function headcountNotice(
  race: RecordValues | undefined,
  records: readonly RecordValues[],
  {
    card = [],
    withdrawn,
  }: { readonly card?: readonly RecordValues[]; readonly withdrawn: ReadonlySet<number> },
  language: Language,
): RaceNotice | undefined {
  const difference = headcountDifference(race, records, withdrawn);
  const missing = missingFrom(records, card).filter((number) => !withdrawn.has(number));
  const missed =
    missing.length === 0
      ? undefined
      : language === 'ja'
        ? `このデータにない馬番: ${missing.join(', ')}`
        : `Not in these records: number ${missing.join(', ')}.`;
  if (difference === undefined) return missed === undefined ? undefined : { kind: 'warning', title: missed };
  const { stated, found } = difference;
  const title =
    language === 'ja'
      ? `番組では${stated}頭ですが、このデータには${found}頭あります。`
      : `The program states ${stated} runners, but these records have ${found}.`;
  return { kind: 'warning', title, ...(missed === undefined ? {} : { text: missed }) };
}
