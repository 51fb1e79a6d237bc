// The report of a rule: the verdict first, then figures by bet, year and column, the balance, what decided it, and what
// is left out.

import { useMemo, type ReactNode } from 'react';
import { dailyBalance } from '#shared/betting/running-balance.ts';
import { betOf } from '#shared/catalogue/bets.ts';
import { tablesOfDay } from '#shared/catalogue/day-tables.ts';
import { formatValue, MISSING } from '#shared/catalogue/format.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { overlaps } from '#shared/rules/rule-problems.ts';
import { isSamePeriod, ruleContent, type Rule } from '#shared/rules/rule.ts';
import { navigation } from '../../app/navigation/navigation.ts';
import { useJobs } from '../../client/use-jobs.ts';
import { Button } from '../../components/Button.tsx';
import { Chip } from '../../components/Chip.tsx';
import { Completeness } from '../../components/Completeness.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { BalanceSection } from '../bets/BalanceSection.tsx';
import { downloadRoute } from '../table/subject-download.ts';
import { Deciding } from './Deciding.tsx';
import { FiguresTable } from './FiguresTable.tsx';
import { LeftOut } from './LeftOut.tsx';
import type { ShownReport } from './use-rule-run.ts';
import { Verdict } from './Verdict.tsx';

const PERIODS = { choosing: 'ofChoosing', checking: 'ofChecking', other: 'ofOther' } as const;

interface RuleResultProps {
  readonly shown: ShownReport;
  /** As it is in the editor now. */
  readonly present: Rule;
}

export function RuleResult({ shown, present }: RuleResultProps): ReactNode {
  const { t } = useTranslation('rules');
  const language = useLanguage();
  const { rule, report } = shown;
  const { tally, period, complete, reasons, of } = report;
  const { racesInAll } = tally.picked;
  const days = downloadRoute({ kind: 'subject', subject: 'runners', ...period });
  const download = days && <Button onPress={() => navigation.go(days)}>{t('downloadDays')}</Button>;
  const isOutdated =
    ruleContent(rule) !== ruleContent(present) ||
    !isSamePeriod(rule.choosing, present.choosing) ||
    !isSamePeriod(rule.checking, present.checking);
  return (
    <section className="rule-result" aria-label={t('result')} aria-live="polite">
      <header className="rule-result-head">
        <h2>{t(PERIODS[of])}</h2>
        <span>
          {formatRacedate(period.from, language)} – {formatRacedate(period.to, language)}
        </span>
        <Completeness
          summary={{
            records: tally.picked.runners,
            complete,
            reasons,
            quarantined: 0,
            drift: 0,
            repeated: 0,
            provisional: 0,
          }}
        />
        {!complete && racesInAll > 0 && download}
        {isOutdated ? <Chip kind="warning">{t('outdated')}</Chip> : null}
        <OlderData {...shown} />
      </header>
      {racesInAll === 0 ? (
        <EmptyState title={t('noRaces')} text={t('noRacesText')} action={download} />
      ) : (
        <Figures {...shown} />
      )}
    </section>
  );
}

/** The tables that runners are read from. */
const RUNNER_TABLES: ReadonlySet<TableCode> = new Set(
  [...SUBJECTS.runners.requires, ...SUBJECTS.runners.uses].flatMap(tablesOfDay),
);

/** Whether a download has brought more of these days since the run was asked for. */
function OlderData({ windowsBefore, report }: ShownReport): ReactNode {
  const { t } = useTranslation('rules');
  const isOlder = useJobs()?.some(
    ({ id, tables, windowsDone, ...days }) =>
      windowsBefore !== undefined &&
      windowsDone > (windowsBefore.get(id) ?? 0) &&
      overlaps(days, report.period) &&
      tables.some((table) => RUNNER_TABLES.has(table)),
  );
  return isOlder === true ? <Chip kind="warning">{t('olderData')}</Chip> : null;
}

function Figures({ rule, report, by }: ShownReport): ReactNode {
  const { t } = useTranslation('rules');
  const language = useLanguage();
  const { tally } = report;
  const balance = useMemo(() => dailyBalance(tally.days), [tally.days]);
  return (
    <>
      <Verdict rule={rule} report={report} />
      <FiguresTable
        label={t('figures')}
        what={t('what')}
        rows={[
          { key: 'all', name: t('allBets'), figures: tally.whole },
          ...(rule.bets.length === 1
            ? []
            : rule.bets.flatMap(({ bet, form }, at) => {
                const figures = tally.bets[at];
                const name = `${betOf(bet).label[language]} (${t(`forms.${form}`)})`;
                return figures === undefined ? [] : [{ key: `bet ${at}`, name, figures }];
              })),
        ]}
      />
      <BalanceSection heading="h3" report={balance} />
      <Deciding tally={tally} />
      <section className="rule-section" aria-label={t('byYear')}>
        <h3>{t('byYear')}</h3>
        <FiguresTable
          label={t('byYear')}
          what={t('year')}
          rows={tally.years.map(({ year, figures }) => ({ key: year, name: year, figures }))}
        />
      </section>
      {by === undefined ? null : <Groups by={by} tally={tally} />}
      <LeftOut rule={rule} report={report} />
    </>
  );
}

function Groups({
  by,
  tally,
}: {
  readonly by: string;
  readonly tally: ShownReport['report']['tally'];
}): ReactNode {
  const { t } = useTranslation('rules');
  const language = useLanguage();
  const column = SUBJECTS.runners.columns.find(({ name }) => name === by);
  const title = t('by', { name: column?.label[language] ?? by });
  const nameOf = (raw: string | null): string =>
    raw === null ? MISSING : column === undefined ? raw : formatValue(column, raw, language, 'kana');
  return (
    <section className="rule-section" aria-label={title}>
      <h3>{title}</h3>
      <FiguresTable
        label={title}
        what={column?.label[language] ?? by}
        rows={tally.groups.map(({ raw, figures }) => ({ key: raw ?? '', name: nameOf(raw), figures }))}
      />
      <p className="rule-hint">
        {t('ofFirst')} {tally.moreGroups ? t('moreGroups') : ''}
      </p>
    </section>
  );
}
