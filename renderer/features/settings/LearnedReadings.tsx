// What Railbird learned about how the connected service handles details that its specification leaves open.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LearnedReading } from '#shared/bridge/readings.ts';
import { isTableCode, TABLES } from '#shared/catalogue/tables.ts';
import { useBridge } from '../../client/bridge.tsx';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';

export function LearnedReadings() {
  const { t } = useTranslation('settings');
  const { queries } = useBridge();
  const client = useQueryClient();
  const learned = useQuery(queries.readings.list.queryOptions());
  const forget = useMutation(
    queries.readings.forget.mutationOptions({
      onSuccess: (left) => client.setQueryData(queries.readings.list.queryKey(), left),
    }),
  );
  const forgetAll = (): void => forget.mutate(undefined);
  if (learned.error !== null)
    return <FailureNotice thrown={learned.error} onRetry={() => void learned.refetch()} />;
  if (learned.data === undefined) return null;
  if (learned.data.length === 0) return <p>{t('nothingLearned')}</p>;
  return (
    <>
      <p>{t('learnedMeaning')}</p>
      <ul className="settings-learned">
        {learned.data.map((reading) => (
          <Reading key={`${reading.kind} ${reading.detail}`} reading={reading} />
        ))}
      </ul>
      <div className="settings-actions">
        <Button isPending={forget.isPending} onPress={forgetAll}>
          {t('forgetLearned')}
        </Button>
      </div>
      {forget.error !== null && <FailureNotice thrown={forget.error} onRetry={forgetAll} />}
    </>
  );
}

function Reading({ reading }: { readonly reading: LearnedReading }) {
  const { t } = useTranslation('settings');
  const language = useLanguage();
  const { kind, detail, days, since } = reading;
  const table = isTableCode(detail) ? TABLES[detail].label[language] : detail;
  const words =
    kind === 'nothing'
      ? t(detail === 'null' || detail === 'absent' ? `learned.nothing_${detail}` : 'learned.nothing', {
          detail,
        })
      : t(`learned.${kind}`, { detail, table, days: days ?? 0 });
  return (
    <li>
      {words}{' '}
      <time dateTime={new Date(since).toISOString()}>
        {t('learnedOn', { date: new Date(since).toLocaleDateString(language) })}
      </time>
    </li>
  );
}
