// The record as rows: all runs, by surface, by going; every rate with its number of runs.

import { useTranslation } from 'react-i18next';
import { columnOf } from '#shared/catalogue/tables.ts';
import { decode } from '#shared/catalogue/decode.ts';
import { useLanguage } from '../../text/text.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { Sparkline } from '../../components/Sparkline.tsx';
import { byField, countsOf, idmLine, percent, withGoingStep, type RecordCounts } from './record-summary.ts';

export function RecordSummary({ runs }: { readonly runs: readonly RecordValues[] }) {
  const { t } = useTranslation('horse');
  const language = useLanguage();
  const labelOf = (field: 'track_type' | 'turf_condition_cd', code: string | undefined): string => {
    const column = columnOf('t_ra', field);
    if (code !== undefined && column !== undefined) return decode(column, code, language) ?? code;
    return t(field === 'track_type' ? 'surfaceUnknown' : 'goingUnknown');
  };
  const groups = [
    { title: t('all'), lines: [{ label: t('all'), counts: countsOf(runs) }] },
    {
      title: t('surface'),
      lines: byField(runs, 'track_type').map(({ code, counts }) => ({
        label: labelOf('track_type', code),
        counts,
      })),
    },
    {
      title: t('going'),
      lines: byField(withGoingStep(runs), 'going_step').map(({ code, counts }) => ({
        label: labelOf('turf_condition_cd', code),
        counts,
      })),
    },
  ];
  return (
    <section className="horse-record" aria-label={t('record')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('record')}</th>
            <th scope="col" className="number">
              n
            </th>
            <th scope="col" className="number">
              1-2-3-×
            </th>
            <th scope="col" className="number">
              {t('winRate')}
            </th>
            <th scope="col" className="number">
              {t('showRate')}
            </th>
          </tr>
        </thead>
        {groups.map(({ title, lines }) => (
          <tbody key={title} aria-label={title}>
            {lines.map(({ label, counts }) => (
              <Line key={label} label={label} counts={counts} />
            ))}
          </tbody>
        ))}
      </table>
      <figure>
        <figcaption>{t('idmLine')}</figcaption>
        <Sparkline values={idmLine(runs)} label={t('idmLine')} width={280} height={72} />
      </figure>
    </section>
  );
}

function Line({ label, counts }: { readonly label: string; readonly counts: RecordCounts }) {
  const { t } = useTranslation('horse');
  const { n, wins, seconds, thirds, others } = counts;
  const shown = wins + seconds + thirds;
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className="number">{n}</td>
      <td className="number" title={t('recordOf', { runs: n, wins, seconds, thirds, others })}>
        {t('counts', { wins, seconds, thirds, others })}
      </td>
      <td className="number" title={t('rateTitle', { count: wins, n })}>
        {percent(wins, n) ?? '–'} <small>n={n}</small>
      </td>
      <td className="number" title={t('rateTitle', { count: shown, n })}>
        {percent(shown, n) ?? '–'} <small>n={n}</small>
      </td>
    </tr>
  );
}
