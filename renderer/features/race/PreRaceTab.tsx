// The pre-race records: paddock, live odds, body weight, gear and legs.

import { useMemo } from 'react';
import type { Sort } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { formatValue } from '#shared/catalogue/format.ts';
import { columnOf, TABLES } from '#shared/catalogue/tables.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import type { Language } from '#shared/text.ts';
import { Notice } from '../../components/Notice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { columnsNamed } from '#shared/racing/run-columns.ts';
import { widthFor } from '../../grid/columns/column-width.ts';
import { GEAR, headed, LEGS, WIDTHS } from '../../racing/grid-columns.ts';
import { factText } from '#shared/racing/race-facts.ts';
import { byRunner, joined, recordOfRunner, runnerKey, type RecordValues } from '#shared/racing/race-rows.ts';
import { CARRIED_COLUMNS, RIDER_COLUMNS, withRiders } from '#shared/racing/riders.ts';
import { useChangesSinceCard } from './change-since-card.ts';
import { GearPanel } from './gear/GearPanel.tsx';
import { pastRunsOf, withoutRuns } from './past-runs.ts';
import { PendingNotice } from './PendingNotice.tsx';
import { labelsOf } from '#shared/racing/runner-words.ts';
import { RunnersTab } from './RunnersTab.tsx';
import type { RaceTabProps } from './tab-props.ts';
import { useRaceSheet } from './use-race-sheet.ts';

const BY_NUMBER: Sort = [{ column: 'horse_number', direction: 'ascending' }];

const BEFORE_GEAR = [
  'bracket_number', 'horse_number', 'horse_name', 'integration_index', 'idm', 'jockey_index', 'insideinfo_index',
  'odds_index', 'paddock_index', 'win_odds', 'place_odds', 'horse_weight', 'weight_cycling', 'this_horse_body_state',
  'this_horse_mind_state', 'change_equipment_flag', 'underfoot_info',
] as const; // prettier-ignore
const AFTER_GEAR = ['jockey_name', 'weight_to_carry'] as const;

/** The columns of the grid. */
export const PRERACE_COLUMNS: readonly Column[] = [
  ...headed(columnsNamed('t_pd', BEFORE_GEAR), {
    horse_weight: { en: 'Weight', ja: '馬体重' },
    underfoot_info: { en: 'Leg view', ja: '脚元評価' },
  }),
  GEAR,
  LEGS,
  ...columnsNamed('t_pd', AFTER_GEAR),
];

const RANKED = new Set(['integration_index', 'idm', 'odds_index', 'paddock_index', 'win_odds']);
const GEAR_FIELDS = TABLES.t_pd.columns.flatMap(({ name, group }) => (group === 'gear' ? [name] : []));
const EXPORTED = [...BEFORE_GEAR, ...GEAR_FIELDS, ...AFTER_GEAR];
/** What may differ from the card's. */
const CHANGING = [...RIDER_COLUMNS, ...CARRIED_COLUMNS];
const LEG_FIELDS = TABLES.t_pd.columns.filter(({ group }) => group === 'legs');

/** Each limb once with its codes: "LF heat, swelling". */
function legsOf(record: RecordValues, language: Language): string {
  const byLimb = new Map<string, string[]>();
  for (const { name, short } of LEG_FIELDS) {
    const [label] = labelsOf('t_pd', record, [name], language);
    if (label === undefined) continue;
    const limb = short[language].replace(/\s*\d+$/, '');
    byLimb.set(limb, [...(byLimb.get(limb) ?? []), label]);
  }
  return [...byLimb].map(([limb, labels]) => `${limb} ${labels.join(', ')}`).join('; ');
}

export function PreRaceTab(tab: RaceTabProps) {
  const { race, racekey, stage } = tab;
  const { t } = useTranslation('race');
  const language = useLanguage();
  const options = { isPast: stage === 'past' };
  const prerace = useRaceSheet('prerace', racekey, { ...options, comesIn: stage === 'today' });
  const card = useRaceSheet('entry', racekey, options);
  const records = useMemo(
    () =>
      joined(prerace.records, card.records, ['bracket_number', 'horse_name', 'horse_id']).map((record) => ({
        ...record,
        gear: labelsOf('t_pd', record, GEAR_FIELDS, language).join(language === 'ja' ? '・' : ', ') || null,
        legs: legsOf(record, language) || null,
      })),
    [prerace.records, card.records, language],
  );
  const widths = useMemo(
    () =>
      Object.fromEntries(
        [GEAR, LEGS].map(({ name }): [string, number] => [
          name,
          Math.max(
            WIDTHS[name] ?? 0,
            widthFor(records.flatMap((record: RecordValues) => record[name] ?? [])),
          ),
        ]),
      ),
    [records],
  );
  const past = useRaceSheet('previousNotes', racekey, options);
  const previous = useMemo(() => byRunner(past.records), [past.records]);
  const changeOf = useChangesSinceCard(true);
  const changes = withRiders(card.records, prerace.records).rows.flatMap((row) =>
    CHANGING.flatMap((column) => changeOf(column, row).change ?? []),
  );
  const time = factText(race, 'post_time', language) ?? '–';
  const date = formatRacedate(race['racedate']?.trim() ?? '', language) ?? '';
  const empty = {
    coming: { title: t('preraceTitle'), text: t('preraceComing', { date, time }) },
    today: { title: t('preraceTodayTitle'), text: t('preraceToday', { time }) },
    past: { title: t('preracePastTitle'), text: t('preracePast') },
  };
  return (
    <RunnersTab
      tab={tab}
      main={prerace}
      card={card}
      records={records}
      label={t('tabs.prerace')}
      table="t_pd"
      exported={EXPORTED}
      columns={PRERACE_COLUMNS}
      widths={widths}
      ranked={RANKED}
      firstSort={BY_NUMBER}
      renderBelow={(key) => {
        const runner = records.find((record) => runnerKey(record) === key);
        if (runner === undefined) return null;
        if (past.state === 'loading') return <Skeleton rows={4} />;
        const before = recordOfRunner(previous, runner);
        const entry = card.records.find((record) => runnerKey(record) === key);
        const isDebut =
          entry !== undefined &&
          pastRunsOf(before, undefined).length === 0 &&
          withoutRuns(entry, before, past.state === 'failed') === 'debut';
        return <GearPanel runner={runner} previous={before} isDebut={isDebut} />;
      }}
      note={oddsTaken(prerace.records, t, language)}
      empty={<PendingNotice racekey={racekey} {...empty[stage]} />}
    >
      {changes.length > 0 && (
        <Notice kind="info" title={t('changesTitle')}>
          {changes.map((change) => (
            <div key={change}>{change}</div>
          ))}
        </Notice>
      )}
    </RunnersTab>
  );
}

function oddsTaken(
  records: readonly RecordValues[],
  t: ReturnType<typeof useTranslation<'race'>>['t'],
  language: Language,
): string | undefined {
  const column = columnOf('t_pd', 'odds_obtained_time');
  const raws = records.flatMap((record) => record['odds_obtained_time']?.trim() || []);
  const times = [...new Set(raws)].toSorted();
  const from = times[0];
  const to = times.at(-1);
  if (column === undefined || from === undefined || to === undefined) return undefined;
  const shown = (raw: string): string => formatValue(column, raw, language);
  return from === to
    ? t('oddsAt', { time: shown(from) })
    : t('oddsAtSeveral', { from: shown(from), to: shown(to) });
}
