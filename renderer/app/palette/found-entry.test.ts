import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import type { Found } from '#shared/bridge/find.ts';
import { startI18n } from '../../text/text.ts';
import { foundEntry } from './found-entry.ts';

beforeAll(async () => {
  await startI18n('en');
});

const run: Found = {
  kind: 'race',
  name: '有明記念',
  key: '06265811',
  runner: 7,
  seen: '20261122',
  match: 'key',
  stored: true,
};

it('opens the race of a run with its runner selected, and says which', () => {
  const t = i18next.getFixedT('en', 'find');
  const entry = (found: Found) => foundEntry(found, { t, language: 'en', names: 'kana', today: '20261122' });
  expect(entry(run).to).toEqual({ screen: 'race', racekey: '06265811', tab: 'card', runner: 7 });
  expect(entry(run).detail).toMatch(/11R no\. 7$/);
  const { runner: _, ...race } = run;
  expect(entry(race).to).toEqual({ screen: 'race', racekey: '06265811', tab: 'card' });
  expect(entry(race).detail).toMatch(/11R$/);
});
