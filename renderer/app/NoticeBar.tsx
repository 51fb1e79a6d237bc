// Notices about quarantined files, above every screen until the user dismisses them. The bar has its own space, so
// that it covers no row.

import type { ReactNode } from 'react';
import type { Notice as NoticeOfApp } from '#shared/bridge/notices.ts';
import type { Text } from '#shared/text.ts';
import { useNotices } from '../client/use-notices.ts';
import { Button } from '../components/Button.tsx';
import { FailureNotice } from '../components/FailureNotice.tsx';
import { Notice } from '../components/Notice.tsx';
import { useLanguage, useTranslation } from '../text/text.ts';
import './NoticeBar.css';

/** Shows one notice at a time, the newest first; nothing if there is none. */
export function NoticeBar() {
  const { t } = useTranslation('shell');
  const { notices, dismiss, thrown } = useNotices();
  const [shown] = notices;
  return (
    <div className="notice-bar">
      {shown !== undefined && (
        <Notice
          key={shown.id}
          kind="warning"
          title={<NoticeTitle notice={shown} />}
          actions={
            <>
              {notices.length > 1 && (
                <span className="notice-bar-more">{t('moreNotices', { count: notices.length - 1 })}</span>
              )}
              <Button onPress={() => dismiss(shown.id)}>{t('dismiss')}</Button>
            </>
          }
        >
          <NoticeWords notice={shown} />
        </Notice>
      )}
      {thrown !== null && thrown !== undefined && <FailureNotice thrown={thrown} withoutSettings />}
    </div>
  );
}

/** Year first in both languages, as everywhere in the window. */
const LOCALES = { en: 'sv-SE', ja: 'ja-JP' } as const;

const TO_THE_MINUTE = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
} as const;

function NoticeTitle({ notice }: { readonly notice: NoticeOfApp }) {
  const language = useLanguage();
  return (
    <>
      {notice.what[language]}
      {notice.at > 0 && (
        <time className="notice-bar-time" dateTime={new Date(notice.at).toISOString()}>
          {new Date(notice.at).toLocaleString(LOCALES[language], TO_THE_MINUTE)}
        </time>
      )}
    </>
  );
}

function NoticeWords({ notice }: { readonly notice: NoticeOfApp }) {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const { saved, gone, advice, movedTo, file } = notice;
  const sentences = (texts: readonly Text[]) => texts.map((each) => each[language]).join(' ');
  return (
    <dl className="notice-bar-facts">
      {saved.length > 0 && <Fact name={t('noticeSaved')}>{sentences(saved)}</Fact>}
      {gone.length > 0 && <Fact name={t('noticeGone')}>{sentences(gone)}</Fact>}
      {advice !== undefined && <Fact name={t('noticeNext')}>{advice[language]}</Fact>}
      {(movedTo ?? file) === undefined ? null : (
        <Fact name={t(movedTo === undefined ? 'noticeFile' : 'noticeMovedTo')}>
          <code>{movedTo ?? file}</code>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
