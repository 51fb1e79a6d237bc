// The amounts whose shares the tables have: the user's own, remembered.

import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { FIRST_THRESHOLDS, MOST_THRESHOLDS, thresholdsSchema } from '#shared/bridge/payoffs.ts';
import { useRemembered } from '../../client/use-remembered.ts';
import { TextField } from '../../components/TextField.tsx';
import { readAmounts, useYen } from './yen.ts';

export const useThresholds = () =>
  useRemembered<number[]>('payoffs.thresholds', thresholdsSchema, [...FIRST_THRESHOLDS]);

interface ThresholdsProps {
  readonly thresholds: readonly number[];
  readonly onChange: (thresholds: number[]) => void;
}

/** Enter, or leaving the field, applies what was typed; Escape restores it. */
export function Thresholds({ thresholds, onChange }: ThresholdsProps): ReactNode {
  const { t } = useTranslation('payoffs');
  const { words } = useYen();
  const [typed, setTyped] = useState<string>();
  const shown = thresholds.map(words).join(' ');
  const read = typed === undefined ? thresholds : readAmounts(typed);
  const valid = thresholdsSchema.safeParse(read);
  const apply = (): void => {
    if (!valid.success) return;
    setTyped(undefined);
    onChange(valid.data);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (typed === undefined || event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') apply();
    else if (event.key === 'Escape') setTyped(undefined);
    else return;
    event.stopPropagation();
  };
  return (
    <div role="presentation" className="payoffs-thresholds" onBlur={apply} onKeyDown={onKeyDown}>
      <TextField
        label={t('thresholds')}
        value={typed ?? shown}
        onChange={setTyped}
        problem={valid.success ? undefined : t('thresholdsProblem', { count: MOST_THRESHOLDS })}
      />
    </div>
  );
}
