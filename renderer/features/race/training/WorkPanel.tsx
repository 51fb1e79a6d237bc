// The work of one runner: against the works of its trainer's winners, and with partners.

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styledName } from '#shared/names/latin.ts';
import { MISSING } from '#shared/catalogue/format.ts';
import { numberIn, type RecordValues } from '#shared/racing/race-rows.ts';
import { lastWorks } from '#shared/racing/trainer-works.ts';
import { BracketNumber } from '../../../components/BracketNumber.tsx';
import { FailureNotice } from '../../../components/FailureNotice.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { useNameStyle } from '../../../text/name-style.ts';
import { Partners } from './Partners.tsx';
import { useStoredWorks } from './use-stored-works.ts';
import { WinnerWorks } from './WinnerWorks.tsx';
import './training.css';

interface WorkPanelProps {
  /** The works of the runner before this race, with the name and bracket of the card; at least one. */
  readonly works: readonly [RecordValues, ...RecordValues[]];
  /** The runner's record on the card; undefined without one. */
  readonly entry: RecordValues | undefined;
  /** YYYYMMDD. */
  readonly racedate: string;
}

export function WorkPanel({ works, entry, racedate }: WorkPanelProps): ReactNode {
  const { t } = useTranslation('training');
  const names = useNameStyle();
  const [first] = works;
  const [work = first] = lastWorks(works);
  const stored = useStoredWorks({
    trainerCode: entry?.['trainer_cd']?.trim() ?? '',
    horseId: work['horse_id']?.trim() ?? '',
    racedate,
  });
  const title = t('title', { name: styledName(work['horse_name']?.trim() ?? '', names) || MISSING });
  return (
    <section className="work-panel" aria-label={title}>
      <h2>
        <BracketNumber
          bracket={numberIn(work, 'bracket_number')}
          number={numberIn(work, 'horse_number') ?? MISSING}
        />{' '}
        {title}
      </h2>
      {stored.thrown !== null ? (
        <FailureNotice thrown={stored.thrown} />
      ) : stored.works === undefined || stored.summary === undefined ? (
        <Skeleton rows={4} />
      ) : (
        <div className="work-parts">
          <WinnerWorks
            work={work}
            trainer={styledName(entry?.['trainer_name']?.trim() ?? '', names)}
            works={stored.works}
            summary={stored.summary}
            source={stored.source}
          />
          <Partners present={works} before={stored.works.ofHorse} />
        </div>
      )}
    </section>
  );
}
