// The button of a race that makes bets from its marks and adds them to the list that is open.

import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { foundInBoth } from '../../app/commands/both-languages.ts';
import { useCommands } from '../../app/commands/commands.ts';
import { Button } from '../../components/Button.tsx';
import { MarksDialog } from './MarksDialog.tsx';
import { useBetLists } from './use-bet-lists.ts';
import './bets.css';

interface RaceBetsProps {
  readonly racekey: string;
  readonly title: string;
}

export function RaceBets({ racekey, title }: RaceBetsProps): ReactNode {
  const { t } = useTranslation('bets');
  const [isOpen, setOpen] = useState(false);
  useCommands(
    useMemo(
      () =>
        foundInBoth(t, 'bets', (translate) => [
          {
            id: 'race.bets',
            group: 'here',
            label: translate('marks.command'),
            keys: ['Alt+b'],
            run: () => setOpen(true),
          },
        ]),
      [t],
    ),
  );
  return (
    <>
      <span title={`${t('marks.command')} (Alt+b)`}>
        <Button kind="quiet" onPress={() => setOpen(true)}>
          {t('marks.button')}
        </Button>
      </span>
      {isOpen && <RaceBetsDialog racekey={racekey} title={title} onClose={() => setOpen(false)} />}
    </>
  );
}

function RaceBetsDialog(props: RaceBetsProps & { readonly onClose: () => void }): ReactNode {
  const { racekey, title, onClose } = props;
  const { addLines } = useBetLists();
  const race = useMemo(() => ({ racekey, title }), [racekey, title]);
  return <MarksDialog race={race} onClose={onClose} leadsToList onAdd={addLines} />;
}
