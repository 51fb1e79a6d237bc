// Makes bets from the user's marks: of one race, or of all races of a day.

import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { glyphOfMark, MARKS } from '#shared/annotations/annotation.ts';
import { MARKED_BETS, type MarkChoice, type MarkedBet } from '#shared/betting/from-marks.ts';
import { betOf } from '#shared/catalogue/bets.ts';
import { useToday } from '../../client/use-today.ts';
import { Button } from '../../components/Button.tsx';
import { DateField } from '../../components/DateField.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Select } from '../../components/Select.tsx';
import { TextField } from '../../components/TextField.tsx';
import { ToggleRow } from '../../components/ToggleRow.tsx';
import { navigation } from '../../app/navigation/navigation.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { markedLines } from './marked-lines.ts';
import { useMarkedRaces, type MarkedRaces } from './use-marked-races.ts';

interface MarksDialogProps {
  /** Only this race; otherwise the races of a day that is chosen. */
  readonly race?: { readonly racekey: string; readonly title: string };
  readonly onClose: () => void;
  /** Adds lines to a list and resolves to its name once they are kept. */
  readonly onAdd: (lines: readonly string[]) => Promise<string>;
  /** Whether the list can be opened from here. */
  readonly leadsToList?: boolean;
}

/** ○▲△: what a list of marks usually has against ◎. */
const USUAL_OTHERS = ['2', '3', '4'];
const UNIT = 100;
const NONE: NonNullable<MarkedRaces['races']> = [];

export function MarksDialog({ race, onClose, onAdd, leadsToList = false }: MarksDialogProps): ReactNode {
  const { t } = useTranslation('bets');
  const { t: shell } = useTranslation('shell');
  const language = useLanguage();
  const today = useToday();
  const [typedDay, setDay] = useState<string>();
  const [choice, setChoice] = useState<Omit<MarkChoice, 'stake'>>({
    bet: 'quinella',
    isBox: false,
    axis: '1',
    others: USUAL_OTHERS,
  });
  const [typedStake, setStake] = useState(String(UNIT));
  const [withLate, setWithLate] = useState(false);
  const marked = useMarkedRaces({ racekey: race?.racekey, typedDay, today, withLate });
  const { races = NONE, late, day, undated } = marked;
  const stake = Number(typedStake.normalize('NFKC'));
  const isStake = Number.isSafeInteger(stake) && stake > 0 && stake % UNIT === 0;
  const { lines, combinations, without } = markedLines(races, { ...choice, stake }, language);
  const adding = useMutation({
    mutationFn: async (wanted: readonly string[]) => ({ name: await onAdd(wanted), lines: wanted }),
  });
  // Another choice makes other lines, which can be added too.
  const added = adding.data?.lines.join('\n') === lines.join('\n') ? adding.data : undefined;
  const isSingle = betOf(choice.bet).numbers === 1;
  return (
    <Dialog
      title={race === undefined ? t('marks.title') : `${t('marks.title')}: ${race.title}`}
      isOpen
      onClose={onClose}
      actions={
        added === undefined ? (
          <>
            <Button onPress={onClose}>{shell('cancel')}</Button>
            <Button
              kind="primary"
              isDisabled={lines.length === 0 || !isStake}
              isPending={adding.isPending}
              onPress={() => adding.mutate(lines)}
            >
              {t('marks.add')}
            </Button>
          </>
        ) : (
          <>
            <Button onPress={onClose}>{t('marks.done')}</Button>
            {leadsToList && (
              <Button
                kind="primary"
                onPress={() => {
                  onClose();
                  navigation.go({ screen: 'bets' });
                }}
              >
                {t('marks.openBets')}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="bets-marks">
        {race === undefined && <DateField label={t('marks.day')} value={day} onChange={setDay} />}
        <Select<MarkedBet>
          label={t('marks.bet')}
          options={MARKED_BETS.map((id) => ({ id, label: betOf(id).label[language] }))}
          value={choice.bet}
          onChange={(bet) => setChoice({ ...choice, bet })}
        />
        {!isSingle && (
          <Select
            label={t('marks.kind')}
            options={[
              { id: 'axis', label: t('marks.axisHint') },
              { id: 'box', label: t('marks.boxHint') },
            ]}
            value={choice.isBox ? 'box' : 'axis'}
            onChange={(kind) => setChoice({ ...choice, isBox: kind === 'box' })}
          />
        )}
        <Select
          label={t('marks.axis')}
          options={MARKS.map((id) => ({ id, label: glyphOfMark(id) }))}
          value={choice.axis}
          onChange={(axis) => setChoice({ ...choice, axis })}
        />
        <TextField
          label={t('marks.stake')}
          value={typedStake}
          onChange={setStake}
          problem={isStake ? undefined : t('marks.stakeProblem')}
        />
      </div>
      {!isSingle && (
        <ToggleRow
          label={t('marks.others')}
          options={MARKS.filter((id) => id !== choice.axis).map((id) => ({ id, label: glyphOfMark(id) }))}
          chosen={choice.others}
          onChange={(others) => setChoice({ ...choice, others })}
        />
      )}
      <div role="status" className="bets-marks-preview">
        {added !== undefined ? (
          <strong>{t('marks.added', { count: added.lines.length, name: added.name })}</strong>
        ) : marked.races !== undefined && !marked.isMarked ? (
          <p>{t('marks.none')}</p>
        ) : (
          <>
            <p>
              {t('marks.preview', {
                races: lines.length,
                combinations,
                yen: isStake ? combinations * stake : 0,
              })}
            </p>
            {without > 0 && <p className="field-hint">{t('marks.without', { count: without })}</p>}
            <pre>{lines.slice(0, 40).join('\n')}</pre>
          </>
        )}
      </div>
      {late > 0 && (
        <>
          <p className="field-hint">{t('marks.late', { count: late })}</p>
          <label className="bets-marks-late">
            <input
              type="checkbox"
              checked={withLate}
              onChange={(event) => setWithLate(event.target.checked)}
            />
            {t('marks.withLate')}
          </label>
        </>
      )}
      {undated > 0 && <p className="field-hint">{t('marks.undated', { count: undated })}</p>}
      {marked.thrown === null ? null : <FailureNotice thrown={marked.thrown} />}
      {adding.error === null ? null : <FailureNotice thrown={adding.error} />}
    </Dialog>
  );
}
