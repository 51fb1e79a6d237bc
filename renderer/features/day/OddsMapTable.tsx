// The figures of the map as a table, for screen readers and for everyone who prefers to read them.

import { useTranslation } from '../../text/text.ts';
import { MISSING } from '#shared/catalogue/format.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import { runnerIn } from '#shared/racing/race-rows.ts';
import { styledName } from '#shared/names/latin.ts';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { useNameStyle } from '../../text/name-style.ts';
import { useFigures } from '../../racing/figures/use-figures.ts';
import { ODDS_COLUMNS, type MapRunner } from './odds-map.ts';
import type { EntryIndex } from '#shared/racing/day-columns.ts';
import { useRunnerWords } from './use-runner-words.ts';

interface OddsMapTableProps {
  readonly runners: readonly MapRunner[];
  readonly index: EntryIndex;
  /** The name of the index. */
  readonly label: string;
  readonly sentence: string;
}

const HEADS = ['race', 'runner', 'rank', 'value', 'odds', 'kind', 'favorite', 'finish'] as const;
const NUMBERS: ReadonlySet<string> = new Set(['rank', 'value', 'odds', 'favorite', 'finish']);

export function OddsMapTable({ runners, index, label, sentence }: OddsMapTableProps) {
  const { t } = useTranslation('day');
  return (
    <table className="race-list odds-map-table">
      <caption className="only-read">{sentence}</caption>
      <thead>
        <tr>
          {HEADS.map((head) => (
            <th key={head} scope="col" className={NUMBERS.has(head) ? 'is-number' : undefined}>
              {head === 'value' ? label : t(`map.heads.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {runners.map((runner) => (
          <RunnerRow key={runner.id} runner={runner} index={index} label={label} />
        ))}
      </tbody>
    </table>
  );
}

type RunnerRowProps = Pick<OddsMapTableProps, 'index' | 'label'> & { readonly runner: MapRunner };

/** Its index, its odds and its finish tell where they come from; its ranks are counted by them. */
function RunnerRow({ runner, index, label }: RunnerRowProps) {
  const { t } = useTranslation('day');
  const names = useNameStyle();
  const words = useRunnerWords();
  const odds = ODDS_COLUMNS[runner.oddsKind];
  const figures = useFigures(runner.record, [
    columnOf('t_ky', index),
    columnOf('t_ky', odds) ?? columnOf('t_pd', odds) ?? columnOf('t_se', odds),
    columnOf('t_se', 'order_of_finish'),
  ]);
  return (
    <tr ref={figures}>
      <td>{words(runner, label).race}</td>
      <td>
        <PlaceLink to={{ screen: 'race', racekey: runner.racekey, tab: 'card', ...runnerIn(runner.record) }}>
          {runner.number === undefined ? null : <b>{runner.number} </b>}
          {styledName(runner.name, names)}
        </PlaceLink>
      </td>
      <td className="is-number" data-figure={index}>
        {runner.rank}
      </td>
      <td className="is-number" data-figure={index}>
        {runner.value}
      </td>
      <td className="is-number" data-figure={odds}>
        {runner.odds.toFixed(1)}
      </td>
      <td>{t(`map.kind.${runner.oddsKind}`)}</td>
      <td className="is-number" data-figure={odds}>
        {runner.popularity}
      </td>
      <td className="is-number" data-figure="order_of_finish">
        {runner.finish ?? MISSING}
      </td>
    </tr>
  );
}
