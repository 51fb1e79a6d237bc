// The watched rules that pick a runner, as chips beside its name before the race; the record of the rule is their tooltip.

import type { ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { runnerNumber, type RecordValues } from '#shared/racing/race-rows.ts';
import { Chip } from '../../components/Chip.tsx';
import { useRecordText } from './RuleRecord.tsx';
import { useWatchedRules } from './use-watched-rules.ts';
import './watched.css';

export function RuleChips({ runner }: { readonly runner: RecordValues }): ReactNode {
  const { t } = useTranslation('rules');
  const textOf = useRecordText();
  const { rules } = useWatchedRules(runner['racedate']?.trim());
  const racekey = runner['racekey']?.trim();
  const number = runnerNumber(runner);
  const picking = rules.filter(({ runners }) =>
    runners.some(
      (each) =>
        each.racekey.trim() === racekey &&
        runnerNumber({ ...each }) === number &&
        // Before the draw.
        (number !== undefined || each.horse_name?.trim() === runner['horse_name']?.trim()),
    ),
  );
  return picking.map(({ id, name, records }) => (
    <Chip key={id} kind="accent" title={`${t('chip', { name })} – ${textOf(records)}`}>
      {name}
    </Chip>
  ));
}
