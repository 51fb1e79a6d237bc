// The line above the races: the forms of the day, and the next race to run.

import { racecourseName } from '#shared/racing/racekey.ts';
import { postTimeOf } from '#shared/racing/race-words.ts';
import { Button } from '../../components/Button.tsx';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import type { NextRace } from './next-race.ts';
import { TimeUntil } from './TimeUntil.tsx';
import { DAY_FORMS, type DayForm } from './use-day-form.ts';

interface DayBarProps {
  readonly form: DayForm;
  readonly onForm: (form: DayForm) => void;
  readonly next: NextRace | undefined;
  /** All races of today have started. */
  readonly isOver: boolean;
  /** How many things changed since the user last saw the day. */
  readonly changes: number;
  readonly onChanges: () => void;
}

export function DayBar({ form, onForm, next, isOver, changes, onChanges }: DayBarProps) {
  const { t } = useTranslation('day');
  return (
    <div className="day-bar">
      <div role="group" aria-label={t('forms.label')} className="day-forms">
        {DAY_FORMS.map((each) => (
          <button
            key={each}
            type="button"
            className="toggle-row-button"
            aria-pressed={each === form}
            onClick={() => onForm(each)}
          >
            {t(`forms.${each}`)}
          </button>
        ))}
      </div>
      {next !== undefined && <NextLink next={next} />}
      {isOver && <span className="day-next-over">{t('next.over')}</span>}
      {changes > 0 && (
        <Button kind="quiet" onPress={onChanges}>
          {t('changes.count', { count: changes })}
        </Button>
      )}
    </div>
  );
}

function NextLink({ next: { race, minutes } }: { readonly next: NextRace }) {
  const { t } = useTranslation('day');
  const language = useLanguage();
  const { racekey, number, record } = race;
  return (
    <span className="day-next">
      <span className="day-next-label">{t('next.title')}</span>{' '}
      <PlaceLink to={{ screen: 'race', racekey, tab: 'card' }}>
        {racecourseName(racekey.slice(0, 2), language)} {t('raceNumber', { number })} {postTimeOf(record)}
      </PlaceLink>{' '}
      <TimeUntil minutes={minutes} />
    </span>
  );
}
