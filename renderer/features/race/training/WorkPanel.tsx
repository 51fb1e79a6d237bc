// The work of one runner: against the works of its trainer's winners, and with partners.

import type { ReactNode } from 'react';
import { useTranslation } from '../../../text/text.ts';
import { styledName } from '#shared/names/latin.ts';
import { MISSING } from '#shared/catalogue/format.ts';
import { numberIn, runnerNumber, type RecordValues } from '#shared/racing/race-rows.ts';
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
  const title = t('title', { name: styledName(first['horse_name']?.trim() ?? '', names) || MISSING });
  return (
    <section className="work-panel" aria-label={title}>
      <h2>
        <BracketNumber bracket={numberIn(first, 'bracket_number')} number={runnerNumber(first) ?? MISSING} />{' '}
        {title}
      </h2>
      <Compared works={works} entry={entry} racedate={racedate} />
    </section>
  );
}

function Compared({ works, entry, racedate }: WorkPanelProps) {
  const names = useNameStyle();
  const [first] = works;
  const stored = useStoredWorks({ work: first, entry, racedate });
  if (stored.thrown !== null) return <FailureNotice thrown={stored.thrown} onRetry={stored.again} />;
  if (stored.works === undefined) return <Skeleton rows={4} />;
  const [work = first] = lastWorks(works);
  return (
    <div className="work-parts">
      <WinnerWorks
        work={work}
        trainer={styledName(entry?.['trainer_name']?.trim() ?? '', names)}
        works={stored.works}
        racedate={racedate}
      />
      <Partners present={works} before={stored.works.ofHorse} />
    </div>
  );
}
