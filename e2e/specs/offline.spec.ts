// The service is gone: stored data still opens and shows its age, missing data is reported in a message.

import { expect, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { RaceScreen } from '../pages/race.ts';
import { WelcomeScreen } from '../pages/welcome.ts';
import { pastRace } from '../racing.ts';

test.use({ sampleIsMade: false });

test('stored races open without the service, others offer to try again', async ({ page, account }) => {
  const { racekey } = await pastRace(account);
  const frame = new Frame(page);
  const race = new RaceScreen(page);
  await new WelcomeScreen(page).form.send(account);
  await expect(page.getByRole('navigation', { name: 'Race days' })).toBeVisible();
  await frame.command(racekey);
  await race.open('Result');
  const runners = await race.result.rows();
  const names = await race.result.texts('Horse', 0, runners);
  await expect(frame.status).toContainText('Idle');

  await account.stop();
  // Nothing of the window's own memory is left: only the archive knows.
  await page.reload();
  await expect(race.tab('Result')).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => race.result.texts('Horse', 0, runners)).toEqual(names);
  await expect(page.getByText(/^Fetched /)).toBeVisible();

  await race.open('Training');
  const notStored = page.getByRole('alert').first();
  await expect(notStored).toContainText('Not downloaded yet');
  await expect(notStored).toContainText('the service, which cannot be reached now');
  await expect(notStored.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(frame.status).toContainText('The service cannot be reached');
  await notStored.getByRole('button', { name: 'Try again' }).click();
  await expect(notStored).toContainText('Not downloaded yet');

  await race.open('Result');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert').first()).toContainText('The service cannot be reached');
  await expect.poll(() => race.result.texts('Horse', 0, runners)).toEqual(names);
});
