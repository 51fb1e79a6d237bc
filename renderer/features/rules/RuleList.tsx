// The rules of the data folder, each with the return of its last run.

import type { ReactNode } from 'react';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { bestRecord, recordValues } from './figure-text.ts';
import { useRunText } from './RuleRecord.tsx';
import type { RuleStore } from './use-rules.ts';

interface RuleListProps {
  readonly store: RuleStore;
  /** The rule in the editor. */
  readonly current: string | undefined;
  readonly onOpen: (id: string) => void;
}

export function RuleList({ store, current, onOpen }: RuleListProps): ReactNode {
  const { t } = useTranslation('rules');
  const language = useLanguage();
  const runText = useRunText();
  const { rules = [], unreadable = [], folder } = store.list ?? {};
  return (
    <nav className="rule-list" aria-label={t('list')}>
      {rules.length === 0 && !store.isPending ? <p className="rule-hint">{t('none')}</p> : null}
      <ul>
        {rules.map(({ id, rule, records }) => {
          const record = bestRecord(records);
          return (
            <li key={id}>
              <button
                type="button"
                className="rule-entry"
                aria-current={id === current ? 'true' : undefined}
                onClick={() => onOpen(id)}
              >
                <b>{rule.name}</b>
                <small>
                  {record === undefined
                    ? t('notRun')
                    : `${t(records.checking === undefined ? 'choosing' : 'checking')}: ${t('recordShort', recordValues(record.figures, language))} · ${runText(record)}`}
                  {rule.watch === true ? ` · ${t('watched')}` : ''}
                </small>
              </button>
            </li>
          );
        })}
      </ul>
      {unreadable.map(({ file, problem }) => (
        <p key={file} className="field-problem">
          {t('unreadable', { file, problem: problem[language] })}
        </p>
      ))}
      {folder === undefined ? null : <p className="rule-hint rule-folder">{t('folder', { folder })}</p>}
    </nav>
  );
}
