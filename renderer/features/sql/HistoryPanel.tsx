// The queries that the user ran, the newest first: choosing one puts it into the editor.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { PastQuery } from '#shared/bridge/sql.ts';
import { fold } from '#shared/filters/fold.ts';
import { useBridge } from '../../client/bridge.tsx';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';

export function HistoryPanel({ onChoose }: { readonly onChoose: (sql: string) => void }): ReactNode {
  const { t } = useTranslation('sql');
  const { queries } = useBridge();
  const cache = useQueryClient();
  const [wanted, setWanted] = useState('');
  const history = useQuery(queries.sql.history.queryOptions({ refetchOnMount: 'always' }));
  const forget = useMutation(
    queries.sql.forget.mutationOptions({
      onSettled: () => cache.invalidateQueries({ queryKey: queries.sql.history.key() }),
    }),
  );
  const { data: past = [] } = history;
  const found = past.filter(({ sql }) => fold(sql).includes(fold(wanted.trim())));
  if (history.error !== null)
    return <FailureNotice thrown={history.error} onRetry={() => void history.refetch()} />;
  if (history.data === undefined) return null;
  if (past.length === 0) return <p className="sql-panel-none">{t('noHistory')}</p>;
  return (
    <div className="sql-history">
      {forget.error === null ? null : <FailureNotice thrown={forget.error} />}
      <TextField label={t('searchHistory')} type="search" value={wanted} onChange={setWanted} />
      {found.length === 0 ? <p className="sql-panel-none">{t('noneFound')}</p> : null}
      <ul>
        {found.map((each) => (
          <Entry
            key={each.sql}
            past={each}
            onChoose={() => onChoose(each.sql)}
            onForget={() => forget.mutate({ sql: each.sql })}
          />
        ))}
      </ul>
      <Button kind="quiet" isPending={forget.isPending} onPress={() => forget.mutate({})}>
        {t('forgetAll')}
      </Button>
    </div>
  );
}

interface EntryProps {
  readonly past: PastQuery;
  readonly onChoose: () => void;
  readonly onForget: () => void;
}

function Entry({ past, onChoose, onForget }: EntryProps): ReactNode {
  const { t } = useTranslation('sql');
  const language = useLanguage();
  const { sql, at, rows } = past;
  const when = new Date(at).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <li>
      <button type="button" className="sql-history-query" title={sql} onClick={onChoose}>
        <code>{sql}</code>
        <small>
          {when} · {rows === undefined ? t('historyFailed') : t('historyRows', { count: rows })}
        </small>
      </button>
      <IconButton label={t('forget')} onPress={onForget}>
        ×
      </IconButton>
    </li>
  );
}
