// The runs in which trouble, or the lane, hid a better performance: the reason in words and the size of the correction.

import type { ReactNode } from 'react';
import type { TFunction } from 'i18next';
import { formatBare, MISSING } from '#shared/catalogue/format.ts';
import { columnOfSubject } from '#shared/catalogue/subjects/subjects.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { numberIn, type RecordValues } from '#shared/racing/race-rows.ts';
import { finishWords } from '#shared/racing/result-rows.ts';
import {
  isCorrected,
  isLaneKnown,
  SLOW_LANE,
  troubledRuns,
  type Correction,
  type SlowLane,
  type TroubledRun,
} from '#shared/racing/run-troubles.ts';
import type { Language } from '#shared/text.ts';
import { useStepMemory } from '../../app/navigation/navigation.ts';
import { Button } from '../../components/Button.tsx';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { racePlace } from '../../racing/key-links.ts';
import { courseAndNumber } from '../../racing/run-races.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';

const LANE = columnOfSubject('runs', 'selected_lane_cd');

/** The runs shown before the user wants all: the list stands above the runs themselves. */
const FIRST_LINES = 4;

export function HiddenForm({ runs }: { readonly runs: readonly RecordValues[] }): ReactNode {
  const { t } = useTranslation('horse');
  const [showsAll, setShowsAll] = useStepMemory('horse.allHidden', false);
  const troubled = troubledRuns(runs);
  const corrected = runs.filter(isCorrected).length;
  const lanes = runs.filter(isLaneKnown).length;
  const shown = showsAll ? troubled : troubled.slice(0, FIRST_LINES);
  return (
    <section className="horse-hidden" aria-label={t('hidden')}>
      <div className="horse-bar">
        <h2>{t('hidden')}</h2>
        <p>
          {t('hiddenOf', {
            corrected,
            lanes,
            n: runs.length,
          })}
        </p>
      </div>
      {troubled.length === 0 ? (
        <p className="horse-none">{t(corrected + lanes === 0 ? 'hiddenUnknown' : 'hiddenNone')}</p>
      ) : (
        <>
          <table className="small-table horse-table" aria-label={t('hidden')}>
            <thead>
              <tr>
                <th scope="col">{t('race')}</th>
                <th scope="col" className="number">
                  {t('figures.finish')}
                </th>
                <th scope="col" className="number" title={t('correctionHint')}>
                  {t('correction')}
                </th>
                <th scope="col" className="number">
                  IDM
                </th>
                <th scope="col">{t('why')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((each) => (
                <Line key={`${each.run['racedate']} ${each.run['racekey']}`} troubled={each} />
              ))}
            </tbody>
          </table>
          {troubled.length > FIRST_LINES && (
            <Button kind="quiet" onPress={() => setShowsAll(!showsAll)}>
              {showsAll ? t('hiddenFewer') : t('hiddenMore', { count: troubled.length })}
            </Button>
          )}
          <p className="horse-note">{t('hiddenNote', { slow: SLOW_LANE })}</p>
        </>
      )}
    </section>
  );
}

function Line({ troubled: { run, corrections, points, lane } }: { readonly troubled: TroubledRun }) {
  const { t } = useTranslation('horse');
  const language = useLanguage();
  const racekey = run['racekey']?.trim() ?? '';
  const racedate = run['racedate']?.trim() ?? '';
  const race = racePlace(racekey, 'result', run);
  const where = `${formatRacedate(racedate, language) ?? racedate} ${courseAndNumber(racekey, language)}`;
  const words = [
    ...corrections.map((each) => correctionWords(each, t)),
    ...(lane === undefined ? [] : [laneWords(lane, t, language)]),
  ];
  return (
    <tr>
      <th scope="row">{race === undefined ? where : <PlaceLink to={race}>{where}</PlaceLink>}</th>
      <td className="number">{finishWords(run, language) ?? MISSING}</td>
      <td className="number">{points === 0 ? MISSING : `+${points}`}</td>
      <td className="number">{numberIn(run, 'idm') ?? MISSING}</td>
      <td className="horse-why">{words.join(t('whyComma'))}</td>
    </tr>
  );
}

function correctionWords({ for: reason, points, stages }: Correction, t: TFunction<'horse'>): string {
  if (reason === 'pace') return t('pace', { points });
  const words = t(`corrections.${reason}`);
  const where = stages.map((stage) => t(`stages.${stage}`)).join(t('stageComma'));
  return where === '' ? t('correctedBy', { words, points }) : t('correctedByAt', { words, where, points });
}

function laneWords({ lane, slower, fastest }: SlowLane, t: TFunction<'horse'>, language: Language): string {
  const nameOf = (code: number): string =>
    formatBare(LANE, String(code), language).toLocaleLowerCase(language);
  return t('slowLane', {
    lane: nameOf(lane),
    slower: slower.toFixed(1),
    fastest: fastest.map(nameOf).join(t('stageComma')),
  });
}
