import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import type { Found } from '#shared/bridge/find.ts';
import { sireId } from '#shared/racing/person.ts';
import { startI18n } from '../../text/text.ts';
import { foundEntries } from './found-entry.ts';

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

const entriesOf = (...found: readonly Found[]) =>
  foundEntries(found, {
    t: i18next.getFixedT('en', 'find'),
    language: 'en',
    names: 'kana',
    today: '20261122',
  });

it('opens the race of a run with its runner selected, and says which', () => {
  const entry = (found: Found) => entriesOf(found)[0];
  expect(entry(run)?.to).toEqual({ screen: 'race', racekey: '06265811', tab: 'card', runner: 7 });
  expect(entry(run)?.detail).toMatch(/11R no\. 7$/);
  const { runner: _, ...race } = run;
  expect(entry(race)?.to).toEqual({ screen: 'race', racekey: '06265811', tab: 'card' });
  expect(entry(race)?.detail).toMatch(/11R$/);
});

it('tells namesakes apart by their keys, which nobody else needs', () => {
  const jockey = { kind: 'jockey', name: '佐藤', seen: '20261121', match: 'exact', stored: true } as const;
  const entries = entriesOf(
    { ...jockey, key: '01011' },
    { ...jockey, key: '01205' },
    { ...jockey, kind: 'trainer', key: '01011' },
    { ...jockey, kind: 'sire', key: sireId('佐藤', '2009') },
    { ...jockey, kind: 'sire', key: sireId('佐藤', '2011') },
  );
  expect(entries.map(({ detail }) => detail)).toEqual([
    'key 01011, last seen 2026-11-21 (Sat)',
    'key 01205, last seen 2026-11-21 (Sat)',
    'last seen 2026-11-21 (Sat)',
    'born 2009, last seen 2026-11-21 (Sat)',
    'born 2011, last seen 2026-11-21 (Sat)',
  ]);
});
