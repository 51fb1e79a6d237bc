// Where the horse is entered from today on, by the stored cards, and of which days these are.

import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import type { Entries } from '#shared/bridge/races.ts';
import { formatBare, MISSING } from '#shared/catalogue/format.ts';
import { columnOfSubject } from '#shared/catalogue/subjects/subjects.ts';
import { styledName } from '#shared/names/latin.ts';
import { personNamed } from '#shared/racing/person.ts';
import { addDays, formatRacedate } from '#shared/racing/racedate.ts';
import { numberIn } from '#shared/racing/race-rows.ts';
import type { Language } from '#shared/text.ts';
import { navigation } from '../../app/navigation/navigation.ts';
import { useBridge } from '../../client/bridge.tsx';
import { useToday } from '../../client/use-today.ts';
import { BracketNumber } from '../../components/BracketNumber.tsx';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { PersonLink } from '../../racing/PersonLink.tsx';
import { racePlace } from '../../racing/key-links.ts';
import { comingRaceInShort, courseAndNumber, raceWords } from '../../racing/run-races.ts';
import { useRunRaces } from '../../racing/use-run-races.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { downloadRoute } from '../table/subject-download.ts';
import { entriesQuery } from './horse-reads.ts';

/** Cards come days before the race. */
const COMING_DAYS = 7;

export function RunsNext({ horseId }: { readonly horseId: string }): ReactNode {
  const { t } = useTranslation('horse');
  const language = useLanguage();
  const today = useToday();
  const bridge = useBridge();
  const { data, error } = useQuery({
    ...entriesQuery(bridge, horseId, today ?? ''),
    enabled: today !== undefined,
  });
  const download =
    today === undefined
      ? undefined
      : downloadRoute({
          kind: 'subject',
          subject: 'runners',
          from: today,
          to: addDays(today, COMING_DAYS - 1),
        });
  return (
    <section className="horse-next" aria-label={t('next')}>
      <div className="horse-bar">
        <h2>{t('next')}</h2>
        {data === undefined ? null : <p>{coverage(data.days, language, t('nextNoCards'), t('nextCards'))}</p>}
        {download !== undefined && (
          <Button kind="quiet" onPress={() => navigation.go(download)}>
            {t('downloadCards')}
          </Button>
        )}
      </div>
      {error !== null ? (
        <FailureNotice thrown={error} />
      ) : data === undefined || data.days.length === 0 ? null : data.entries.length === 0 ? (
        <p className="horse-none">{t('nextNone')}</p>
      ) : (
        <Listed entries={data.entries} />
      )}
    </section>
  );
}

/** Which days are known: the horse may run on others. */
function coverage(days: Entries['days'], language: Language, none: string, some: string): string {
  if (days.length === 0) return none;
  const listed = days.map(
    ({ racedate, races }) => `${formatRacedate(racedate, language) ?? racedate} ${races}R`,
  );
  return `${some} ${listed.join(language === 'ja' ? '、' : ', ')}`;
}

const ODDS = columnOfSubject('runners', 'criteria_win_odds');

function Listed({ entries }: Pick<Entries, 'entries'>) {
  const { t } = useTranslation('horse');
  const { t: inRace } = useTranslation('race');
  const language = useLanguage();
  const names = useNameStyle();
  const races = useMemo(
    () => entries.flatMap(({ entry: { racekey } }) => (racekey ? [{ racekey: racekey.trim() }] : [])),
    [entries],
  );
  const { byKey } = useRunRaces(races);
  return (
    <table className="small-table horse-table" aria-label={t('next')}>
      <tbody>
        {entries.map(({ entry, isWithdrawn }) => {
          const racekey = entry.racekey?.trim() ?? '';
          const racedate = entry.racedate?.trim() ?? '';
          const conditions = byKey?.get(racekey);
          const where = `${formatRacedate(racedate, language) ?? racedate} ${courseAndNumber(racekey, language)}`;
          const place = racePlace(racekey, 'card', entry);
          const odds = formatBare(ODDS, entry.criteria_win_odds ?? null, language);
          return (
            <tr key={racekey}>
              <th scope="row">{place === undefined ? where : <PlaceLink to={place}>{where}</PlaceLink>}</th>
              <td className="horse-why">
                {conditions === undefined
                  ? MISSING
                  : comingRaceInShort(raceWords(conditions, language), inRace)}
              </td>
              <td>
                <BracketNumber
                  bracket={numberIn({ ...entry }, 'bracket_number')}
                  number={numberIn({ ...entry }, 'horse_number') ?? MISSING}
                />
              </td>
              <td>
                <PersonLink
                  person={personNamed('jockey_name', (name) => ({ ...entry })[name as keyof typeof entry])}
                >
                  {styledName(entry.jockey_name?.trim() ?? '', names) || MISSING}
                </PersonLink>
              </td>
              <td className="number">{isWithdrawn ? t('withdrawn') : t('oddsOfCard', { odds })}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
