// Horses, jockeys, trainers and sires over the chosen days: runs, rates, and what a flat 100 yen on each run returned.

import { date, integer, key, name, rate, type ColumnDraft } from '#shared/catalogue/records/build.ts';
import { computed, subjectColumns } from '#shared/catalogue/subjects/build.ts';
import { OWN_HORSE, OWN_JOCKEY, OWN_SIRE, OWN_TRAINER } from '#shared/catalogue/subjects/own.ts';
import { RIDER_RECORD } from '#shared/catalogue/subjects/rider.ts';
import type { Subject, SubjectColumn, PeopleName } from '#shared/catalogue/subjects/subject.ts';
import type { Text } from '#shared/text.ts';

// prettier-ignore
const FIGURES: readonly SubjectColumn[] = [
  ...computed('career', [
    integer('runs', ['Runs', 'Runs', 'Number of runs: starts with a result, without those scratched or excluded.'], ['出走回数', '出走', '成績のある出走の数。取消・除外は含まない。']),
    integer('wins', ['Wins', 'Wins', 'Number of runs won, dead heats included.'], ['1着', '1着', '1着の回数（同着を含む）。']),
    integer('seconds', ['Seconds', '2nd', 'Number of runs finished second.'], ['2着', '2着', '2着の回数。']),
    integer('thirds', ['Thirds', '3rd', 'Number of runs finished third.'], ['3着', '3着', '3着の回数。']),
    rate('win_rate', ['Win rate', 'Win %', 'Share of the runs that were won.'], ['勝率', '勝率', '出走に占める1着の割合。']),
    rate('top2_rate', ['First-two rate', 'Top 2 %', 'Share of the runs that finished in the first two.'], ['連対率', '連対率', '出走に占める2着以内の割合。']),
    rate('top3_rate', ['First-three rate', 'Top 3 %', 'Share of the runs that finished in the first three.'], ['複勝率', '複勝率', '出走に占める3着以内の割合。']),
  ]),
  ...computed('win', [
    integer('paid_runs', ['Runs with payoffs', 'Paid n', 'Number of runs whose race has its payoffs stored, without refunded ones: the n of the win return.'], ['払戻のある出走', '払戻n', '払戻が保存されているレースの出走数（返還を除く）。単勝回収率の母数。']),
    rate('win_return', ['Win return', 'Win ret', 'Return of 100 yen to win on each run with payoffs: 100 gives the stakes back. From the payoff tables only.'], ['単勝回収率', '単回', '払戻のある出走すべての単勝を100円買った回収率。払戻データのみから。']),
    integer('place_paid_runs', ['Runs with place payoffs', 'Pl n', 'Number of runs whose race has place payoffs stored, without refunded ones: the n of the place return.'], ['複勝払戻のある出走', '複n', '複勝の払戻が保存されているレースの出走数（返還を除く）。複勝回収率の母数。']),
    rate('place_return', ['Place return', 'Pl ret', 'Return of 100 yen to place on each run with payoffs: 100 gives the stakes back. From the payoff tables only.'], ['複勝回収率', '複回', '払戻のある出走すべての複勝を100円買った回収率。払戻データのみから。']),
  ]),
  ...computed('data', [
    date('first_day', ['First run', 'First', 'Day of the first of these runs.'], ['最初の出走', '最初', '集計した最初の出走日。']),
    date('last_day', ['Last run', 'Last', 'Day of the last of these runs.'], ['最後の出走', '最後', '集計した最後の出走日。']),
  ]),
];

const OWN: Readonly<Record<PeopleName, readonly SubjectColumn[]>> = {
  horses: OWN_HORSE,
  jockeys: OWN_JOCKEY,
  trainers: OWN_TRAINER,
  sires: OWN_SIRE,
};

/** Beside the entry: a run is its rider's, whom the pre-race record may name (rider.ts). */
const USES: Readonly<Partial<Record<PeopleName, Subject['uses']>>> = { jockeys: [RIDER_RECORD] };

const people = (
  subject: PeopleName,
  label: Text,
  purpose: Text,
  identity: readonly ColumnDraft[],
  /** How many of them tell one from all others. */
  keyed = 1,
): Subject => {
  const columns = [...computed('identity', identity), ...FIGURES];
  return {
    name: subject,
    label,
    purpose,
    columns: subjectColumns(
      columns.map((column) => column.name),
      columns,
      OWN[subject],
    ),
    primaryKey: identity.slice(0, keyed).map((column) => column.name),
    order: ['runs'],
    requires: ['entry', 'result', 'payoff'],
    uses: USES[subject] ?? [],
  };
};

// prettier-ignore
export const PEOPLE: Readonly<Record<PeopleName, Subject>> = {
  horses: people('horses', { en: 'Horses', ja: '競走馬' }, { en: 'One horse with its runs, rates and returns over the chosen days.', ja: '一頭の馬の、指定期間の出走数・率・回収率。' }, [
    key('horse_id', ['Horse ID', 'Horse ID', 'The service’s own identifier of the horse, 12 characters.'], ['馬ID', '馬ID', 'サービスが馬ごとに付ける12文字の識別子。']),
    name('horse_name', ['Horse', 'Horse', 'Name of the horse.'], ['馬名', '馬名', '馬の名前。']),
  ]),
  jockeys: people('jockeys', { en: 'Jockeys', ja: '騎手' }, { en: 'One jockey with rides, rates and returns over the chosen days. After a change of jockey a ride counts for who rode.', ja: '一人の騎手の、指定期間の騎乗数・率・回収率。乗り替わりは実際に騎乗した騎手で数える。' }, [
    key('jockey_cd', ['Jockey code', 'Jky code', 'Identifies the jockey.'], ['騎手コード', '騎手C', '騎手の識別コード。']),
    name('jockey_name', ['Jockey', 'Jockey', 'Name as in the newest of the cards and pre-race records.'], ['騎手', '騎手', '最新の出馬表・直前情報での名前。']),
  ]),
  trainers: people('trainers', { en: 'Trainers', ja: '調教師' }, { en: 'One trainer with runs, rates and returns over the chosen days.', ja: '一人の調教師の、指定期間の出走数・率・回収率。' }, [
    key('trainer_cd', ['Trainer code', 'Tr code', 'Identifies the trainer.'], ['調教師コード', '調教師C', '調教師の識別コード。']),
    name('trainer_name', ['Trainer', 'Trainer', 'Name as on the newest of the cards.'], ['調教師', '調教師', '最新の出馬表での名前。']),
  ]),
  sires: people('sires', { en: 'Sires', ja: '種牡馬' }, { en: 'One sire with the runs, rates and returns of its offspring over the chosen days.', ja: '一頭の種牡馬の産駒の、指定期間の出走数・率・回収率。' }, [
    name('sire_name', ['Sire', 'Sire', 'Name of the sire.'], ['父馬名', '父', '父馬の名前。']),
    integer('sire_birth_year', ['Sire’s birth year', 'Sire yr', 'Birth year of the sire, which tells sires of one name apart.'], ['父馬生年', '父生年', '父馬の生年。同名の馬を区別する。']),
  ], 2),
};
