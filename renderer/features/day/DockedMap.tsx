// The map below the courses, where the screen has room for it. The cards of a past day that are not stored are requested
// only when the user asks for the map: looking at a past day must not cost requests.

import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { DAY_TABLES } from '#shared/catalogue/day-tables.ts';
import { useBridge } from '../../client/bridge.tsx';
import { Button } from '../../components/Button.tsx';

interface DockedMapProps {
  readonly racedate: string;
  readonly today: string;
  /** The map. */
  readonly children: ReactNode;
}

export function DockedMap({ racedate, today, children }: DockedMapProps): ReactNode {
  const { t } = useTranslation('day');
  const { queries } = useBridge();
  const [isWanted, setIsWanted] = useState(false);
  const isPast = racedate < today;
  const calendar = useQuery({
    ...queries.downloads.calendar.queryOptions({
      input: { from: racedate, to: racedate, tables: [DAY_TABLES.entry.past] },
    }),
    enabled: isPast,
    staleTime: 0,
  });
  const isStored = calendar.data?.some(({ days }) => days.some(({ records }) => records > 0)) === true;
  const frame = useRef<HTMLDivElement>(null);
  const isShown = !isPast || isStored || isWanted;
  if (!isShown && calendar.isPending) return null;
  return (
    <div ref={frame} className="day-docked" tabIndex={-1}>
      {isShown ? (
        children
      ) : (
        <div className="day-docked-offer">
          <Button
            onPress={() => {
              setIsWanted(true);
              // The button is about to go, and the focus must not go with it.
              frame.current?.focus();
            }}
          >
            {t('map.draw')}
          </Button>
          <span className="day-panel-note">{t('map.drawWhy')}</span>
        </div>
      )}
    </div>
  );
}
