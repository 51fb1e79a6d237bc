// The header of a day: its date, whether it is today or upcoming, and the links to other days.

import { memo } from 'react';
import type { RaceDay } from '#shared/bridge/days.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { Button } from '../../components/Button.tsx';
import { Chip } from '../../components/Chip.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { navigation } from '../../app/navigation/navigation.ts';
import type { NeighborDays } from './calendar.ts';
import { DayField } from './DayField.tsx';

interface DayHeaderProps {
  readonly racedate: string | undefined;
  readonly today: string;
  readonly days: readonly RaceDay[];
  readonly neighbors: NeighborDays;
  readonly onShow: (racedate: string) => void;
}

/** Not drawn again when the races of the day arrive: its date field takes as long as a column of races. */
export const DayHeader = memo(function DayHeader(props: DayHeaderProps) {
  const { racedate, today, days, neighbors, onShow } = props;
  const { t } = useTranslation('day');
  const language = useLanguage();
  const date = racedate === undefined ? undefined : formatRacedate(racedate, language);
  const { before, after } = neighbors;
  return (
    <PageHeader
      title={
        <>
          {date ?? t('title')} {racedate === today && <Chip kind="accent">{t('today')}</Chip>}
          {racedate !== undefined && racedate > today && <Chip>{t('coming')}</Chip>}
        </>
      }
      windowTitle={date ?? t('title')}
      actions={
        <>
          <Button onPress={() => navigation.replace({ screen: 'day' })}>{t('nearestShort')}</Button>
          <IconButton
            label={t('before')}
            shortcut="["
            isDisabled={before === undefined}
            onPress={() => before !== undefined && onShow(before)}
          >
            ‹
          </IconButton>
          <DayField racedate={racedate} today={today} days={days} onShow={onShow} />
          <IconButton
            label={t('after')}
            shortcut="]"
            isDisabled={after === undefined}
            onPress={() => after !== undefined && onShow(after)}
          >
            ›
          </IconButton>
        </>
      }
    />
  );
});
