// The empty state of a tab: why it has no records, when they arrive, and a link to the card.

import { useTranslation } from '../../text/text.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { navigation } from '../../app/navigation/navigation.ts';

interface NotYetProps {
  readonly racekey: string;
  readonly title: string;
  readonly text: string;
}

export function PendingNotice({ racekey, title, text }: NotYetProps) {
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
