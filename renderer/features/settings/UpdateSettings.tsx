// New versions of the app: whether to look for them, what was found, and the steps that the user chooses.

import { useMutation, useQuery } from '@tanstack/react-query';
import type { UpdateStatus } from '#shared/bridge/updates.ts';
import { ERROR_CODES, wordsOf } from '#shared/errors.ts';
import { useBridge } from '../../client/bridge.tsx';
import { useSettings } from '../../client/use-settings.ts';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Progress } from '../../components/Progress.tsx';
import { Select } from '../../components/Select.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';

export function UpdateSettings() {
  const { t } = useTranslation('updates');
  const { queries } = useBridge();
  const status = useQuery(
    queries.updates.watch.experimental_liveOptions({ staleTime: Number.POSITIVE_INFINITY }),
  );
  if (status.data === undefined) return null;
  const { without } = status.data;
  if (without !== undefined) return <p className="settings-note">{t(`without.${without}`)}</p>;
  return (
    <>
      <Look feed={status.data.feed ?? ''} />
      <Facts status={status.data} />
      <Steps status={status.data} />
    </>
  );
}

function Look({ feed }: { readonly feed: string }) {
  const { t } = useTranslation('updates');
  const { settings, update, thrown } = useSettings();
  if (settings === undefined) return null;
  return (
    <>
      <Select
        label={t('look')}
        options={(['daily', 'never'] as const).map((id) => ({ id, label: t(`looks.${id}`) }))}
        value={settings.asksForUpdates ? 'daily' : 'never'}
        onChange={(id) => update({ asksForUpdates: id === 'daily' })}
      />
      <p className="settings-note">{t('meaning', { feed })}</p>
      {thrown !== null && <FailureNotice thrown={thrown} />}
    </>
  );
}

function Facts({ status: { version, askedAt, offered } }: { readonly status: UpdateStatus }) {
  const { t } = useTranslation('updates');
  const language = useLanguage();
  return (
    <dl className="settings-facts">
      <dt>{t('present')}</dt>
      <dd>{version}</dd>
      <dt>{t('asked')}</dt>
      <dd>
        {askedAt === undefined ? (
          t('neverAsked')
        ) : (
          <time dateTime={new Date(askedAt).toISOString()}>
            {new Date(askedAt).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })}
          </time>
        )}
      </dd>
      {offered !== undefined && (
        <>
          <dt>{t('found')}</dt>
          <dd>
            {t(offered.isNewer ? 'newer' : offered.version === version ? 'newest' : 'notTaken', {
              version: offered.version,
            })}
          </dd>
        </>
      )}
    </dl>
  );
}

function Steps({ status }: { readonly status: UpdateStatus }) {
  const { t } = useTranslation('updates');
  const { queries } = useBridge();
  const check = useMutation(queries.updates.check.mutationOptions());
  const download = useMutation(queries.updates.download.mutationOptions());
  const install = useMutation(queries.updates.install.mutationOptions());
  const { state, offered, installedBy, percent = 0 } = status;
  const { version = '' } = offered ?? {};
  const isNewer = offered?.isNewer === true;
  const thrown = check.error ?? download.error ?? install.error;
  return (
    <>
      <div role="status">
        {state === 'downloading' && (
          <Progress
            done={percent}
            total={100}
            label={t('downloading', { version })}
            figures={t('percent', { percent })}
          />
        )}
        {state === 'ready' && <p className="settings-note">{t('ready', { version })}</p>}
      </div>
      {isNewer && installedBy !== 'app' && (
        <p className="settings-note">{t(installedBy === 'system' ? 'bySystem' : 'byPerson')}</p>
      )}
      <Problem problem={status.problem} />
      {thrown !== null && <FailureNotice thrown={thrown} />}
      <div className="settings-actions">
        {state === 'ready' || state === 'installing' ? (
          <Button
            kind="primary"
            isPending={install.isPending || state === 'installing'}
            onPress={() => install.mutate(undefined)}
          >
            {t('restart', { version })}
          </Button>
        ) : (
          <>
            {isNewer && installedBy === 'app' && state !== 'downloading' && (
              <Button kind="primary" onPress={() => download.mutate(undefined)}>
                {t('download', { version })}
              </Button>
            )}
            <Button
              isPending={state === 'checking'}
              isDisabled={state === 'downloading'}
              onPress={() => check.mutate(undefined)}
            >
              {t('check')}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

/** What went wrong in the last step. Nothing is lost: this version goes on. */
function Problem({ problem }: Pick<UpdateStatus, 'problem'>) {
  const language = useLanguage();
  const code = ERROR_CODES.find((known) => known === problem?.code);
  if (problem === undefined || code === undefined) return null;
  const { title, advice } = wordsOf(code, problem.values, language);
  return (
    <Notice kind="warning" title={title}>
      {advice}
    </Notice>
  );
}
