// The real components with examples: buttons, fields, chips, a grid, charts, notices, states.

import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import type { Sort } from '#shared/bridge/source.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { AppGone } from '../../client/failure.ts';
import { BracketNumber } from '../../components/BracketNumber.tsx';
import { Button } from '../../components/Button.tsx';
import { Chip } from '../../components/Chip.tsx';
import { DateField } from '../../components/DateField.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Progress } from '../../components/Progress.tsx';
import { Select } from '../../components/Select.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { Sparkline } from '../../components/Sparkline.tsx';
import { TextField } from '../../components/TextField.tsx';
import { ToggleRow } from '../../components/ToggleRow.tsx';
import { WIDTHS } from '../../racing/grid-columns.ts';
import { RacingGrid } from '../../racing/RacingGrid.tsx';
import { recordSource, sortedRows } from '../../racing/sorted-rows.ts';
import { Histogram } from '../table/summary/Histogram.tsx';

const nothing = (): void => undefined;

export function ButtonExamples(): ReactNode {
  const { t } = useTranslation('design');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="design-row">
      <Button kind="primary">{t('primary')}</Button>
      <Button>{t('plain')}</Button>
      <Button kind="quiet">{t('quiet')}</Button>
      <Button kind="danger">{t('danger')}</Button>
      <Button isDisabled>{t('disabled')}</Button>
      <Button isPending>{t('pending')}</Button>
      <Button onPress={() => setOpen(true)}>{t('dialog')}</Button>
      <Dialog
        title={t('dialog')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        actions={
          <Button kind="primary" onPress={() => setOpen(false)}>
            {t('close')}
          </Button>
        }
      >
        <p>{t('dialogText')}</p>
      </Dialog>
    </div>
  );
}

export function FieldExamples(): ReactNode {
  const { t } = useTranslation('design');
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState('x');
  const [date, setDate] = useState('20261122');
  const [surface, setSurface] = useState<'turf' | 'dirt'>('turf');
  const [chosen, setChosen] = useState<readonly ('turf' | 'dirt' | 'jump')[]>(['turf']);
  return (
    <div className="design-row is-fields">
      <TextField label={t('field')} hint={t('fieldHint')} value={text} onChange={setText} />
      <TextField label={t('field')} problem={t('fieldProblem')} value={wrong} onChange={setWrong} />
      <Select
        label={t('choice')}
        options={(['turf', 'dirt'] as const).map((id) => ({ id, label: t(id) }))}
        value={surface}
        onChange={setSurface}
      />
      <DateField label={t('date')} value={date} onChange={setDate} />
      <ToggleRow
        label={t('choice')}
        options={(['turf', 'dirt', 'jump'] as const).map((id) => ({ id, label: t(id) }))}
        chosen={chosen}
        onChange={setChosen}
      />
    </div>
  );
}

const CHIPS = ['plain', 'accent', 'good', 'warning', 'error', 'sample'] as const;

export function ChipExamples(): ReactNode {
  const { t } = useTranslation('design');
  return (
    <div className="design-row">
      {CHIPS.map((kind) => (
        <Chip key={kind} kind={kind}>
          {kind === 'warning' ? t('incomplete') : kind}
        </Chip>
      ))}
      <Chip onRemove={nothing} removeLabel={t('removeChip')}>
        {t('chip')}
      </Chip>
      {[1, 2, 3, 4, 5, 6, 7, 8].map((bracket) => (
        <BracketNumber key={bracket} bracket={bracket} number={bracket * 2} />
      ))}
    </div>
  );
}

const GRID_COLUMNS = TABLES.t_se.columns.filter(({ name }) =>
  ['bracket_number', 'horse_number', 'horse_name', 'confirmed_win_odds', 'confirmed_win_popularity', 'idm'].includes(name),
); // prettier-ignore

const RUNNERS: readonly RecordValues[] = [
  ['1', '1', 'サンプルホマレ', '3.4', '1', '52'],
  ['4', '7', 'レイノカゼ', '12.8', '5', '48'],
  ['8', '15', 'タトエバスター', '105.2', '14', ''],
].map(([bracket_number, horse_number, horse_name, confirmed_win_odds, confirmed_win_popularity, idm]) => ({
  bracket_number, horse_number, horse_name, confirmed_win_odds, confirmed_win_popularity, idm,
}) as RecordValues); // prettier-ignore

export function TableExample(): ReactNode {
  const { t } = useTranslation('design');
  const [sort, setSort] = useState<Sort>([{ column: 'horse_number', direction: 'ascending' }]);
  const source = useMemo(() => recordSource(sortedRows(RUNNERS, GRID_COLUMNS, sort)), [sort]);
  return (
    <RacingGrid
      label={t('grid')}
      source={source}
      columns={GRID_COLUMNS}
      sort={sort}
      onSort={setSort}
      widths={WIDTHS}
      rankedColumns={RANKED}
      virtual={false}
    />
  );
}

const RANKED = new Set(['idm']);

/** Of no real race. */
const BINS = [3, 9, 14, 11, 6, 4, 2, 1].map((count, at) => ({ from: 1 + at * 5, to: 6 + at * 5, count }));

export function ChartExamples(): ReactNode {
  const { t } = useTranslation('design');
  const odds = TABLES.d_se.columns.find(({ name }) => name === 'confirmed_win_odds');
  return (
    <div className="design-row">
      <Sparkline values={[41, 44, 39, 52, 48]} label={t('trend')} width={120} height={32} />
      {odds === undefined ? null : (
        <div className="design-chart">
          <Histogram column={odds} bins={BINS} decimals={1} label={t('histogram')} onRange={nothing} />
        </div>
      )}
    </div>
  );
}

export function NoticeExamples(): ReactNode {
  const { t } = useTranslation('design');
  return (
    <>
      <Notice kind="info" title={t('info')}>
        {t('noticeText')}
      </Notice>
      <Notice kind="warning" title={t('warning')} actions={<Button>{t('close')}</Button>}>
        {t('noticeText')}
      </Notice>
    </>
  );
}

const FAILURE = new AppGone('an example');

export function StateExamples(): ReactNode {
  const { t } = useTranslation('design');
  return (
    <>
      <h3>{t('empty')}</h3>
      <EmptyState title={t('emptyTitle')} text={t('emptyText')} action={<Button>{t('plain')}</Button>} />
      <h3>{t('loading')}</h3>
      <Skeleton rows={3} />
      <Progress done={3} total={12} label={t('progress')} figures={t('progressFigures')} />
      <h3>{t('failure')}</h3>
      <FailureNotice thrown={FAILURE} onRetry={nothing} withoutSettings />
    </>
  );
}
