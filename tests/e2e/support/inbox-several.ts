import { readFile } from 'node:fs/promises';
import { signIn } from './admin.ts';
import { failRequests } from './fail-requests.ts';
import { fill, getTab, type InboxUnderTest, names, numbered } from './inbox.ts';
import { pressSelectionAction } from './row-actions.ts';
import { serviceClient } from './service.ts';
import { expect, expectAccessible, test } from './test.ts';

/** What is done to several rows of an inbox at once, and its exports. */
export function testSeveral(inbox: InboxUnderTest): void {
  const { path, table, entityPlural } = inbox;

  test(`${path}: several rows are marked and deleted together, and errors are shown`, {
    tag: inbox.tag,
  }, async ({ page, site }) => {
    await fill(site, inbox, numbered(120));
    await signIn(page, path);
    const selected = page.getByRole('region', { name: 'Selected' });
    const wholePage = page.getByRole('checkbox', { name: 'Select all on this page' });

    await test.step('rows are selected one by one, across pages', async () => {
      await page.getByRole('checkbox', { name: 'Select Person 0000' }).press('Space');
      await expect(selected).toContainText(/^1 [a-z ]+ selected/);
      await page.getByRole('link', { name: 'Next page' }).click();
      await page.getByRole('checkbox', { name: 'Select Person 0025' }).check();
      await expect(selected).toContainText(`2 ${entityPlural} selected`);
      await expectAccessible(page);
      await getTab(page, inbox.fresh[0]).click();
      await expect(selected).toBeHidden();
      await getTab(page, 'All').click();
    });

    await test.step('every matching row is marked', async () => {
      await page.getByRole('searchbox').fill('person 000');
      await expect(page.getByRole('tab', { name: 'All (10)' })).toBeVisible();
      await wholePage.check();
      await selected.getByRole('button', { name: inbox.markSettled }).click();
      await expect(
        page.getByText(`10 ${entityPlural} are marked as ${inbox.settled[1]}.`).first(),
      ).toBeVisible();
      await expect(
        page.getByRole('tab', { name: `${inbox.settled[0]} (10)`, exact: true }),
      ).toBeVisible();
      await expect(selected).toBeHidden();
      await page.getByRole('searchbox').fill('');
      await expect(page.getByRole('tab', { name: 'All (120)' })).toBeVisible();
    });

    await test.step('a rejected status change retains the status', async () => {
      const before = await page.getByRole('tab').allInnerTexts();
      await wholePage.check();
      await failRequests(page, 'PATCH', table);
      await selected.getByRole('button', { name: inbox.markSettled }).click();
      await expect(
        page.getByText(`The status of 25 ${entityPlural} could not be changed.`).first(),
      ).toBeVisible();
      expect(await page.getByRole('tab').allInnerTexts()).toEqual(before);
      await expect(selected).toContainText(`25 ${entityPlural} selected`);
      await page.unrouteAll();
    });

    await test.step('of 120 rows the server deletes 100 and rejects the others', async () => {
      await selected.getByRole('button', { name: 'Select all 120 that match' }).click();
      await expect(selected).toContainText(`120 ${entityPlural} selected`);
      let deletions = 0;
      await page.route(`**/rest/v1/${table}*`, (route) => {
        if (route.request().method() !== 'DELETE') return route.fallback();
        deletions += 1;
        return deletions === 1
          ? route.fallback()
          : route.fulfill({
              status: 503,
              json: { code: '53100', message: 'disk full', details: null, hint: null },
            });
      });
      await pressSelectionAction(page, 'Delete selection');
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText(
        `Are you sure you want to delete these 120 ${inbox.records}? This action cannot be undone.`,
      );
      await expectAccessible(page);
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('alertdialog')).toContainText(
        `Failed to delete 20 ${inbox.records}: disk full`,
      );
      await expect(page.getByRole('alertdialog')).toContainText(
        '100 of 120 are deleted, 20 are not.',
      );
      await page.keyboard.press('Escape');
      await expect(page.getByRole('tab', { name: 'All (20)' })).toBeVisible();
      await expect(names(page)).toHaveCount(20);
      await expect(selected).toContainText(`20 ${entityPlural} selected`);
      await page.unrouteAll();
    });

    await test.step('a lost connection shows its own error, and a retry deletes the other rows', async () => {
      await page.route(`**/rest/v1/${table}*`, (route) =>
        route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
      );
      await pressSelectionAction(page, 'Delete selection');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('alertdialog')).toContainText(
        `An unexpected error occurred while deleting ${inbox.short}.`,
      );
      await page.keyboard.press('Escape');
      await expect(names(page)).toHaveCount(20);
      await page.unrouteAll();
      await pressSelectionAction(page, 'Delete selection');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByText(`20 ${entityPlural} are deleted.`).first()).toBeVisible();
      await expect(page.getByRole('tab', { name: 'All (0)' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      const { count } = await serviceClient(site)
        .from(table)
        .select('*', { count: 'exact', head: true })
        .throwOnError();
      expect(count).toBe(0);
    });
  });

  test(`${path}: an export contains every row of the tab and the search`, { tag: '@wide' }, async ({
    page,
    site,
  }) => {
    await fill(site, inbox, numbered(1203));
    await signIn(page, path);
    const exported = async (button: string) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(inbox.file);
      return (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    };
    const button = page.getByRole('button', { name: 'Export CSV' });
    await expect(button).toHaveAccessibleDescription(`All 1,203 ${entityPlural}`);
    const lines = await exported('Export CSV');
    expect(lines[0]).toBe(`\uFEFF${inbox.headings}`);
    expect(lines).toHaveLength(1204);
    expect(lines[1]).toContain('"Person 0000"');
    expect(new Set(lines).size).toBe(1204);

    await getTab(page, inbox.fresh[0]).click();
    await page.getByRole('searchbox').fill('person 11');
    await expect(button).toHaveAccessibleDescription(
      new RegExp(`^All \\d+ ${inbox.fresh[1]} ${entityPlural} that match your search$`),
    );
    const count = async () =>
      Number(/\d+/.exec(await getTab(page, inbox.fresh[0]).innerText())?.[0]);
    await expect.poll(count, 'the search has been answered').toBeLessThan(100);
    const found = await count();
    expect(found).toBeGreaterThan(25);
    expect(await exported('Export CSV')).toHaveLength(found + 1);

    const [first, second] = await names(page).all();
    for (const view of [first, second]) {
      const name = (await view?.getAttribute('aria-label'))?.slice('View: '.length);
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    }
    expect(await exported('Export selection')).toHaveLength(3);
  });
}
