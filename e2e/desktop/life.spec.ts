// The life of the desktop app: its menu, its dialog, a second start, and the ways in which it ends.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { addDays, todayInTokyo } from '#shared/racing/racedate.ts';
import { startChangingService } from '../changing-service.ts';
import { desktopArguments, desktopEnvironment, programFor } from '../desktop-process.ts';
import { expect, test, type Host } from '../fixtures.ts';
import { DownloadsScreen } from '../pages/downloads.ts';
import { Frame } from '../pages/frame.ts';
import { RaceScreen } from '../pages/race.ts';
import { WelcomeScreen } from '../pages/welcome.ts';
import { groupRuns } from '../process-group.ts';
import { pastRace } from '../racing.ts';

/** Starts the app as a person or the system does, without Playwright, until it ends. */
async function startOnce(host: Host, dataDir: string, args: readonly string[]) {
  if (host === 'web') throw new Error('A browser window is not started by itself.');
  const options = { dataDir, args };
  const child = spawn(programFor(host), [...desktopArguments(options), '--no-sandbox'], {
    env: desktopEnvironment(options),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text));
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, output };
}

test.describe('on the sample', () => {
  test.use({ appArgs: ['--sample'] });

  test('a second start brings the window to the front, with its address, and ends', async ({
    page,
    mainProcess,
    dataDir,
    service,
    host,
  }) => {
    const { racekey } = await pastRace(service);
    const state = () =>
      mainProcess.evaluate(({ BrowserWindow }) => {
        const [window] = BrowserWindow.getAllWindows();
        return { isMinimized: window?.isMinimized(), isFocused: window?.isFocused() };
      });
    await mainProcess.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
    expect(await state()).toEqual({ isMinimized: true, isFocused: false });
    const { code } = await startOnce(host, dataDir, [`railbird://race/${racekey}/result`]);
    expect(code).toBe(0);
    const race = new RaceScreen(page);
    await expect(race.tab('Result')).toHaveAttribute('aria-selected', 'true');
    await expect(race.heading).toContainText('11R');
    expect(await state()).toEqual({ isMinimized: false, isFocused: true });
    expect(mainProcess.windows()).toHaveLength(1);

    // The address of a screen is that of the app, not of the page.
    await page.keyboard.press('Alt+a');
    await expect(new Frame(page).status).toContainText('Address copied');
    await page.context().grantPermissions(['clipboard-read'], { origin: new URL(page.url()).origin });
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `railbird://race/${racekey}/result`,
    );
  });

  test('a window that crashes is opened again with its tabs, and says so', async ({
    page,
    mainProcess,
    service,
    trouble,
    dataDir,
  }) => {
    trouble.allow(/crash/i);
    const { racekey } = await pastRace(service);
    const frame = new Frame(page);
    await frame.command(racekey);
    await new RaceScreen(page).open('Result');
    await page.keyboard.press('Alt+t');
    await frame.open('Rules');
    const onDisk = () => readFile(path.join(dataDir, 'settings.json'), 'utf8');
    await expect.poll(onDisk).toMatch(/rules/);
    const reopened = mainProcess.waitForEvent('window');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Page.crash').catch(() => undefined);
    const window = await reopened;
    await expect(window.getByText('The window crashed and was opened again (crashed)')).toBeVisible();
    await expect(new Frame(window).heading).toHaveText('Rules');
    await window.keyboard.press('Alt+PageUp');
    await expect(new RaceScreen(window).tab('Result')).toHaveAttribute('aria-selected', 'true');
    await expect.poll(() => mainProcess.windows().length).toBe(1);
  });

  test('a file that a second start names is opened; one that is broken says what is wrong', async ({
    page,
    dataDir,
    host,
  }) => {
    const file = path.join(dataDir, 'my riders.railbird-views');
    const broken = path.join(dataDir, 'cut.railbird-rule');
    const viewsSearching = (quick: string): string => {
      const content = { columns: { widths: {} }, sort: [], filters: [], quick };
      const views = [{ table: 'runs', name: 'Riders', content }];
      return JSON.stringify({ format: 'railbird-views', version: 1, views, layouts: [] });
    };
    await writeFile(file, viewsSearching(''));
    await writeFile(broken, '{');
    const frame = new Frame(page);
    // As a file manager on Linux names it.
    expect((await startOnce(host, dataDir, [pathToFileURL(file).href])).code).toBe(0);
    await expect(page.getByText('From “my riders.railbird-views”. Views: 1, layouts: 0.')).toBeVisible();
    await expect(frame.heading).toContainText('Runs');
    await writeFile(file, viewsSearching('tokyo'));
    expect((await startOnce(host, dataDir, [file, broken])).code).toBe(0);
    await expect(page.getByText('“cut.railbird-rule” was not opened')).toBeVisible();
    const dialog = page.getByRole('dialog', { name: 'Open “my riders.railbird-views”' });
    await expect(dialog).toContainText('A view of this name is there already: Riders.');
    await dialog.getByRole('button', { name: 'Keep both' }).click();
    const kept = async (): Promise<readonly string[]> => {
      const text = await readFile(path.join(dataDir, 'views.json'), 'utf8');
      return (JSON.parse(text) as { views: { name: string }[] }).views.map(({ name }) => name);
    };
    await expect.poll(kept).toEqual(['Riders', 'Riders (2)']);
  });

  test('a file goes where the dialog says, and nowhere if it is cancelled', async ({
    page,
    mainProcess,
    service,
  }) => {
    const { racekey } = await pastRace(service);
    const dialogs = await mainProcess.evaluateHandle(({ dialog }) => {
      const given: unknown[] = [];
      dialog.showSaveDialog = async (...args: unknown[]) => {
        given.push(args.at(-1));
        return { canceled: true, filePath: '' };
      };
      return given;
    });
    await new Frame(page).command(racekey);
    await new RaceScreen(page).open('Result');
    await page.getByRole('main').getByRole('button', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export as a file' });
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await expect.poll(() => dialogs.jsonValue()).toHaveLength(1);
    const [options] = (await dialogs.jsonValue()) as {
      title: string;
      defaultPath: string;
      filters: unknown;
    }[];
    expect(options).toMatchObject({ title: 'Export', filters: [{ name: 'CSV', extensions: ['csv'] }] });
    expect(path.isAbsolute(options?.defaultPath ?? '')).toBe(true);
    await expect(dialog.getByRole('status')).toHaveText('Canceled. No file is left.');
  });
});

test.describe('in Japanese', () => {
  test.use({ locale: 'ja-JP', sampleIsMade: false });

  test('the menu has its own words, and its items act', async ({ page, app, mainProcess }) => {
    const menus = await mainProcess.evaluate(({ Menu }) =>
      Menu.getApplicationMenu()?.items.map(({ label, submenu }) => [
        label,
        submenu?.items.filter(({ type }) => type !== 'separator').map(({ role }) => role),
      ]),
    );
    expect(menus).toEqual(
      [
        ['ファイル', ['close', 'quit']],
        ['編集', ['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll']],
        ['表示', ['reload', 'resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen', 'toggleDevTools']],
        ['ウインドウ', ['minimize', 'zoom']],
      ].map(([label, roles]) => [label, expect.arrayContaining(roles as string[])]),
    );
    await page.evaluate(() => Object.assign(window, { isOld: true }));
    const click = (role: string) =>
      mainProcess.evaluate(({ Menu }, wanted) => {
        const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
        items?.find((item) => item.role === wanted)?.click();
      }, role);
    await click('reload');
    await page.waitForFunction(() => !('isOld' in window));
    // A new port: the bridge answers the new page.
    await expect(page.getByRole('button', { name: 'サンプルデータ' })).toBeVisible();
    const closed = mainProcess.waitForEvent('close');
    await click('close');
    await closed;
    await expect.poll(() => groupRuns(app.pid)).toBe(false);
  });
});

test('quitting while a download runs ends at once, and the next start goes on with it', async ({
  page,
  app,
  mainProcess,
  dataDir,
  launch,
  windowOf,
  account,
}) => {
  const service = await startChangingService(account.url);
  const to = todayInTokyo(Date.now());
  const frame = new Frame(page);
  await new WelcomeScreen(page).form.send({ ...account, url: service.url });
  await expect(frame.status).toContainText(new URL(service.url).host);
  await frame.open('Downloads');
  const screen = new DownloadsScreen(page);
  await screen.choose(page, 'Last 4 weeks', true);
  for (const table of ['Past meetings', 'Past entries', 'Past entries’ run notes', 'Past results'])
    await screen.choose(page, table, false);
  await expect(screen.plan.getByRole('row', { name: /^Past payoffs/ })).toBeVisible();
  await expect(frame.status).toContainText('Idle');
  const release = service.hold();
  await screen.start.click();
  await expect.poll(() => service.waiting()).toBeGreaterThan(0);
  const job = /Past race program, Past payoffs/;
  await expect(screen.jobs.getByRole('row', { name: job })).not.toContainText('Complete');

  const ended = once(mainProcess.process(), 'exit');
  await mainProcess.evaluate(({ app: main }) => main.quit()).catch(() => undefined);
  expect(await ended).toEqual([0, null]);
  await expect.poll(() => groupRuns(app.pid)).toBe(false);
  expect(service.waiting()).toBe(0);

  release();
  const keys = {
    RAILBIRD_BASE_URL: service.url,
    RAILBIRD_API_KEY: account.apiKey,
    RAILBIRD_USER_KEY: account.userKey,
  };
  const window = await windowOf(await launch({ dataDir, env: keys }));
  await new Frame(window).open('Downloads');
  const again = new DownloadsScreen(window);
  await expect(again.jobs.getByRole('row', { name: job })).toContainText('Complete', { timeout: 60_000 });
  const stored = await account.query('d_ra', { start_racedate: addDays(to, -27), end_racedate: to });
  await expect(again.disk.getByRole('row', { name: /d_ra/ }).getByRole('cell').first()).toHaveText(
    stored.length.toLocaleString('en'),
  );
  await service.stop();
});

test('a start that fails says why, and ends', async ({ dataDir, host }) => {
  const file = path.join(dataDir, 'a-file');
  await writeFile(file, '');
  const { code, output } = await startOnce(host, file, []);
  expect(code).toBe(1);
  expect(output).toContain(`and whether another program has the file open: ${file}`);
  expect(output).not.toMatch(/\n\s+at .*\.js:\d+/);
});
