// The empty state of a tab: why it has no records, when they arrive, and a link to the card.

import type { RecordValues } from '#shared/racing/race-rows.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { useNow } from '../../components/use-now.ts';
import { navigation } from '../../app/navigation/navigation.ts';
import { postInstant } from '../../racing/post-time.ts';
import { useTranslation } from '../../text/text.ts';

interface PendingNoticeProps {
  readonly racekey: string;
  readonly title: string;
  readonly text: string;
}

export function PendingNotice({ racekey, title, text }: PendingNoticeProps) {
  const { t } = useTranslation('race');
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        <Button onPress={() => navigation.replace({ screen: 'race', racekey, tab: 'card' })}>
          {t('openCard')}
        </Button>
      }
    />
  );
}

interface PendingOutcomeProps extends Omit<PendingNoticeProps, 'title'> {
  readonly race: RecordValues;
  /** Of a past day; before and on the day the post time decides, as on the race day. */
  readonly title: string | undefined;
}

/** Of a race without a result or payoffs. */
export function PendingOutcome({ race, title, ...notice }: PendingOutcomeProps) {
  const { t } = useTranslation('race');
  const now = useNow();
  const post = postInstant(race['racedate']?.trim() ?? '', race['post_time'] ?? undefined);
  const pending = t(post !== undefined && post <= now ? 'awaitedTitle' : 'resultComingTitle');
  return <PendingNotice {...notice} title={title ?? pending} />;
}
