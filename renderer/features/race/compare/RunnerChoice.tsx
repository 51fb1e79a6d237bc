// Which runners are compared: a button for each, pressed while it is one of them.

import type { ReactNode } from 'react';
import { useTranslation } from '../../../text/text.ts';
import { BracketNumber } from '../../../components/BracketNumber.tsx';
import { FEWEST, MOST } from './chosen-runners.ts';
import type { ComparedRunner } from './compared-runner.ts';

interface RunnerChoiceProps {
  readonly runners: readonly ComparedRunner[];
  readonly chosen: readonly number[];
  /** Of horses that do not run, why. */
  readonly out: ReadonlyMap<number, string>;
  readonly onChange: (chosen: readonly number[]) => void;
}

export function RunnerChoice({ runners, chosen, out, onChange }: RunnerChoiceProps): ReactNode {
  const { t } = useTranslation('compare');
  const isFull = chosen.length >= MOST;
  return (
    <div role="group" aria-label={t('choose')} className="compare-choice" title={t('chooseHint')}>
      {runners.map(({ number, bracket, name }) => {
        const isChosen = chosen.includes(number);
        return (
          <button
            key={number}
            type="button"
            className={`compare-runner ${out.has(number) ? 'is-out' : ''}`}
            aria-pressed={isChosen}
            // It keeps the focus, and says why it does nothing.
            aria-disabled={isFull && !isChosen}
            title={out.get(number) ?? (isFull && !isChosen ? t('full') : undefined)}
            onClick={() => {
              if (isChosen) onChange(chosen.filter((each) => each !== number));
              else if (!isFull) onChange([...chosen, number]);
            }}
          >
            <BracketNumber bracket={bracket} number={number} />
            {name}
          </button>
        );
      })}
      {chosen.length < FEWEST && <p role="status">{t('tooFew')}</p>}
    </div>
  );
}
