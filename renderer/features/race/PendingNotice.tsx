// The empty state of a tab: why it has no records, when they arrive, and a link to the card.

import type { RaceStage } from '#shared/racing/race-facts.ts';
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

/** Of a tab that has nothing to show without the card. */
export function EmptyCard({ stage }: { readonly stage: RaceStage }) {
  const { t } = useTranslation('race');
  return stage === 'past' ? (
    <EmptyState title={t('emptyCardPastTitle')} text={t('emptyCardPast')} />
  ) : (
    <EmptyState title={t('emptyCardTitle')} text={t('emptyCardText')} />
  );
}

interface PendingOutcomeProps extends Omit<PendingNoticeProps, 'title'> {
  readonly race: RecordValues;
  readonly stage: RaceStage;
  /** The title on a past day. */
  readonly pastTitle: string;
}

/** Of a race without a result or payoffs. Today its post time decides, and one without a post time counts as run. */
export function PendingOutcome({ race, stage, pastTitle, ...notice }: PendingOutcomeProps) {
  const { t } = useTranslation('race');
  const now = useNow();
  const post = postInstant(race['racedate']?.trim() ?? '', race['post_time'] ?? undefined);
  const isAwaited = stage === 'today' && (post ?? 0) <= now;
  const title = stage === 'past' ? pastTitle : t(isAwaited ? 'awaitedTitle' : 'resultComingTitle');
  return <PendingNotice {...notice} title={title} />;
}
