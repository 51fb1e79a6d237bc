// More browser tabs of one app than a browser would let wait over HTTP: it opens six connections to an address for all tabs
// together, and each tab waits for several endless answers.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { addDays } from '#shared/racing/racedate.ts';
import { expect, IN_A_BROWSER, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { RaceScreen } from '../pages/race.ts';
import { TableScreen } from '../pages/table.ts';
import { pastRace } from '../racing.ts';

test.use({ sharesApp: true });

test(
  'four tabs, two of them on tables, each read and save',
  { tag: IN_A_BROWSER },
  async ({ page, app, dataDir, service, trouble }) => {
    const { racedate, racekey } = await pastRace(service);
    const days = { start_racedate: addDays(racedate, -1), end_racedate: racedate };
    const [runners, past] = await Promise.all([
      service.query('d_se', days),
      service.query('d_se', { racekey }),
    ]);
    const count = (records: number): string => `${records.toLocaleString('en-US')} records`;
    const settings = () => readFile(path.join(dataDir, 'settings.json'), 'utf8');

    const tabs = [page];
    while (tabs.length < 4) {
      const tab = await page.context().newPage();
      trouble.watch(tab);
      await tab.goto(new URL(app.url).origin);
      await expect(tab.locator('[data-app-state="ready"]')).toBeAttached();
      tabs.push(tab);
    }
    const tables = tabs.slice(0, 2).map((tab) => new TableScreen(tab));
    for (const table of tables) {
      await table.open('d_se');
      await table.query(days);
      await expect(table.records).toHaveText(count(runners.length));
    }

    for (const [at, tab] of tabs.entries()) {
      const theme = at % 2 === 0 ? 'dark' : 'light';
      await new Frame(tab).command(`Theme: ${theme === 'dark' ? 'Dark' : 'Light'}`);
      await expect.poll(settings).toContain(`"theme": "${theme}"`);
    }
    for (const table of tables) {
      await table.filterBy('Race key', racekey);
      await expect(table.records).toContainText(`${past.length} of `);
    }
    for (const tab of tabs.slice(2)) {
      await new Frame(tab).command(racekey);
      await expect(new RaceScreen(tab).card).toBeVisible();
    }
  },
);
