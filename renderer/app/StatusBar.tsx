// The status bar: the service, its active requests, what blocks them, and where the key is stored.

import type { ReactNode } from 'react';
import type { Activity } from '#shared/bridge/app.ts';
import type { Connection } from '#shared/bridge/connection.ts';
import { durationText } from '#shared/duration-text.ts';
import { wordsOf } from '#shared/errors.ts';
import { useActivity, useIsAppGone } from '../client/use-activity.ts';
import { isUnderWay, useJobs } from '../client/use-jobs.ts';
import { serviceHost } from '../components/format.ts';
import { useSecondsLeft } from '../components/use-now.ts';
import { useSampleDaysText } from '../components/SampleDays.tsx';
import { ExportsIndicator } from '../features/exports/ExportsIndicator.tsx';
import { useLanguage, useTranslation } from '../text/text.ts';
import { Announcement } from './Announcement.tsx';
import { navigation } from './navigation/navigation.ts';
import './StatusBar.css';

export function StatusBar({ connection }: { readonly connection: Connection }) {
  const { t } = useTranslation('shell');
  const activity = useActivity();
  const isAppGone = useIsAppGone();
  const host = serviceHost(connection.baseUrl);
  return (
    <footer className="status-bar" aria-label={t('status')}>
      <span>
        {connection.mode === 'sample' ? t('modeSample') : host === undefined ? t('modeNone') : host}
      </span>
      {isAppGone ? (
        <Gone />
      ) : (
        <>
          {activity !== undefined && (
            <ActivityWords
              activity={withKeyMissing(activity, connection)}
              isKeyUnread={connection.userKey === 'unread'}
            />
          )}
          <DownloadWords />
          <ExportsIndicator className="status-bar-link" />
        </>
      )}
      <Announcement />
      {connection.mode === 'account' && connection.userKey === 'session' && (
        <span className="status-bar-end" title={t('sessionKeyMeaning')}>
          {t('sessionKey')}
        </span>
      )}
    </footer>
  );
}

/** A session's key is lost on restart. The bar says so at once, not only when the next request is rejected. */
const withKeyMissing = (activity: Activity, { mode, userKey }: Connection): Activity =>
  mode === 'account' && (userKey === 'absent' || userKey === 'unread')
    ? { blockedBy: 'KEY_MISSING', ...activity }
    : activity;

interface ActivityWordsProps {
  readonly activity: Activity;
  /** The keychain has the key, and does not give it out. */
  readonly isKeyUnread: boolean;
}

function ActivityWords({ activity, isKeyUnread }: ActivityWordsProps) {
  const { t } = useTranslation('shell');
  const making = useSampleDaysText(activity.sampleDays);
  const { inFlight, queued, answered, pausedUntil, downUntil, blockedBy, reachable } = activity;
  return (
    <>
      {blockedBy !== undefined ? (
        <Trouble>
          {t(`blocked.${blockedBy === 'KEY_MISSING' && isKeyUnread ? 'KEY_UNREAD' : blockedBy}`)}{' '}
          <button
            type="button"
            className="status-bar-link"
            data-opens-screen
            onClick={() => navigation.go({ screen: 'settings' })}
          >
            {t('openSettings')}
          </button>
        </Trouble>
      ) : downUntil !== undefined ? (
        <Down key={downUntil} until={downUntil} isReachable={reachable} />
      ) : (
        !reachable && <Trouble>{t('unreachable')}</Trouble>
      )}
      {making !== undefined && (
        <span>
          {making.label}: {making.figures}
        </span>
      )}
      {pausedUntil !== undefined && <Pause key={pausedUntil} until={pausedUntil} />}
      {(inFlight > 0 || queued > 0 || making === undefined) && (
        <span>{inFlight === 0 && queued === 0 ? t('idle') : t('inFlight', { count: inFlight })}</span>
      )}
      {queued > 0 && <span>{t('queued', { count: queued })}</span>}
      <span className="status-bar-quiet">{t('answered', { count: answered })}</span>
    </>
  );
}

/** The progress of all active downloads together; a link to their screen. */
function DownloadWords() {
  const { t } = useTranslation('shell');
  const jobs = useJobs()?.filter(isUnderWay) ?? [];
  if (jobs.length === 0) return null;
  const sum = (of: 'windowsDone' | 'windowsTotal'): number => jobs.reduce((so, job) => so + job[of], 0);
  const percent = Math.floor((100 * sum('windowsDone')) / Math.max(1, sum('windowsTotal')));
  const isRunning = jobs.some(({ state }) => state === 'running');
  return (
    <button
      type="button"
      className="status-bar-link"
      data-opens-screen
      onClick={() => navigation.go({ screen: 'downloads' })}
    >
      {t(isRunning ? 'downloading' : 'downloadsWait', { percent, count: jobs.length })}
    </button>
  );
}

/** The last report of requests and downloads is out of date. */
function Gone() {
  const { title, advice } = wordsOf('APP_GONE', {}, useLanguage());
  return <Trouble>{`${title}. ${advice}`}</Trouble>;
}

/** Announced once when it appears, and shown as long as its cause lasts. */
function Trouble({ children }: { readonly children: ReactNode }) {
  return (
    <span className="status-bar-trouble" role="status">
      <span aria-hidden="true">! </span>
      {children}
    </span>
  );
}

/** How long requests to a failing service are paused, and what happens then. Only the pause itself is announced. */
function Down({ until, isReachable }: { readonly until: number; readonly isReachable: boolean }) {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const seconds = useSecondsLeft(until);
  return (
    <>
      <Trouble>{t(isReachable ? 'down' : 'unreachable')}</Trouble>
      <span className="status-bar-pause" title={t('downMeaning')}>
        {seconds === 0 ? t('downOver') : t('downFor', { time: durationText(seconds, language) })}
      </span>
    </>
  );
}

function Pause({ until }: { readonly until: number }) {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const seconds = useSecondsLeft(until);
  if (seconds === 0) return null;
  return <span className="status-bar-pause">{t('paused', { time: durationText(seconds, language) })}</span>;
}
