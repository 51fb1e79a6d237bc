// One record from top to bottom: every field by group, the raw value beside what it means.

import { useQuery, type QueryKey } from '@tanstack/react-query';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import { formatValue } from '#shared/catalogue/format.ts';
import { GROUPS } from '#shared/catalogue/groups.ts';
import { useBridge } from '../../client/bridge.tsx';
import { isRearranged } from '../../client/failure.ts';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { TextField } from '../../components/TextField.tsx';
import { Cell } from '../../grid/Cell.tsx';
import { horsePlace, racePlace } from '../../racing/key-links.ts';
import { racingDrawing } from '../../racing/RacingGrid.tsx';
import type { RowModel } from '../../grid/data/row-model.ts';
import { namesWithBeside } from '../../grid/data/row-source.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { navigation } from '../../app/navigation/navigation.ts';
import type { RaceTab } from '../race/race-tabs.ts';
import { FieldHistory, fieldOfRun } from './FieldHistory.tsx';
import { inGroups, matchesColumn } from './find-columns.ts';
import { SidePanel } from './SidePanel.tsx';

interface RowDetailProps {
  readonly source: RowModel;
  /** Part of the cache key of the records. */
  readonly resultId: string;
  /** Changes with the rows and their order. */
  readonly rowsKey: QueryKey;
  readonly columns: readonly Column[];
  readonly row: number;
  readonly rows: number;
  /** The tab on which the record's race opens. */
  readonly tab: RaceTab;
  readonly onStep: (row: number) => void;
  readonly onClose: () => void;
}

const STEPS: { readonly [key: string]: number } = { ArrowDown: 1, ArrowUp: -1 };

/** A scrolled element must be able to take the focus, so that PageUp and PageDown reach it. */
const SCROLLABLE = { tabIndex: 0 } as const;

export function RowDetail(props: RowDetailProps): ReactNode {
  const { source, resultId, rowsKey, columns, row, rows, tab, onStep, onClose } = props;
  const { t } = useTranslation('table');
  const language = useLanguage();
  const { queries } = useBridge();
  const [query, setQuery] = useState('');
  const names = namesWithBeside(columns);
  const record = useQuery({
    queryKey: [...queries.results.window.key(), resultId, rowsKey, row, names],
    queryFn: () => source.record(row, names),
    placeholderData: (before) => before,
    staleTime: Infinity,
    gcTime: 60_000,
  });
  const step = (by: number): void => {
    if (row + by >= 0 && row + by < rows) onStep(row + by);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  };
  const race = racePlace(record.data?.get('racekey'), tab, {
    horse_number: record.data?.get('horse_number'),
  });
  const horse = horsePlace(record.data?.get('horse_id'));
  return (
    <SidePanel
      title={t('detail', { row: row + 1, rows })}
      onClose={onClose}
      onKeyDown={onKeyDown}
      actions={
        <>
          <IconButton label={t('previousRow')} shortcut="↑" isDisabled={row === 0} onPress={() => step(-1)}>
            ↑
          </IconButton>
          <IconButton label={t('nextRow')} shortcut="↓" isDisabled={row >= rows - 1} onPress={() => step(1)}>
            ↓
          </IconButton>
        </>
      }
    >
      <div className="side-panel-tools">
        <TextField
          label={t('findField')}
          type="search"
          placeholder={t('findColumnHint')}
          value={query}
          onChange={setQuery}
        />
        <div className="side-panel-buttons">
          {race === undefined ? null : <Button onPress={() => navigation.go(race)}>{t('openRace')}</Button>}
          {horse === undefined ? null : (
            <Button onPress={() => navigation.go(horse)}>{t('openHorse')}</Button>
          )}
        </div>
      </div>
      <section className="side-panel-body" {...SCROLLABLE} aria-label={t('fieldsOfRecord')}>
        {/* While the rows are sorted or filtered, no record is known to stand there. */}
        {record.isError && !isRearranged(record.error) ? (
          <FailureNotice thrown={record.error} onRetry={() => void record.refetch()} />
        ) : record.data === undefined ? (
          <Skeleton />
        ) : (
          inGroups(columns.filter((column) => matchesColumn(column, query))).map(
            ({ group, columns: members }) => (
              <section key={group}>
                <h3 className="row-detail-group">{GROUPS[group][language]}</h3>
                <dl className="row-detail-fields">
                  {members.map((column) => (
                    <Field
                      key={column.name}
                      column={column}
                      raw={record.data.get(column.name) ?? null}
                      beside={record.data.get(column.beside ?? '') ?? null}
                      horseId={horse?.screen === 'horse' ? horse.horse_id : undefined}
                    />
                  ))}
                </dl>
              </section>
            ),
          )
        )}
      </section>
    </SidePanel>
  );
}

interface FieldProps {
  readonly column: Column;
  readonly raw: string | null;
  /** The value that the text is made with. */
  readonly beside: string | null;
  /** The horse of the record, to load its runs. */
  readonly horseId: string | undefined;
}

function Field({ column, raw, beside, horseId }: FieldProps): ReactNode {
  const { t } = useTranslation('table');
  const language = useLanguage();
  const names = useNameStyle();
  const [isOpen, setOpen] = useState(false);
  const ofRun = horseId === undefined ? undefined : fieldOfRun(column.name);
  const label = column.label[language];
  const shown = formatValue(column, raw, language, names, beside);
  return (
    <div className="row-detail-field" title={`${column.name}: ${column.meaning[language]}`}>
      <dt>
        {ofRun === undefined ? (
          label
        ) : (
          <button
            type="button"
            className="row-detail-history"
            aria-expanded={isOpen}
            title={t('historyOf', { name: label })}
            onClick={() => setOpen(!isOpen)}
          >
            {label}
          </button>
        )}
      </dt>
      <dd>
        <Cell
          column={column}
          raw={raw}
          beside={beside}
          language={language}
          names={names}
          drawing={racingDrawing(column, raw)}
        />
        {raw === null || raw === '' || raw === shown ? null : <code>{raw}</code>}
      </dd>
      {isOpen && ofRun !== undefined && horseId !== undefined ? (
        <dd className="row-detail-past">
          <FieldHistory column={ofRun} horseId={horseId} />
        </dd>
      ) : null}
    </div>
  );
}
