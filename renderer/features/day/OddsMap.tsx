// The crowd against an index: every runner of the day by its rank and its win odds, with the outliers in words and all
// figures as a table.

import { useMemo, type ReactNode } from 'react';
import { z } from 'zod';
import { columnOf } from '#shared/catalogue/tables.ts';
import { cameWhole } from '#shared/racing/race-records.ts';
import { recordsOf, runnerIn } from '#shared/racing/race-rows.ts';
import { useStepMemory } from '../../app/navigation/navigation.ts';
import { useRemembered } from '../../client/use-remembered.ts';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { Select } from '../../components/Select.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { FigureOrigins } from '../../racing/figures/shown-figures.ts';
import { originsOf } from '../../racing/figures/use-figures.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import {
  figuresOf,
  HIGH_RANK,
  LONG_ODDS,
  LOW_RANK,
  MARKS,
  ODDS_KINDS,
  oddsMapOf,
  outliersOf,
  type MapRunner,
  type OddsMap as Drawn,
} from './odds-map.ts';
import { MarkShape, OddsMapChart } from './OddsMapChart.tsx';
import { OddsMapTable } from './OddsMapTable.tsx';
import { ENTRY_INDICES, type EntryIndex } from '#shared/racing/day-columns.ts';
import { useDayEntries } from './use-day-entries.ts';
import type { DaySheets } from './use-racing-day.ts';
import { useRunnerWords } from './use-runner-words.ts';
import './OddsMap.css';

interface OddsMapProps {
  readonly racedate: string;
  readonly today: string;
  readonly sheets: DaySheets;
  /** Race keys by post time. */
  readonly races: readonly string[];
}

const indexSchema = z.enum(ENTRY_INDICES);

/** Entries, and what is known of the races so far. */
function useMapData(
  { racedate, today, sheets }: Pick<OddsMapProps, 'racedate' | 'today' | 'sheets'>,
  index: EntryIndex,
) {
  const { races, meetings, results, prerace } = sheets;
  const entries = useDayEntries(racedate, today, races.isSuccess);
  const needed = [
    races,
    entries,
    ...(racedate <= today ? [results] : []),
    ...(racedate === today ? [prerace] : []),
  ];
  const sheet = {
    races: races.data,
    meetings: meetings.data,
    entries: entries.data,
    prerace: prerace.data,
    results: results.data,
  };
  const isRead = needed.every(({ data }) => data !== undefined);
  const { races: raceSheet, entries: entrySheet, prerace: preraceSheet, results: resultSheet } = sheet;
  const drawn = useMemo(() => {
    if (!isRead) return undefined;
    const records = (read: typeof raceSheet) => (read === undefined ? [] : recordsOf(read));
    return oddsMapOf(
      {
        races: records(raceSheet),
        meetings: [],
        entries: records(entrySheet),
        prerace: records(preraceSheet),
        results: records(resultSheet),
      },
      index,
    );
  }, [isRead, raceSheet, entrySheet, preraceSheet, resultSheet, index]);
  const origins = useMemo(
    () => originsOf(entrySheet, preraceSheet, resultSheet),
    [entrySheet, preraceSheet, resultSheet],
  );
  return {
    drawn,
    origins,
    failed: needed.find(({ isError }) => isError),
    mayLack: needed.some(({ data }) => data !== undefined && !cameWhole(data.reasons)),
  };
}

export function OddsMap({ racedate, today, sheets, races }: OddsMapProps): ReactNode {
  const { t } = useTranslation('day');
  const language = useLanguage();
  const { value: index, keep } = useRemembered<EntryIndex>('day.map.index', indexSchema, 'integration_index');
  const [asTable, setAsTable] = useStepMemory('day.map.table', false);
  const { drawn, origins, failed, mayLack } = useMapData({ racedate, today, sheets }, index);
  const labelOf = (name: EntryIndex): string => columnOf('t_ky', name)?.label[language] ?? name;
  if (drawn === undefined)
    return failed === undefined ? (
      <Skeleton rows={10} />
    ) : (
      <FailureNotice thrown={failed.error} onRetry={() => void failed.refetch()} />
    );
  const label = labelOf(index);
  const { runners } = drawn;
  return (
    <section className="odds-map" aria-labelledby="day-map">
      <div className="odds-map-head">
        <h2 id="day-map">{t('map.title')}</h2>
        <Select
          label={t('map.index')}
          options={ENTRY_INDICES.map((id) => ({ id, label: labelOf(id) }))}
          value={index}
          onChange={keep}
        />
        <Button onPress={() => setAsTable(!asTable)}>{t(asTable ? 'map.asMap' : 'map.asTable')}</Button>
      </div>
      {runners.length === 0 ? (
        <p className="day-panel-note">{t('map.empty', { index: label })}</p>
      ) : (
        <FigureOrigins value={origins}>
          <MapContent
            drawn={drawn}
            races={races}
            index={index}
            label={label}
            asTable={asTable}
            mayLack={mayLack}
          />
        </FigureOrigins>
      )}
    </section>
  );
}

interface MapContentProps {
  readonly drawn: Drawn;
  readonly races: readonly string[];
  readonly index: EntryIndex;
  /** The name of the index. */
  readonly label: string;
  readonly asTable: boolean;
  readonly mayLack: boolean;
}

function MapContent({ drawn, races, index, label, asTable, mayLack }: MapContentProps) {
  const { t } = useTranslation('day');
  const { runners, left } = drawn;
  const { run, firstWon, favoriteWon } = figuresOf(runners);
  const outliers = outliersOf(runners);
  const kinds = ODDS_KINDS.flatMap((kind) => {
    const count = runners.filter(({ oddsKind }) => oddsKind === kind).length;
    return count === 0 ? [] : [t(`map.kinds.${kind}`, { count })];
  });
  const sentence = [
    t('map.sentence', {
      index: label,
      runners: runners.length,
      races: drawn.races,
      overlooked: outliers.overlooked.length,
      doubted: outliers.doubted.length,
      high: HIGH_RANK,
      long: LONG_ODDS.toFixed(1),
      low: LOW_RANK,
    }),
    run === 0 ? t('map.noneRun') : t('map.won', { run, firstWon, favoriteWon }),
  ].join(' ');
  return (
    <>
      <p className="day-panel-note">
        {sentence} {t('map.oddsFrom', { kinds: kinds.join(t('map.join')) })}
        {left > 0 && ` ${t('map.left', { count: left })}`}
        {mayLack && ` ${t('map.mayLack')}`}
      </p>
      {asTable ? (
        <OddsMapTable runners={runners} index={index} label={label} sentence={sentence} />
      ) : (
        <>
          <ul className="odds-map-legend">
            {MARKS.filter((mark) => runners.some((runner) => runner.mark === mark)).map((mark) => (
              <li key={mark}>
                <MarkShape mark={mark} /> {t(`map.marks.${mark}`)}
              </li>
            ))}
          </ul>
          <div className="odds-map-body">
            <OddsMapChart runners={runners} races={races} sentence={sentence} index={label} />
            <div className="odds-map-lists">
              <OutlierList
                title={t('map.overlooked', { high: HIGH_RANK, long: LONG_ODDS.toFixed(1) })}
                runners={outliers.overlooked}
              />
              <OutlierList title={t('map.doubted', { low: LOW_RANK })} runners={outliers.doubted} />
            </div>
          </div>
        </>
      )}
    </>
  );
}

interface OutlierListProps {
  readonly title: string;
  readonly runners: readonly MapRunner[];
}

function OutlierList({ title, runners }: OutlierListProps) {
  const { t } = useTranslation('day');
  const words = useRunnerWords();
  return (
    <section className="day-panel">
      <h3>
        {title} <small>{runners.length}</small>
      </h3>
      {runners.length === 0 ? (
        <p className="day-panel-note">{t('map.noOutliers')}</p>
      ) : (
        <ul className="odds-map-outliers">
          {runners.map((runner) => {
            const { who, finish } = words(runner, '');
            return (
              <li key={runner.id}>
                <PlaceLink
                  to={{ screen: 'race', racekey: runner.racekey, tab: 'card', ...runnerIn(runner.record) }}
                >
                  <MarkShape mark={runner.mark} />
                  <span>{who}</span>
                  <span>{t('map.rankAndOdds', { rank: runner.rank, odds: runner.odds.toFixed(1) })}</span>
                  <span>{finish}</span>
                </PlaceLink>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
