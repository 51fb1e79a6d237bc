// This week's work against the works of the trainer's winners: where, how hard and how fast those were done.

import type { ReactNode } from 'react';
import type { TFunction } from 'i18next';
import type { StoredWorks } from '#shared/bridge/races.ts';
import { MISSING, formatBare } from '#shared/catalogue/format.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import { addDays, formatRacedate } from '#shared/racing/racedate.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { compareWork, FEWEST, type RangeComparison, type Share } from '#shared/racing/trainer-works.ts';
import type { Language } from '#shared/text.ts';
import { navigation } from '../../../app/navigation/navigation.ts';
import { Button } from '../../../components/Button.tsx';
import { Completeness } from '../../../components/Completeness.tsx';
import { useLanguage, useTranslation } from '../../../text/text.ts';
import { downloadRoute } from '../../table/subject-download.ts';

interface WinnerWorksProps {
  /** This week's. */
  readonly work: RecordValues;
  /** As shown; empty if it is not known. */
  readonly trainer: string;
  readonly works: StoredWorks;
  /** Of the race: the works are those before it, YYYYMMDD. */
  readonly racedate: string;
}

/** Kinds of work or courses shown of the winners. */
const MOST_SHARES = 3;

export function WinnerWorks({ work, trainer, works, racedate }: WinnerWorksProps): ReactNode {
  const { t } = useTranslation('training');
  const language = useLanguage();
  const { summary } = works;
  const comparison = compareWork(work, works.winners);
  const { n, since } = comparison;
  const download = downloadRoute({ kind: 'subject', subject: 'works', to: addDays(racedate, -1) });
  const title = trainer === '' ? t('winnersOfNobody') : t('winners', { trainer });
  return (
    <section aria-label={title}>
      <div className="work-bar">
        <h3>{title}</h3>
        {!summary.complete && (
          <Completeness summary={{ ...summary, records: works.ofTrainer, provisional: 0 }} />
        )}
        {!summary.complete && download !== undefined && (
          <Button kind="quiet" onPress={() => navigation.go(download)}>
            {t('download')}
          </Button>
        )}
      </div>
      <p className="work-note">
        {since === undefined
          ? t('winnersNone', { count: works.ofTrainer })
          : t('winnersOf', { count: n, since: formatRacedate(since, language) ?? since })}{' '}
        {works.winnersInAll > works.winners.length && t('winnersCut', { read: works.winners.length })}{' '}
        {works.ofTrainer > 0 &&
          t('winnersFrom', { withResult: works.withResult, ofTrainer: works.ofTrainer })}{' '}
        {works.withoutCard > 0 && t('withoutCard', { count: works.withoutCard })}
      </p>
      {n > 0 && (
        <table className="small-table work-table" aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('what')}</th>
              <th scope="col">{t('thisWork')}</th>
              <th scope="col">{t('winnersWorks')}</th>
              <th scope="col" className="number">
                n
              </th>
              <th scope="col">{t('inWords')}</th>
            </tr>
          </thead>
          <tbody>
            <ShareLine field="exercise_course_cd" work={work} shares={comparison.courses} />
            <ShareLine field="work_kind" work={work} shares={comparison.efforts} />
            {comparison.ranges.map((range) => (
              <RangeLine key={range.field} range={range} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const labelOf = (field: string, language: Language): string =>
  columnOf('t_ch', field)?.label[language] ?? field;

function valueOf(field: string, raw: string | null | undefined, language: Language): string {
  const column = columnOf('t_ch', field);
  return column === undefined ? (raw ?? MISSING) : formatBare(column, raw ?? null, language);
}

const percent = (part: number, all: number): string => `${Math.round((100 * part) / all)}%`;

interface ShareLineProps {
  readonly field: 'exercise_course_cd' | 'work_kind';
  readonly work: RecordValues;
  readonly shares: readonly Share[];
}

/** The most frequent codes of the winners, and whether this work's is one of theirs. */
function ShareLine({ field, work, shares }: ShareLineProps) {
  const { t } = useTranslation('training');
  const language = useLanguage();
  const n = shares.reduce((sum, each) => sum + each.n, 0);
  const own = work[field]?.trim() ?? '';
  const same = shares.find(({ code }) => code === own)?.n ?? 0;
  const shown = shares
    .slice(0, MOST_SHARES)
    .map((each) => `${valueOf(field, each.code, language)} ${percent(each.n, n)}`);
  const isMostUsual = shares.every(({ code, n: each }) => code === own || each < same);
  const words =
    own === '' || n === 0
      ? t('notKnown')
      : n < FEWEST
        ? t('tooFew', { n })
        : same === 0
          ? t('neverSo', { n })
          : t(isMostUsual ? 'mostUsual' : 'alsoSo', { same, n });
  return (
    <tr>
      <th scope="row">{labelOf(field, language)}</th>
      <td>{valueOf(field, own || null, language)}</td>
      <td>
        {shown.join(t('comma')) || MISSING}
        {shares.length > MOST_SHARES && `${t('comma')}…`}
      </td>
      <td className="number">{n}</td>
      <td>{words}</td>
    </tr>
  );
}

function RangeLine({ range: { field, n, range, own, place } }: { readonly range: RangeComparison }) {
  const { t } = useTranslation('training');
  const language = useLanguage();
  const shown = (value: number | undefined): string =>
    value === undefined ? MISSING : valueOf(field, String(value), language);
  return (
    <tr>
      <th scope="row">
        {labelOf(field, language)} {field === 'oikirisisu' ? null : <small>{t('onThisCourse')}</small>}
      </th>
      <td>{shown(own)}</td>
      <td>
        {range === undefined ? MISSING : `${shown(range.low)}–${shown(range.high)}`}{' '}
        {range === undefined ? null : <small>{t(range.isMiddle ? 'middle' : 'lowToHigh')}</small>}
      </td>
      <td className="number">{n}</td>
      <td>{rangeWords({ field, n, own, place }, t)}</td>
    </tr>
  );
}

/** A lower time is faster, a lower index is worse. */
function rangeWords(
  { field, n, own, place }: Pick<RangeComparison, 'field' | 'n' | 'own' | 'place'>,
  t: TFunction<'training'>,
): string {
  if (own === undefined) return t('notKnown');
  if (place === undefined) return t('tooFew', { n });
  if (place === 'inside') return t('inside');
  const isTime = field !== 'oikirisisu';
  if (place === 'below') return t(isTime ? 'faster' : 'lower');
  return t(isTime ? 'slower' : 'higher');
}
