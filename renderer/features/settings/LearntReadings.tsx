// What Railbird learnt of how the connected service reads the points that its specification leaves open.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { LearntReading } from '#shared/bridge/readings.ts';
import { isTableCode, TABLES } from '#shared/catalogue/tables.ts';
import { useBridge } from '../../client/bridge.tsx';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { useLanguage } from '../../i18n/i18n.ts';

export function LearntReadings() {
  const { t } = useTranslation('settings');
  const { queries } = useBridge();
  const client = useQueryClient();
  const learnt = useQuery(queries.readings.list.queryOptions());
  const forget = useMutation(
    queries.readings.forget.mutationOptions({
      onSuccess: (left) => client.setQueryData(queries.readings.list.queryKey(), left),
    }),
  );
  const thrown = learnt.error ?? forget.error;
  if (thrown !== null) return <FailureNotice thrown={thrown} onRetry={() => void learnt.refetch()} />;
  if (learnt.data === undefined) return null;
  if (learnt.data.length === 0) return <p>{t('nothingLearnt')}</p>;
  return (
    <>
      <p>{t('learntMeaning')}</p>
      <ul className="settings-learnt">
        {learnt.data.map((reading) => (
          <Reading key={`${reading.kind} ${reading.detail}`} reading={reading} />
        ))}
      </ul>
      <div className="settings-actions">
        <Button isPending={forget.isPending} onPress={() => forget.mutate(undefined)}>
          {t('forgetLearnt')}
        </Button>
      </div>
    </>
  );
}

function Reading({ reading }: { readonly reading: LearntReading }) {
  const { t } = useTranslation('settings');
  const language = useLanguage();
  const { kind, detail, days, since } = reading;
  const table = isTableCode(detail) ? TABLES[detail].label[language] : detail;
  const words =
    kind === 'nothing'
      ? t(detail === 'null' || detail === 'absent' ? `learnt.nothing_${detail}` : 'learnt.nothing', {
          detail,
        })
      : t(`learnt.${kind}`, { detail, table, days: days ?? 0 });
  return (
    <li>
      {words}{' '}
      <time dateTime={new Date(since).toISOString()}>
        {t('learntOn', { date: new Date(since).toLocaleDateString(language) })}
      </time>
    </li>
  );
}
