// The row of a job: its tables, its progress and its actions.

import type { ReactNode } from 'react';
import type { Job } from '#shared/bridge/downloads.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { durationText } from '#shared/duration-text.ts';
import { ERROR_CODES, wordsOf } from '#shared/errors.ts';
import type { Language } from '#shared/text.ts';
import { ageText, locationText, sizeText } from '../../components/format.ts';
import { Button } from '../../components/Button.tsx';
import { Chip } from '../../components/Chip.tsx';
import { useNow } from '../../components/use-now.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { ACTIONS, periodText, tablesText, type JobButton } from './job-words.ts';

interface JobRowProps {
  readonly job: Job;
  readonly onAction: (action: JobButton) => void;
}

const KINDS = {
  waiting: 'plain',
  running: 'accent',
  paused: 'warning',
  parked: 'warning',
  done: 'good',
  incomplete: 'warning',
  failed: 'error',
  cancelled: 'plain',
} as const satisfies Record<Job['state'], 'plain' | 'accent' | 'warning' | 'good' | 'error'>;

export function JobRow({ job, onAction }: JobRowProps): ReactNode {
  const { t } = useTranslation('downloads');
  const language = useLanguage();
  const tables = tablesText(job, language) ?? t('manyTables', { count: job.tables.length });
  const what = `${tables}, ${periodText(job, language)}`;
  const share = job.windowsTotal === 0 ? 0 : job.windowsDone / job.windowsTotal;
  const windows = t('windows', { done: job.windowsDone, count: job.windowsTotal });
  return (
    <tr>
      <th scope="row" title={job.tables.map((code) => TABLES[code].label[language]).join(', ')}>
        {job.kind === 'gaps' ? <Chip>{t('kinds.gaps')}</Chip> : null} {tables}
        <small>{periodText(job, language)}</small>
      </th>
      <td>
        <Chip kind={KINDS[job.state]}>{t(`states.${job.state}`)}</Chip>
        <Why job={job} language={language} />
      </td>
      <td className="job-progress">
        <div
          className="progress-track"
          role="progressbar"
          aria-label={what}
          aria-valuemin={0}
          aria-valuemax={job.windowsTotal}
          aria-valuenow={job.windowsDone}
          aria-valuetext={windows}
        >
          <div className="progress-bar" style={{ inlineSize: `${100 * share}%` }} />
        </div>
        <small>{windows}</small>
      </td>
      <td className="number">{job.records.toLocaleString(language)}</td>
      <td className="number">{sizeText(job.bytes, language)}</td>
      <td className="number">
        {job.state === 'running' ? Math.round(job.recordsPerSecond).toLocaleString(language) : ''}
      </td>
      <td className="number">
        <Remaining job={job} />
      </td>
      <td className="job-actions">
        {ACTIONS[job.state].map((action) => (
          <Button
            key={action}
            kind="quiet"
            label={t('named', { action: t(action), what })}
            onPress={() => onAction(action)}
          >
            {t(action)}
          </Button>
        ))}
      </td>
    </tr>
  );
}

/** A countdown, an estimate, or when it ended. */
function Remaining({ job }: { readonly job: Job }): ReactNode {
  const { t } = useTranslation('downloads');
  const language = useLanguage();
  const now = useNow(job.state === 'parked' ? 500 : 30_000);
  if (job.finishedAt !== undefined) {
    return (
      <time
        dateTime={new Date(job.finishedAt).toISOString()}
        title={new Date(job.finishedAt).toLocaleString(language)}
      >
        {t('ended', { when: ageText(now - job.finishedAt, language) })}
      </time>
    );
  }
  if (job.parkedUntil !== undefined && job.state === 'parked') {
    return t('parked', { time: durationText((job.parkedUntil - now) / 1000, language) });
  }
  if (job.remainingSeconds === undefined || job.state !== 'running') return null;
  return durationText(job.remainingSeconds, language);
}

/** The error that stopped the job, or why its records are incomplete. */
function Why({ job, language }: { readonly job: Job; readonly language: Language }): ReactNode {
  const { t } = useTranslation('downloads');
  const { t: shell } = useTranslation('shell');
  const code = ERROR_CODES.find((known) => known === job.error?.code);
  if (code === undefined && job.reasons.length === 0) return null;
  const words = code === undefined ? undefined : wordsOf(code, job.error?.values ?? {}, language);
  return (
    <details className="job-why">
      <summary>{t('why')}</summary>
      {words === undefined ? null : (
        <p>
          <strong>{words.title}</strong> {words.advice}
        </p>
      )}
      {job.reasons.length === 0 ? null : (
        <ul>
          {job.reasons.map(({ table, reason, where }) => (
            <li key={`${table} ${reason} ${where}`}>
              {TABLES[table].label[language]}: {shell(`incompleteness.${reason}`)} (
              {locationText(where, language)})
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
