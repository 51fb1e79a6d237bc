// What has become of an export: its progress, its file, or why there is none.

import type { ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import type { FileRequest, Unwritable } from '#shared/bridge/exports.ts';
import type { Summary } from '#shared/bridge/results.ts';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Progress } from '../../components/Progress.tsx';
import { ExportDone } from './ExportDone.tsx';
import type { ExportState } from './export-jobs.ts';

interface ExportOutcomeProps {
  readonly now: ExportState;
  readonly summary: Summary | undefined;
  /** Columns of the layout that the result does not have. */
  readonly absent: readonly string[];
  /** Whether cells that look like formulas were neutralized. */
  readonly isNeutralized: boolean;
  /** Starts the export again with these changes. */
  readonly onAgain: (changes?: Partial<FileRequest>) => void;
}

export function ExportOutcome({ now, onAgain, ...file }: ExportOutcomeProps): ReactNode {
  const { t } = useTranslation('exports');
  switch (now.state) {
    case 'running':
      return (
        <Progress done={now.written} total={now.total} label={t(now.checking ? 'checking' : 'writing')} />
      );
    case 'done':
      return <ExportDone done={now.done} exportId={now.exportId} {...file} />;
    case 'unwritable':
      return <UnwritableList characters={now.characters} onAgain={onAgain} />;
    case 'cancelled':
      return <p role="status">{t('cancelled')}</p>;
    case 'failed':
      return <FailureNotice thrown={now.thrown} onRetry={() => onAgain()} />;
  }
}

interface UnwritableListProps {
  readonly characters: readonly Unwritable[];
  readonly onAgain: ExportOutcomeProps['onAgain'];
}

/** Every character that the encoding lacks, and the two ways on. */
function UnwritableList({ characters, onAgain }: UnwritableListProps): ReactNode {
  const { t } = useTranslation('exports');
  return (
    <div className="export-done" role="status">
      <Notice kind="warning" title={t('unwritableTitle', { count: characters.length })}>
        {t('unwritableText')}
      </Notice>
      <table className="export-unwritable">
        <thead>
          <tr>
            <th scope="col">{t('character')}</th>
            <th scope="col">{t('codePoint')}</th>
            <th scope="col">{t('occurrences')}</th>
            <th scope="col">{t('inColumns')}</th>
          </tr>
        </thead>
        <tbody>
          {characters.map(({ character, count, columns }) => (
            <tr key={character}>
              <td>{character}</td>
              <td>{`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`}</td>
              <td className="is-number">{count}</td>
              <td>{columns.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="export-done-actions">
        <Button onPress={() => onAgain({ encoding: 'utf-8-bom' })}>{t('useUtf8')}</Button>
        <Button onPress={() => onAgain({ replaceUnwritable: true })}>{t('replaceUnwritable')}</Button>
      </div>
    </div>
  );
}
