import type { Locator, Page } from '@playwright/test';
import { signIn } from './support/admin.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard your changes?' });

type Form = {
  name: string;
  path: string;
  /** Its entry in the menu. */
  screen: string;
  /** What opens it, where it is a dialog. */
  opener?: string;
  form: (page: Page) => Locator;
  field: string;
};

const forms: Form[] = [
  {
    path: '/admin/projects',
    screen: 'Past Projects',
    opener: 'Add Project',
    name: 'Add New Project',
    field: 'Title',
  },
  {
    path: '/admin/sheds',
    screen: 'Shed Listings',
    opener: 'Add Shed',
    name: 'Add New Shed Listing',
    field: 'Title',
  },
  {
    path: '/admin/reviews',
    screen: 'Reviews',
    opener: 'Add Review',
    name: 'Add New Review',
    field: 'Customer Name',
  },
  {
    path: '/admin/blog',
    screen: 'Blog Posts',
    opener: 'New Post',
    name: 'Create New Blog Post',
    field: 'Title',
  },
  {
    path: '/admin/videos',
    screen: 'Video Carousel',
    opener: 'Add Video',
    name: 'Add New Video',
    field: 'Title',
  },
].map((form) => ({ ...form, form: (page) => page.getByRole('dialog', { name: form.name }) }));

forms.push(
  {
    name: 'the hero',
    path: '/admin/home-content',
    screen: 'Home Content',
    form: (page) => page.getByRole('form', { name: 'Hero Section' }),
    field: 'Subtitle',
  },
  {
    name: 'the settings',
    path: '/admin/settings',
    screen: 'Business Settings',
    form: (page) => page.getByRole('main'),
    field: 'Address',
  },
);

// The other forms share the question with one of these.
const [, shed, , , , hero] = forms;
if (!shed || !hero) throw new Error('These tests need the forms of sheds and of the hero');

for (const { name, path, opener, screen, form, field } of [shed, hero]) {
  test(`${name}: closing the dialog, the route or the tab with unsaved input asks for confirmation`, async ({
    page,
    isMobile,
  }) => {
    const go = async () => {
      if (isMobile) await page.getByRole('button', { name: /menu/i }).click();
      await page.getByRole('navigation').getByRole('link', { name: screen }).click();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      if (opener) await page.getByRole('button', { name: opener, exact: true }).click();
    };
    await signIn(page, '/admin');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await go();
    const input = form(page).getByLabel(field).first();
    await input.click();
    await page.keyboard.press('End');
    await page.keyboard.type('Half a sentence');
    const typed = await input.inputValue();
    const keepEditing = async () => {
      await expect(question(page)).toBeVisible();
      await question(page).getByRole('button', { name: 'Keep editing' }).click();
      await expect(question(page)).toBeHidden();
      await expect(input).toHaveValue(typed);
    };

    if (opener) {
      await test.step('Escape, the buttons and a click outside of the dialog ask for confirmation', async () => {
        for (const close of [
          () => page.keyboard.press('Escape'),
          () => form(page).getByRole('button', { name: 'Close', exact: true }).click(),
          () => form(page).getByRole('button', { name: 'Cancel' }).click(),
          () => page.mouse.click(3, 3),
        ]) {
          await close();
          await keepEditing();
        }
      });
    }

    await test.step('closing the tab asks for confirmation', async () => {
      const dialogEvent = page.waitForEvent('dialog');
      await page.close({ runBeforeUnload: true });
      const prompt = await dialogEvent;
      expect(prompt.type()).toBe('beforeunload');
      await prompt.dismiss();
      await expect(input).toHaveValue(typed);
    });

    await test.step('Back asks for confirmation', async () => {
      const url = page.url();
      await page.evaluate(() => window.history.back());
      await expect(question(page)).toBeVisible();
      await expectAccessible(page);
      await keepEditing();
      await expect(page).toHaveURL(url);
      await page.evaluate(() => window.history.back());
      await question(page).getByRole('button', { name: 'Discard' }).click();
      if (opener) await expect(form(page)).toBeHidden();
      else {
        await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
      }
    });

    await test.step('Back right after the first character asks for confirmation', async () => {
      if (opener) await page.getByRole('button', { name: opener, exact: true }).click();
      else await go();
      await input.evaluate((field: HTMLInputElement) => {
        const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
        set?.call(field, 'x');
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        window.history.back();
        // A busy browser goes back before anything that waits for another task.
        const until = performance.now() + 200;
        while (performance.now() < until);
      });
      await expect(question(page)).toBeVisible();
      await question(page).getByRole('button', { name: 'Keep editing' }).click();
      await expect(input).toHaveValue('x');
      await page.evaluate(() => window.history.back());
      await question(page).getByRole('button', { name: 'Discard' }).click();
      await expect(question(page)).toBeHidden();
      await page.goto('/admin');
    });

    await test.step('closing without input asks for no confirmation', async () => {
      await go();
      await expect(input).not.toHaveValue(typed);
      let prompts = 0;
      page.on('dialog', async (dialog) => {
        prompts += 1;
        await dialog.accept();
      });
      const closed = page.waitForEvent('close');
      await page.close({ runBeforeUnload: true });
      await closed;
      expect(prompts).toBe(0);
    });
  });
}

test('every other form confirms before it discards input', async ({ page }) => {
  await signIn(page, '/admin');
  for (const { name, opener, screen, form, field } of forms) {
    if (name === shed.name || name === hero.name) continue;
    await test.step(name, async () => {
      const input = form(page).getByLabel(field).first();
      const goBack = () => page.evaluate(() => window.history.back());
      const open = async () => {
        await page.getByRole('navigation').getByRole('link', { name: screen }).click();
        if (opener) await page.getByRole('button', { name: opener, exact: true }).click();
        await expect(input).toBeVisible();
      };
      await open();
      await goBack();
      await expect(input).toBeHidden();
      await expect(question(page), 'without input').toHaveCount(0);

      await open();
      await input.fill('Half a sentence');
      await goBack();
      await question(page).getByRole('button', { name: 'Keep editing' }).click();
      await expect(input).toHaveValue('Half a sentence');
      await goBack();
      await question(page).getByRole('button', { name: 'Discard' }).click();
      await expect(input).toBeHidden();
    });
  }
});

test('a search beside a form with unsaved input shows no confirmation', async ({ page }) => {
  await signIn(page, '/admin/home-content');
  const hero = page.getByRole('form', { name: 'Hero Section' });
  await hero.getByLabel(/^Subtitle/).fill('Not saved yet, and searching');
  await page.getByRole('searchbox', { name: 'Search videos' }).fill('nothing like it');
  await expect(page).toHaveURL(/\?q=nothing/);
  await expect(question(page)).toHaveCount(0);
  await expect(hero.getByLabel(/^Subtitle/)).toHaveValue('Not saved yet, and searching');
});
