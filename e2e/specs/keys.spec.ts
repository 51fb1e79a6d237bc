// An account is connected in the window, and its user key goes to the service and nowhere else.

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { RaceScreen } from '../pages/race.ts';
import { SettingsScreen } from '../pages/settings.ts';
import { WelcomeScreen } from '../pages/welcome.ts';
import { pastRace } from '../racing.ts';
import { inFiles, inHeap, inPage, inProcesses, listen } from '../secrets.ts';

test.use({ sampleIsMade: false, ownsTemporaryFolder: true });

/** A refused key must not leave a trace either. */
const WRONG_KEY = 'canary-user-7e15a3';

test('invalid keys are reported before any request', async ({ page, service }) => {
  const { form } = new WelcomeScreen(page);
  await form.connect.click();
  await expect(form.problem).toContainText('must begin with https:// or http://');
  await form.address.fill(service.url);
  await form.connect.click();
  await expect(form.problem).toContainText('Enter both keys');
});

test('a wrong key is refused with a message, the right one connects', async ({ page, service }) => {
  const { form } = new WelcomeScreen(page);
  await form.send({ ...service, userKey: WRONG_KEY });
  await expect(form.problem).toContainText('The service rejected the keys (401)');
  await expect(form.problem).toContainText('Compare the application key and the user key');
  await form.userKey.fill(service.userKey);
  await form.connect.click();
  const frame = new Frame(page);
  await expect(frame.status).toContainText(new URL(service.url).host);
  await expect(page.getByText('Sample data: fictional horses and results')).toBeHidden();
  await frame.open('Settings');
  const settings = new SettingsScreen(page);
  await expect(settings.fact('Data')).toHaveText('Your account');
  await expect(settings.fact('Address')).toContainText(new URL(service.url).host);
  await expect(settings.fact('User key')).toContainText('In memory, for this session only');
});

test('the user key is in no answer, address, page, memory of it, process, file or log', async ({
  page,
  app,
  dataDir,
  service,
}) => {
  test.setTimeout(240_000);
  const listener = listen(page);
  const { form } = new WelcomeScreen(page);
  await form.send({ ...service, userKey: WRONG_KEY });
  await expect(form.problem).toContainText('401');
  await form.userKey.fill(service.userKey);
  await form.connect.click();
  const frame = new Frame(page);
  const { racekey } = await pastRace(service);
  await expect(frame.status).toContainText(new URL(service.url).host);
  await frame.command(racekey);
  await expect(new RaceScreen(page).card).toBeVisible();
  await frame.open('Settings');
  await (await new SettingsScreen(page).form()).send({ ...service, userKey: WRONG_KEY });
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('401');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  for (const secret of [service.userKey, WRONG_KEY]) {
    expect(await listener.placesOf(secret), 'on the way').toEqual([]);
    expect(await inPage(page, secret), 'in the page').toEqual([]);
    expect(await inProcesses(secret), 'in processes').toEqual([]);
  }
  // On a busy machine a look takes ten seconds, and what was typed may still be waiting to be let go.
  await expect
    .poll(() => inHeap(page, service.userKey, WRONG_KEY), { message: 'in its memory', timeout: 150_000 })
    .toEqual([]);
  await page.goto('about:blank');
  await app.stop();
  for (const secret of [service.userKey, WRONG_KEY]) {
    expect(await inFiles(dataDir, secret), 'in files').toEqual([]);
    expect(app.output()).not.toContain(secret);
  }
});

test('the search for the key finds it where it is', async ({ page, dataDir, service }) => {
  const { form } = new WelcomeScreen(page);
  await form.userKey.fill(WRONG_KEY);
  expect(await inPage(page, WRONG_KEY)).toEqual(['fields']);
  expect(await inHeap(page, WRONG_KEY)).not.toEqual([]);
  const file = path.join(dataDir, 'planted');
  await writeFile(file, `\0\0${Buffer.from(WRONG_KEY).toString('base64')}\0`);
  expect(await inFiles(dataDir, WRONG_KEY)).toEqual([file]);
  expect(await inPage(page, service.userKey)).toEqual([]);
});

test('after forgetting the key, the app sends no request and shows what to do', async ({ page, service }) => {
  const { racekey } = await pastRace(service);
  await new WelcomeScreen(page).form.send(service);
  const frame = new Frame(page);
  await expect(frame.status).toContainText(new URL(service.url).host);
  await frame.open('Settings');
  const settings = new SettingsScreen(page);
  await settings.confirmed('Forget the key');
  await expect(settings.fact('User key')).toHaveText('Not set');
  await frame.command(racekey);
  await expect(page.getByRole('alert').first()).toContainText('The user key is missing');
  await expect(page.getByRole('alert').first()).toContainText('Enter your user key in Settings');
  await page.getByRole('alert').first().getByRole('button', { name: 'Settings' }).click();
  await (await settings.form()).send(service);
  await expect(settings.fact('User key')).toContainText('In memory, for this session only');
});
