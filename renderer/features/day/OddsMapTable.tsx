// The figures of the map as a table, for screen readers and for everyone who prefers to read them.

import { useTranslation } from 'react-i18next';
import { MISSING } from '#shared/catalogue/format.ts';
import { styledName } from '#shared/names/latin.ts';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { useNameStyle } from '../../text/name-style.ts';
import type { MapRunner } from './odds-map.ts';
import { useRunnerWords } from './use-runner-words.ts';

interface OddsMapTableProps {
  readonly runners: readonly MapRunner[];
  /** The name of the index. */
  readonly index: string;
  readonly sentence: string;
}

const HEADS = ['race', 'runner', 'rank', 'value', 'odds', 'kind', 'favorite', 'finish'] as const;
const NUMBERS: ReadonlySet<string> = new Set(['rank', 'value', 'odds', 'favorite', 'finish']);

export function OddsMapTable({ runners, index, sentence }: OddsMapTableProps) {
  const { t } = useTranslation('day');
  const names = useNameStyle();
  const words = useRunnerWords();
  return (
    <table className="race-list odds-map-table">
      <caption className="only-read">{sentence}</caption>
      <thead>
        <tr>
          {HEADS.map((head) => (
            <th key={head} scope="col" className={NUMBERS.has(head) ? 'is-number' : undefined}>
              {head === 'value' ? index : t(`map.heads.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {runners.map((runner) => (
          <tr key={runner.id}>
            <td>{words(runner, index).race}</td>
            <td>
              <PlaceLink to={{ screen: 'race', racekey: runner.racekey, tab: 'card' }}>
                <b>{runner.number}</b> {styledName(runner.name, names)}
              </PlaceLink>
            </td>
            <td className="is-number">{runner.rank}</td>
            <td className="is-number">{runner.value}</td>
            <td className="is-number">{runner.odds.toFixed(1)}</td>
            <td>{t(`map.kind.${runner.oddsKind}`)}</td>
            <td className="is-number">{runner.popularity}</td>
            <td className="is-number">{runner.finish ?? MISSING}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
