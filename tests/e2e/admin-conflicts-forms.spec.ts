import type { Page } from '@playwright/test';
import { newSection, newSitePage } from '#tests/fixtures/rows.ts';
import { signIn } from './support/admin.ts';
import { conflict, conflictField } from './support/conflicts.ts';
import { openSecondSession } from './support/second-session.ts';
import { serviceClient } from './support/service.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test('saving a hero that another account saved shows the conflict and overwrites nothing', async ({
  page,
  site,
}, { project }) => {
  const service = serviceClient(site);
  const hero = page.getByRole('form', { name: 'Sheds Page Hero' });
  const title = hero.getByLabel('Title', { exact: true });
  const save = hero.getByRole('button', { name: 'Save Changes' });
  const saveElsewhere = (change: { title?: string; image_url?: string }) =>
    service.from('home_content').update(change).eq('section_name', 'sheds_hero').throwOnError();
  await signIn(page, '/admin/home-content');
  await title.fill(`Mine ${project.name}`);
  await saveElsewhere({ title: 'Theirs', image_url: 'hero/1767225901000-shed-row.webp' });
  await save.click();
  await expect(conflictField(page, 'Title')).toContainText('Now savedTheirs');
  await expectAccessible(page);
  await conflict(page).getByRole('button', { name: 'Take theirs' }).click();
  await expect(title).toHaveValue('Theirs');
  await expect(save).toBeFocused();
  await expect(hero.getByText('Not saved yet')).toHaveCount(0);

  await title.fill(`Mine again ${project.name}`);
  await saveElsewhere({ title: 'Theirs again' });
  await save.click();
  await conflict(page).getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByText('The sheds page hero is saved.').first()).toBeVisible();
  await expect(title).toHaveValue(`Mine again ${project.name}`);
  await expect(hero.getByText('Not saved yet')).toHaveCount(0);

  await service.from('home_content').delete().eq('section_name', 'sheds_hero').throwOnError();
  await title.fill('Once more');
  await save.click();
  await page
    .getByRole('alertdialog', { name: 'Deleted in the meantime' })
    .getByRole('button', { name: 'Save as new' })
    .click();
  await expect(hero.getByText('Not saved yet')).toHaveCount(0);
  const { data } = await service
    .from('home_content')
    .select('title')
    .eq('section_name', 'sheds_hero')
    .throwOnError();
  expect(data).toEqual([{ title: 'Once more' }]);
});

test.describe('a table without a row', () => {
  test.use({ expectedErrors: ['status of 409'] });

  test('adding the first hero twice at the same time is a conflict', async ({ page, site }) => {
    const service = serviceClient(site);
    await service.from('home_content').delete().eq('section_name', 'sheds_hero').throwOnError();
    await signIn(page, '/admin/home-content');
    const hero = page.getByRole('form', { name: 'Sheds Page Hero' });
    await hero.getByLabel('Title', { exact: true }).fill('Mine');
    await service
      .from('home_content')
      .insert(
        newSection({
          section_name: 'sheds_hero',
          title: 'Theirs',
          subtitle: 'Theirs, too',
          image_url: null,
        }),
      )
      .throwOnError();
    await hero.getByRole('button', { name: 'Save Changes' }).click();
    await expect(conflictField(page, 'Title')).toContainText('YoursMineNow savedTheirs');
    await conflict(page).getByRole('button', { name: 'Keep mine' }).click();
    await expect(hero.getByText('Not saved yet')).toHaveCount(0);
    await expect(page.getByText('The sheds page hero is saved.').first()).toBeVisible();
    const { data } = await service
      .from('home_content')
      .select('title, subtitle')
      .eq('section_name', 'sheds_hero')
      .single()
      .throwOnError();
    expect(data).toEqual({ title: 'Mine', subtitle: 'Theirs, too' });
    await expect(hero.getByLabel('Subtitle')).toHaveValue('Theirs, too');
  });

  test('adding the first text of a page twice at the same time is a conflict', async ({
    page,
    site,
  }) => {
    const service = serviceClient(site);
    const edit = page.getByRole('dialog', { name: 'Edit Privacy Page' });
    await signIn(page, '/admin/privacy');
    await page.getByRole('button', { name: 'Edit Privacy' }).click();
    await edit.getByLabel('Title', { exact: true }).fill('Mine');
    await service
      .from('site_pages')
      .insert(newSitePage({ title: 'Theirs' }))
      .throwOnError();
    await edit.getByRole('button', { name: 'Save Page' }).click();
    await expect(conflictField(page, 'Title')).toContainText('YoursMineNow savedTheirs');
    const content = conflictField(page, 'Content');
    await expect(content).toContainText('You have not changed this field.');
    await expect(
      content.getByText('What we do with what you send.', { exact: true }),
    ).toBeVisible();
    await expectAccessible(page);
    await conflict(page).getByRole('button', { name: 'Keep mine' }).click();
    await expect(edit).toBeHidden();
    await expect
      .poll(async () => {
        const { data } = await service.from('site_pages').select('title, content').throwOnError();
        return data;
      })
      .toEqual([{ title: 'Mine', content: newSitePage().content }]);
    await service.from('site_pages').delete().eq('slug', 'privacy').throwOnError();
  });

  test('adding the first quote settings twice is a conflict, and Keep mine stores the changes of both', async ({
    page,
    browser,
    site,
  }, { project }) => {
    const path = '/admin/quote-builder/settings';
    await serviceClient(site).from('quote_settings').delete().not('id', 'is', null).throwOnError();
    await signIn(page, path);
    const other = await openSecondSession(browser, site, path);
    const save = async (person: Page) =>
      person.getByRole('button', { name: 'Save', exact: true }).click();
    const saved = (person: Page) => person.getByText('What quotes show is saved.').first();

    await page.getByLabel('Legal name').fill(`Mine ${project.name} Ltd.`);
    await page.getByRole('textbox', { name: /^Start/ }).fill('In three weeks');
    await other.getByLabel('Legal name').fill('Theirs Ltd.');
    await other.getByLabel('Duration').fill('Two days');
    await save(other);
    await expect(saved(other)).toBeVisible();
    await other.context().close();

    await save(page);
    await expect(conflictField(page, 'Legal name')).toContainText('Now savedTheirs Ltd.');
    await expect(conflictField(page, 'Duration')).toContainText('Now savedTwo days');
    await expect(conflict(page).getByRole('group')).toHaveCount(3);
    await conflict(page).getByRole('button', { name: 'Keep mine' }).click();
    await expect(saved(page)).toBeVisible();
    await expect(page.getByLabel('Legal name')).toHaveValue(`Mine ${project.name} Ltd.`);
    await expect(page.getByRole('textbox', { name: /^Start/ })).toHaveValue('In three weeks');
    await expect(page.getByLabel('Duration')).toHaveValue('Two days');
  });
});

test('business settings that two people change: Keep mine stores the changes of both, Take theirs drops mine', async ({
  page,
  browser,
  site,
}, { project }) => {
  await signIn(page, '/admin/settings');
  const other = await openSecondSession(browser, site, '/admin/settings');
  const save = async (person: Page) =>
    person.getByRole('button', { name: 'Save Settings' }).click();
  const expectAlert = (person: Page, sentence: string) =>
    expect(person.getByRole('alertdialog')).toContainText(sentence);

  await page.getByLabel('Address').fill(`1 Mill Street ${project.name}`);
  await page.getByLabel('Sunday').fill('10:00 AM - 1:00 PM');
  await other.getByLabel('Sunday').fill('By appointment');
  await other.getByLabel('Saturday').fill('9:00 AM - 1:00 PM');
  await other.getByLabel(/^Phone/).fill('705-555-0123');
  await save(other);
  await expectAlert(other, 'Business settings updated successfully!');

  await save(page);
  await expect(conflict(page).getByRole('group')).toHaveCount(4);
  await expect(conflictField(page, 'Sunday')).toContainText('Now savedBy appointment');
  await expectAccessible(page);
  await conflict(page).getByRole('button', { name: 'Keep mine' }).click();
  await expectAlert(page, 'Business settings updated successfully!');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Address')).toHaveValue(`1 Mill Street ${project.name}`);
  await expect(page.getByLabel('Sunday')).toHaveValue('10:00 AM - 1:00 PM');
  await expect(page.getByLabel('Saturday')).toHaveValue('9:00 AM - 1:00 PM');
  await expect(page.getByLabel(/^Phone/)).toHaveValue('705-555-0123');

  await other.keyboard.press('Escape');
  await other.getByLabel('Sunday').fill('Closed');
  await save(other);
  await expect(conflictField(other, 'Sunday')).toContainText('Now saved10:00 AM - 1:00 PM');
  await conflict(other).getByRole('button', { name: 'Take theirs' }).click();
  await expectAlert(other, 'The settings stay as they are saved now.');
  await expect(other.getByLabel('Sunday')).toHaveValue('10:00 AM - 1:00 PM');
  await expect(other.getByLabel('Address')).toHaveValue(`1 Mill Street ${project.name}`);
  await other.context().close();
});
