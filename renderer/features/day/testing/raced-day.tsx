// A day of racing for the tests of the day screen.

import type { RaceDay } from '#shared/bridge/days.ts';
import { useRoute, useStepId } from '../../../app/navigation/navigation.ts';
import { fakeAnnotations } from '../../../testing/fake-annotations.ts';
import { fakeBridge, TODAY } from '../../../testing/fake-bridge.ts';
import { readTables } from '../../../testing/fake-tables.ts';
import type { Row } from '../../../testing/sheet-of.ts';
import type { CalendarRange } from '../calendar.ts';
import { DayScreen } from '../DayScreen.tsx';

/** A program of the day's races. */
export const race = (racekey: string, more: Row = {}): Row => ({
  racekey,
  racecourse_cd: racekey.slice(0, 2),
  holding_classification: racekey.startsWith('05') ? '1' : '2',
  post_time: '1005',
  class_cd: '11',
  condition_cd: 'A3',
  track_type: '2',
  distance: '1800',
  headcount: '16',
  ...more,
});

/** Two races at Tokyo, the first of them paid, and one at Kyoto. */
export const TABLES: Readonly<Record<string, readonly Row[]>> = {
  d_ra: [race('05265601'), race('05265602', { race_name: '秋風特別', grade_cd: '3' }), race('08265601')],
  d_ka: [{ holdingkey: '052656', turf_condition_cd: '1', weather_cd: null }],
  d_hj: [{ racekey: '05265601', win_horse_number_1: '05', win_payoff_1: '1540', win_popularity_1: '6' }],
  t_ra: [race('05265601'), race('05265602'), race('08265601')],
  t_hj: [{ racekey: '05265601', win_horse_number_1: '05', win_payoff_1: '1540', win_popularity_1: '6' }],
  t_ky: [{ racekey: '05265602', horse_number: '07', horse_name: 'ナナバンメ', jockey_name: '次の騎手' }],
  d_ky: [
    { racekey: '05265602', horse_number: '07', horse_id: 'HORSE0000007', horse_name: 'ナナバンメ' },
    { racekey: '05265602', horse_number: '08', horse_id: 'HORSE0000008', horse_name: 'ハチバンメ' },
  ],
  d_se: Array.from({ length: 16 }, (_, at) => ({
    racekey: '05265601',
    horse_number: String(((at + 4) % 16) + 1),
    order_of_finish: String(at + 1),
    horse_name: at === 0 ? 'カゼノサンプル' : '後続馬',
  })),
};

export const day = (racedate: string): RaceDay => ({
  racedate,
  racecourses: ['05', '08'],
  past: racedate < TODAY,
});

export const daysIn = ({ from, to }: CalendarRange): RaceDay[] =>
  ['20261114', '20261115'].filter((racedate) => from <= racedate && racedate <= to).map(day);

/** Answers from the tables; `requests` gets the names of those that are read. */
export const bridge = (
  requests: string[] = [],
  today = TODAY,
  annotations: Omit<ReturnType<typeof fakeAnnotations>, 'kept'> = fakeAnnotations(),
  remembered = new Map<string, string>(),
  read = readTables((table) => {
    requests.push(table);
    return TABLES[table] ?? [];
  }, today),
) =>
  fakeBridge({
    annotations,
    app: { about: async () => ({ version: '0', host: 'web', today, dataDir: '/data' }) },
    days: { list: async (period: CalendarRange) => ({ days: daysIn(period), unknown: [] }) },
    settings: {
      recall: async ({ key }: { key: string }) => ({ json: remembered.get(key) }),
      remember: async ({ key, json }: { key: string; json: string }) => {
        remembered.set(key, json);
        return {};
      },
    },
    results: { read },
  });

/** Like App, mounts a new screen for a new step. */
export function Window() {
  const place = useRoute();
  const step = useStepId();
  return place.screen === 'day' ? (
    <DayScreen key={step} racedate={place.racedate} />
  ) : (
    <p>{place.screen === 'race' ? `race ${place.tab}` : place.screen}</p>
  );
}
