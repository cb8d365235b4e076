import { signIn } from './admin.ts';
import { fill, firstName, getTab, type InboxUnderTest, names, numbered } from './inbox.ts';
import { expect, expectAccessible, test } from './test.ts';

/** Tabs, search, order and page of an inbox. */
export function testPages(inbox: InboxUnderTest): void {
  const { path, entityPlural } = inbox;

  test(
    `${path}: tabs, search, order and page are in the URL`,
    { tag: inbox.tag },
    async ({ page, site }, { project }) => {
      const isPhone = project.name === 'phone';
      await fill(site, inbox, ['Zoë Ångström', 'bert "the, builder)', '100% Ann', ...numbered(57)]);
      await signIn(page, path);
      await expect(page.getByRole('heading', { level: 1, name: inbox.title })).toBeVisible();
      for (const tab of [
        'All (60)',
        `${inbox.fresh[0]} (40)`,
        `${inbox.settled[0]} (20)`,
        'Spam (0)',
      ]) {
        await expect(page.getByRole('tab', { name: tab, exact: true })).toBeVisible();
      }
      await expect(page.getByText(`1 to 25 of 60 ${entityPlural}`)).toBeVisible();
      await expect(names(page)).toHaveCount(25);
      await expectAccessible(page);

      await test.step('pages are links, move the focus, and work with Back', async () => {
        await page.getByRole('link', { name: 'Next page' }).focus();
        await page.keyboard.press('Enter');
        const place = page.getByText(`26 to 50 of 60 ${entityPlural}`);
        await expect(place).toBeFocused();
        await expect(page).toHaveURL(/\?page=2$/);
        await page.reload();
        await expect(place).toBeVisible();
        await page.goBack();
        await expect(page.getByText(`1 to 25 of 60 ${entityPlural}`)).toBeVisible();
        await page.getByRole('link', { name: 'Last page' }).click();
        await expect(page.getByText(`51 to 60 of 60 ${entityPlural}`)).toBeVisible();
        await expect(page.getByRole('link', { name: 'Next page' })).toHaveCount(0);
      });

      await test.step('invalid parameters are ignored, and a page behind the last is the last', async () => {
        await page.goto(`${path}?page=99`);
        await expect(page.getByText(`51 to 60 of 60 ${entityPlural}`)).toBeVisible();
        await expect(page).toHaveURL(/\?page=3$/);
        await page.goto(`${path}?tab=gone&sort=shoe&dir=up&page=-1`);
        await expect(page.getByText(`1 to 25 of 60 ${entityPlural}`)).toBeVisible();
      });

      await test.step('the tab is in the URL', async () => {
        await getTab(page, inbox.settled[0]).click();
        await expect(page).toHaveURL(new RegExp(`\\?tab=${inbox.settled[1]}$`));
        await expect(page.getByText(`1 to 20 of 20 ${entityPlural}`)).toBeVisible();
        await page.goBack();
        await expect(page.getByText(/ of 60 /)).toBeVisible();
      });

      await test.step('the search matches each word, and every character literally', async () => {
        const search = page.getByRole('searchbox', { name: `Search ${entityPlural}` });
        for (const [words, found] of [
          ['zoe angstrom', 'Zoë Ångström'],
          ['the, builder)', 'bert "the, builder)'],
          ['100%', '100% Ann'],
        ] as const) {
          await search.fill(words);
          await expect(page.getByText(/^1 of 1 /)).toBeVisible();
          await expect(names(page)).toHaveCount(1);
          await expect(page.getByRole('link', { name: `View: ${found}` })).toBeVisible();
        }
        expect(new URL(page.url()).searchParams.get('q')).toBe('100%');
        await page.reload();
        await expect(names(page)).toHaveCount(1);
        await expect(search).toHaveValue('100%');
        await search.fill('%_');
        await expect(page.getByText(`No ${entityPlural} match your search.`)).toBeVisible();
        await expectAccessible(page);
        await search.fill('person 000');
        await expect(page.getByRole('tab', { name: 'All (10)' })).toBeVisible();
        await search.fill('');
        await expect(page.getByRole('tab', { name: 'All (60)' })).toBeVisible();
      });

      await test.step('every column is sorted in both directions', async () => {
        if (isPhone) {
          await page.getByLabel('Sort by').selectOption(`${inbox.nameHeading}: Z to A`);
          await expect(firstName(page)).toHaveAccessibleName('View: Zoë Ångström');
          await page.getByLabel('Sort by').selectOption(`${inbox.nameHeading}: A to Z`);
          await expect(firstName(page)).toHaveAccessibleName('View: 100% Ann');
        } else {
          const heading = page.getByRole('columnheader', { name: inbox.nameHeading });
          await expect(page.getByRole('columnheader', { name: 'Date' })).toHaveAttribute(
            'aria-sort',
            'descending',
          );
          await heading.getByRole('button').focus();
          await page.keyboard.press('Enter');
          await expect(heading).toHaveAttribute('aria-sort', 'ascending');
          await expect(firstName(page)).toHaveAccessibleName('View: 100% Ann');
          await page.keyboard.press('Enter');
          await expect(heading).toHaveAttribute('aria-sort', 'descending');
          await expect(firstName(page)).toHaveAccessibleName('View: Zoë Ångström');
          for (const other of await page.getByRole('columnheader').getByRole('button').all()) {
            await other.click();
            await expect(page.locator('th[aria-sort]')).toContainText(await other.innerText());
            await expect(names(page)).toHaveCount(25);
          }
        }
      });
    },
  );
}
