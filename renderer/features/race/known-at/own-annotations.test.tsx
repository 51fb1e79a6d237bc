// A race as it was known before, with the user's marks and notes of then.

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ofHorse, ofRace, ofRunner, type Annotation } from '#shared/annotations/annotation.ts';
import { draw } from '../../../testing/draw.tsx';
import { fakeBridge, TODAY } from '../../../testing/fake-bridge.ts';
import { readTables } from '../../../testing/fake-tables.ts';
import type { Row } from '../../../testing/sheet-of.ts';
import { RaceScreen } from '../RaceScreen.tsx';

const RACEKEY = '05265611';
const RACE: Row = { racekey: RACEKEY, racedate: '20261115', racecourse_cd: '05', race_name: '秋風記念' };
const RUNNERS: readonly Row[] = ['アルファ', 'ベータ', 'ガンマ'].map((horse_name, at) => ({
  racekey: RACEKEY,
  racedate: '20261115',
  horse_number: String(at + 1),
  bracket_number: String(at + 1),
  horse_id: `HORSE000000${at + 1}`,
  horse_name,
}));

const [EARLIER, LATER] = [1000, 2000];

const ANNOTATIONS: readonly Annotation[] = [
  { ...ofRunner(RACEKEY, 1), mark: '1', at: 900 },
  { ...ofRunner(RACEKEY, 2), mark: '2', note: 'won easily', at: 3000, markedAt: 900 },
  { ...ofRunner(RACEKEY, 3), mark: '3', note: 'boxed in', at: 3000 },
  { ...ofHorse('HORSE0000001'), watched: true, note: 'likes mud', at: 800 },
  { ...ofHorse('HORSE0000003'), watched: true, at: 3000 },
  { ...ofRace(RACEKEY), note: 'slow pace', at: 3000 },
];

afterEach(cleanup);

it('shows only those marks, stars and notes that have not changed since, and says so', async () => {
  const tables: Readonly<Record<string, readonly Row[]>> = { d_ra: [RACE], d_ky: RUNNERS };
  await draw(
    <RaceScreen racekey={RACEKEY} tab="card" />,
    fakeBridge({
      results: { read: readTables((table) => tables[table] ?? [], TODAY) },
      annotations: { read: async () => [...ANNOTATIONS] },
      races: {
        versionTimes: async () => [EARLIER, LATER],
        knownAt: async () => ({ race: [RACE], entry: [...RUNNERS], prerace: [] }),
      },
    }),
  );
  const rowOf = (name: string): string => screen.getByText(name).closest('tr')?.textContent ?? '';
  await waitFor(() => expect(rowOf('ガンマ')).toContain('▲'));
  expect(rowOf('ガンマ')).toContain('boxed in');
  expect(rowOf('ガンマ')).toContain('★');
  expect(screen.getByText('slow pace')).toBeDefined();

  fireEvent.change(await screen.findByRole('slider'), { target: { value: '0' } });
  expect(await screen.findByText(/shown only where they have not changed since/)).toBeDefined();
  const first = rowOf('アルファ');
  for (const shown of ['◎', '★', 'likes mud']) expect(first).toContain(shown);
  expect(rowOf('ベータ')).toContain('○');
  expect(rowOf('ベータ')).not.toContain('won easily');
  for (const hidden of ['▲', '★', 'boxed in']) expect(rowOf('ガンマ')).not.toContain(hidden);
  expect(screen.queryByText('slow pace')).toBeNull();
  expect(within(document.body).getByText('Back to now')).toBeDefined();
});
