// Two windows of one app: what is written in both is kept, wherever it was written.

import { expect, IN_A_BROWSER, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { WelcomeScreen } from '../pages/welcome.ts';

test('one list of bets that is written in two windows', { tag: IN_A_BROWSER }, async ({ page, app }) => {
  await new WelcomeScreen(page).startSample();
  const other = await page.context().newPage();
  await other.goto(app.url);
  const editorOf = (window: typeof page) => window.getByRole('textbox', { name: 'Bets, one in each line' });
  const nameOf = (window: typeof page) => window.getByRole('textbox', { name: 'Name', exact: true });
  const [here, there] = [editorOf(page), editorOf(other)];

  await test.step('a list is opened in both, and one follows the other', async () => {
    await new Frame(page).open('Bets');
    await here.fill('05264811 win 1 100\n');
    await expect(page.getByText('Saved')).toBeVisible();
    await new Frame(other).open('Bets');
    await expect(there).toHaveValue('05264811 win 1 100\n');
    await here.fill('05264811 win 1 100\n05264811 win 2 100\n');
    await expect(there).toHaveValue('05264811 win 1 100\n05264811 win 2 100\n');
  });

  await test.step('both write at once: each text is a list, and each window goes on with its own', async () => {
    await there.focus();
    await other.keyboard.press('Control+End');
    await Promise.all([
      here.pressSequentially('05264811 win 3 300\n'),
      there.pressSequentially('05264811 win 4 400\n'),
    ]);
    // Whichever was saved later says where its text is.
    const line = page.getByText('was changed in another window');
    const otherLine = other.getByText('was changed in another window');
    await expect(async () => {
      expect((await line.count()) + (await otherLine.count())).toBe(1);
    }).toPass();
    const [first, second] = (await line.count()) === 1 ? [other, page] : [page, other];
    await expect(editorOf(second)).toBeFocused();
    await expect(nameOf(first)).toHaveValue('List 1');
    await expect(nameOf(second)).toHaveValue('List 1 2');
    await expect(second.getByRole('status').getByText('What you wrote here is now “List 1 2”')).toBeVisible();
    await expect(here).toHaveValue(/win 3 300\n/);
    await expect(there).toHaveValue(/win 4 400\n/);
    await second.getByRole('button', { name: 'Show “List 1”' }).click();
    await expect(nameOf(second)).toHaveValue('List 1');
    await expect(editorOf(second)).toHaveValue(await editorOf(first).inputValue());
    await second.getByRole('combobox', { name: 'List' }).selectOption('List 1 2');
    await expect(editorOf(second)).toHaveValue(second === page ? /win 3 300\n/ : /win 4 400\n/);
  });
});
