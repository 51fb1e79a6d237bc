// The finished file: its path, its size, and whether it is complete.

import type { ReactNode } from 'react';
import type { Summary } from '#shared/bridge/results.ts';
import { Completeness } from '../../components/Completeness.tsx';
import { Notice } from '../../components/Notice.tsx';
import { DownloadLink } from '../../components/WrittenFile.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { CopyPath } from './CopyPath.tsx';
import { sizeText } from '../../components/format.ts';
import type { Done } from './export-jobs.ts';
import { Reveal } from './Reveal.tsx';

export function ExportDone({
  done,
  exportId,
  summary,
  absent,
  isNeutralized,
}: {
  readonly done: Done;
  readonly exportId: string;
  readonly summary: Summary | undefined;
  /** Columns of the layout that the result does not have. */
  readonly absent: readonly string[];
  /** Whether cells that look like formulas were neutralized. */
  readonly isNeutralized: boolean;
}): ReactNode {
  const { t } = useTranslation('exports');
  const language = useLanguage();
  return (
    <div className="export-done" role="status">
      {done.complete ? (
        <Notice kind="info" title={t('doneComplete')} />
      ) : (
        <Notice kind="warning" title={t('doneIncomplete')}>
          {t('doneIncompleteText')}
          {summary === undefined || summary.complete ? null : <Completeness summary={summary} />}
        </Notice>
      )}
      <dl className="export-facts">
        <dt>{t('file')}</dt>
        <dd>
          <code>{done.path}</code>
        </dd>
        <dt>{t('records')}</dt>
        <dd>{done.records.toLocaleString(language)}</dd>
        <dt>{t('columns')}</dt>
        <dd>{done.columns.toLocaleString(language)}</dd>
        <dt>{t('size')}</dt>
        <dd>{sizeText(done.bytes, language)}</dd>
        <dt>SHA-256</dt>
        <dd>
          <code className="export-sha">{done.sha256}</code>
        </dd>
      </dl>
      {absent.length === 0 ? null : <p>{t('absent', { names: absent.join(', ') })}</p>}
      {done.formulas > 0 ? (
        <p>
          {t(isNeutralized ? 'formulasNeutralized' : 'formulas', {
            count: done.formulas,
            names: done.formulaColumns.join(', '),
          })}
        </p>
      ) : null}
      {done.unreadable > 0 ? (
        <p>{t('unreadable', { count: done.unreadable, names: done.unreadableColumns.join(', ') })}</p>
      ) : null}
      {done.replaced > 0 ? <p>{t('replaced', { count: done.replaced })}</p> : null}
      <div className="export-done-actions">
        {done.download === undefined ? <Reveal exportId={exportId} /> : null}
        <CopyPath path={done.path} />
        <DownloadLink address={done.download} />
      </div>
    </div>
  );
}
