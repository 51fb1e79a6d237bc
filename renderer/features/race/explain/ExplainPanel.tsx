// What the index of a runner is made of, and below it how each index did before, in a panel beside the rows.

import { useEffect, type ReactNode } from 'react';
import { columnOf } from '#shared/catalogue/tables.ts';
import type { IndexSum } from '#shared/racing/index-parts.ts';
import { numberIn, runnerNumber, type RecordValues } from '#shared/racing/race-rows.ts';
import { styledName } from '#shared/names/latin.ts';
import { BracketNumber } from '../../../components/BracketNumber.tsx';
import { useNameStyle } from '../../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../../text/text.ts';
import { SidePanel } from '../../table/SidePanel.tsx';
import { IndexRecords } from './IndexRecords.tsx';
import { IndexSteps } from './IndexSteps.tsx';
import type { Explaining } from './use-explain.ts';
import './explain.css';

interface ExplainPanelProps {
  readonly sum: IndexSum;
  readonly race: RecordValues;
  /** Of the current row; undefined without any row. */
  readonly runner: RecordValues | undefined;
  readonly explaining: Explaining;
}

export function ExplainPanel({ sum, race, runner, explaining }: ExplainPanelProps): ReactNode {
  const { t } = useTranslation('explain');
  const language = useLanguage();
  const names = useNameStyle();
  const { openings, panel, close } = explaining;
  useEffect(() => {
    if (openings > 0) panel.current?.focus({ preventScroll: true });
  }, [openings, panel]);
  const title = t('title', { index: columnOf(sum.table, sum.total)?.label[language] ?? sum.total });
  return (
    <SidePanel title={title} onClose={close}>
      <div ref={panel} className="side-panel-body explain" tabIndex={-1} aria-label={title} role="group">
        {runner === undefined ? null : (
          <>
            <h3 className="explain-runner">
              <BracketNumber
                bracket={numberIn(runner, 'bracket_number')}
                number={runnerNumber(runner) ?? '–'}
              />{' '}
              {styledName(runner['horse_name']?.trim() ?? '', names)}
            </h3>
            <IndexSteps sum={sum} runner={runner} />
          </>
        )}
        <IndexRecords race={race} />
      </div>
    </SidePanel>
  );
}
