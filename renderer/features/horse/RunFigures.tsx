// The figures of the chart as a table, the latest run first.

import type { ReactNode } from 'react';
import { formatBare, MISSING } from '#shared/catalogue/format.ts';
import { columnOfSubject } from '#shared/catalogue/subjects/subjects.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { finishWords } from '#shared/racing/result-rows.ts';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { racePlace } from '../../racing/key-links.ts';
import { courseAndNumber } from '../../racing/run-races.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import type { ChartRun } from './run-chart.ts';

const CHANGE = columnOfSubject('runs', 'weight_cycling');

export function RunFigures({ runs }: { readonly runs: readonly ChartRun[] }): ReactNode {
  const { t } = useTranslation('horse');
  const language = useLanguage();
  return (
    <div className="run-chart-table">
      <table className="small-table horse-table" aria-label={t('chart')}>
        <thead>
          <tr>
            <th scope="col">{t('date')}</th>
            <th scope="col">{t('race')}</th>
            {(['finish', 'field', 'idm', 'weight', 'change'] as const).map((name) => (
              <th key={name} scope="col" className="number">
                {t(`figures.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.toReversed().map(({ run, racedate, racekey, field, idm, weight }) => {
            const date = formatRacedate(racedate, language) ?? racedate;
            const place = racePlace(racekey, 'result', run);
            return (
              <tr key={racedate}>
                <th scope="row">{place === undefined ? date : <PlaceLink to={place}>{date}</PlaceLink>}</th>
                <td>{courseAndNumber(run['racekey']?.trim() ?? '', language)}</td>
                <td className="number">{finishWords(run, language) ?? MISSING}</td>
                <td className="number">{field ?? MISSING}</td>
                <td className="number">{idm ?? MISSING}</td>
                <td className="number">{weight ?? MISSING}</td>
                <td className="number">{formatBare(CHANGE, run['weight_cycling'], language)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
