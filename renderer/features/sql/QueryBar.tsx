// Run and stop, how long a query may take, and how long it has been running.

import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { SQL_SECONDS } from '#shared/bridge/settings.ts';
import { useSettings } from '../../client/use-settings.ts';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Select } from '../../components/Select.tsx';
import { useNow } from '../../components/use-now.ts';

interface QueryBarProps {
  readonly isRunning: boolean;
  readonly isEmpty: boolean;
  readonly tooLong: { readonly count: number; readonly most: number } | undefined;
  readonly onRun: () => void;
  readonly onStop: () => void;
}

export function QueryBar({ isRunning, isEmpty, tooLong, onRun, onStop }: QueryBarProps): ReactNode {
  const { t } = useTranslation('sql');
  const { settings, update, thrown } = useSettings();
  return (
    <div className="sql-bar">
      {isRunning ? (
        <span title={t('stopHint')}>
          <Button onPress={onStop}>{t('stop')}</Button>
        </span>
      ) : (
        <span title={t('runHint')}>
          <Button kind="primary" isDisabled={isEmpty || tooLong !== undefined} onPress={onRun}>
            {t('run')}
          </Button>
        </span>
      )}
      <div role="status" className="sql-bar-status">
        {isRunning ? <Elapsed /> : null}
      </div>
      {tooLong === undefined ? null : (
        <p role="alert" className="field-problem">
          {t('tooLong', tooLong)}
        </p>
      )}
      {thrown === null ? null : <FailureNotice thrown={thrown} />}
      {settings === undefined ? null : <Limit seconds={settings.sqlSeconds} onChange={update} />}
    </div>
  );
}

interface LimitProps {
  readonly seconds: (typeof SQL_SECONDS)[number];
  readonly onChange: ReturnType<typeof useSettings>['update'];
}

const MINUTE = 60;

function Limit({ seconds, onChange }: LimitProps): ReactNode {
  const { t } = useTranslation('sql');
  return (
    <Select
      label={t('limit')}
      options={SQL_SECONDS.map((each) => ({
        id: String(each),
        label: each < MINUTE ? t('seconds', { count: each }) : t('minutes', { count: each / MINUTE }),
      }))}
      value={String(seconds)}
      onChange={(id) => {
        const sqlSeconds = SQL_SECONDS.find((each) => String(each) === id);
        if (sqlSeconds !== undefined) onChange({ sqlSeconds });
      }}
    />
  );
}

function Elapsed(): ReactNode {
  const { t } = useTranslation('sql');
  const [began] = useState(() => Date.now());
  const now = useNow(1000);
  return t('running', { count: Math.max(0, Math.floor((now - began) / 1000)) });
}
