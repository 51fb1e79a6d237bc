// The line of watched horses on the day screen.

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ofHorse } from '#shared/annotations/annotation.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeAnnotations } from '../../testing/fake-annotations.ts';
import { TODAY } from '../../testing/fake-bridge.ts';
import { readTables } from '../../testing/fake-tables.ts';
import type { Row } from '../../testing/sheet-of.ts';
import { bridge, race, TABLES, Window } from './testing/raced-day.tsx';

afterEach(cleanup);

describe('the day screen', () => {
  it('names the watched horses that run, each with a link to its race, and reads no cards without one', async () => {
    const requests: string[] = [];
    const annotations = fakeAnnotations();
    await annotations.change({ ...ofHorse('HORSE0000007'), watched: true, note: 'soft ground' });
    const { kept: _, ...procedures } = annotations;
    await draw(<Window />, bridge(requests, TODAY, procedures));
    const list = await screen.findByRole('region', { name: 'Watched horses' });
    const link = await within(list).findByRole('link', { name: 'Tokyo 2R 7 ナナバンメ' });
    expect(link.title).toContain('soft ground');
    cleanup();
    requests.length = 0;
    await draw(<Window />, bridge(requests));
    await screen.findByText(/秋風特別/);
    expect(requests).not.toContain('d_ky');
  });

  it('has a line for watched horses before the cards are read, and says if none runs', async () => {
    const annotations = fakeAnnotations();
    await annotations.change({ ...ofHorse('HORSE0000099'), watched: true });
    const { kept: _, ...procedures } = annotations;
    const cards = Promise.withResolvers<undefined>();
    const read = readTables((table) => TABLES[table] ?? [], TODAY);
    const late: typeof read = async (query) => {
      if (query.source.kind === 'day' && query.source.record === 'entry') await cards.promise;
      return read(query);
    };
    await draw(<Window />, bridge([], TODAY, procedures, new Map(), late));
    const line = await screen.findByRole('region', { name: 'Watched horses' });
    expect([line.textContent, screen.queryAllByText(/秋風特別/).length]).toEqual([
      'Watched horsesReading the cards…',
      1,
    ]);
    cards.resolve(undefined);
    await waitFor(() => expect(line.textContent).toContain('None is on the cards of this day.'));
    cleanup();
    const without = readTables((table) => (table.endsWith('_ky') ? [] : (TABLES[table] ?? [])), TODAY);
    await draw(<Window />, bridge([], TODAY, procedures, new Map(), without));
    expect(await screen.findByText('None is on the cards of this day.')).toBeDefined();
    cleanup();
    await draw(<Window />, bridge([], '20261115', procedures, new Map(), without));
    expect(await screen.findByText('The cards of this day are not out yet.')).toBeDefined();
    cleanup();
    const short = readTables(
      (table) => TABLES[table] ?? [],
      TODAY,
      (table) => (table === 'd_ky' ? { complete: false } : {}),
    );
    await draw(<Window />, bridge([], TODAY, procedures, new Map(), short));
    expect(await screen.findByText('None is on the cards that are stored; some are missing.')).toBeDefined();
  });

  it('names a watched horse without a number before the draw', async () => {
    const annotations = fakeAnnotations();
    await annotations.change({ ...ofHorse('HORSE0000007'), watched: true });
    const { kept: _, ...procedures } = annotations;
    const undrawn = (TABLES['d_ky'] ?? []).map((each) => ({ ...each, horse_number: '00' }));
    const read = readTables((table) => (table === 'd_ky' ? undrawn : (TABLES[table] ?? [])), TODAY);
    await draw(<Window />, bridge([], TODAY, procedures, new Map(), read));
    expect(await screen.findByRole('link', { name: 'Tokyo 2R ナナバンメ' })).toBeDefined();
  });

  it.each([
    ['en', 'Watched horses', 'Tokyo 2R 7 ナナバンメ', 'Withdrawn'],
    ['ja', '注目馬', '東京 2R 7 ナナバンメ', '取消'],
  ] as const)('says of a watched horse that it does not run (%s)', async (language, name, runner, reason) => {
    const annotations = fakeAnnotations();
    for (const number of ['7', '8'])
      await annotations.change({ ...ofHorse(`HORSE000000${number}`), watched: true });
    const { kept: _, ...procedures } = annotations;
    const withdrawn: Readonly<Record<string, readonly Row[]>> = {
      ...TABLES,
      d_ra: [race('05265602', { cancel_horse: '0000001000000000' })],
    };
    const read = readTables((table) => withdrawn[table] ?? [], TODAY);
    await draw(<Window />, bridge([], TODAY, procedures, new Map(), read), language);
    const list = await screen.findByRole('region', { name });
    await within(list).findByRole('link', { name: `${runner} ${reason}` });
    expect(within(list).getByRole('link', { name: /8 ハチバンメ$/ })).toBeDefined();
  });
});
