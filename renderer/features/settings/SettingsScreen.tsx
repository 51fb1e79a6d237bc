// Settings: the connection and its key, language, theme, row height, and facts about this installation.

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { DENSITIES, LANGUAGES, THEMES } from '#shared/bridge/appearance-choices.ts';
import { NAME_STYLES } from '#shared/names/latin.ts';
import { useBridge } from '../../client/bridge.tsx';
import { useSettings } from '../../client/use-settings.ts';
import { openReport } from '../../app/report/ReportDialog.tsx';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Select } from '../../components/Select.tsx';
import { AnnotationSettings } from './AnnotationSettings.tsx';
import { ConnectionSettings } from './ConnectionSettings.tsx';
import { LearnedReadings } from './LearnedReadings.tsx';
import { UpdateSettings } from './UpdateSettings.tsx';
import './SettingsScreen.css';

export function SettingsScreen() {
  const { t } = useTranslation('settings');
  const { t: annotated } = useTranslation('annotations');
  const { t: updating } = useTranslation('updates');
  const { queries } = useBridge();
  const connection = useQuery(queries.connection.status.queryOptions());
  return (
    <div className="settings">
      <PageHeader title={t('title')} />
      <Section title={t('connection')}>
        {connection.data !== undefined && <ConnectionSettings connection={connection.data} />}
        {connection.isError && (
          <FailureNotice
            thrown={connection.error}
            withoutSettings
            onRetry={() => void connection.refetch()}
          />
        )}
      </Section>
      <Section title={t('learnedTitle')}>
        <LearnedReadings />
      </Section>
      {connection.data !== undefined && connection.data.mode !== 'none' && (
        <Section title={annotated('settingsTitle')}>
          <AnnotationSettings />
        </Section>
      )}
      <Section title={t('look')}>
        <LookSettings />
      </Section>
      <Section title={updating('title')}>
        <UpdateSettings />
      </Section>
      <Section title={t('about')}>
        <About />
      </Section>
    </div>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="settings-section" aria-label={title}>
      <h2>{title}</h2>
      <div className="settings-section-body">{children}</div>
    </section>
  );
}

function LookSettings() {
  const { t } = useTranslation('settings');
  const { settings, update, thrown } = useSettings();
  if (settings === undefined) return thrown === null ? null : <FailureNotice thrown={thrown} />;
  return (
    <>
      <Select
        label={t('language')}
        options={LANGUAGES.map((id) => ({ id, label: t(`languages.${id}`) }))}
        value={settings.language}
        onChange={(language) => update({ language })}
      />
      <Select
        label={t('theme')}
        options={THEMES.map((id) => ({ id, label: t(`themes.${id}`) }))}
        value={settings.theme}
        onChange={(theme) => update({ theme })}
      />
      <Select
        label={t('density')}
        options={DENSITIES.map((id) => ({ id, label: t(`densities.${id}`) }))}
        value={settings.density}
        onChange={(density) => update({ density })}
      />
      <Select
        label={t('names')}
        options={NAME_STYLES.map((id) => ({ id, label: t(`nameStyles.${id}`) }))}
        value={settings.names}
        onChange={(names) => update({ names })}
      />
      <p className="settings-note">{t('namesMeaning')}</p>
      {thrown !== null && <FailureNotice thrown={thrown} />}
    </>
  );
}

function About() {
  const { t } = useTranslation('settings');
  const { t: reported } = useTranslation('report');
  const { queries } = useBridge();
  const about = useQuery(queries.app.about.queryOptions());
  if (about.data === undefined) return null;
  const { version, host, dataDir, isPortable = false } = about.data;
  return (
    <>
      <dl className="settings-facts">
        <dt>{t('version')}</dt>
        <dd>{version}</dd>
        <dt>{t('host')}</dt>
        <dd>{t(`hosts.${host}`)}</dd>
        <dt>{t('dataDir')}</dt>
        <dd>
          <code>{dataDir}</code>
          {isPortable && <p className="settings-note">{t('portable')}</p>}
        </dd>
      </dl>
      <Button onPress={openReport}>{reported('title')}…</Button>
    </>
  );
}
