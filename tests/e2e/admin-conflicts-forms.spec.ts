import type { Page } from '@playwright/test';
import { newSection } from '#tests/fixtures/rows.ts';
import { signIn } from './support/admin.ts';
import { choice, conflict } from './support/conflicts.ts';
import { secondPerson } from './support/second-person.ts';
import { serviceClient } from './support/service.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test('a hero that somebody else saved is not overwritten', async ({ page, site }, { project }) => {
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
  await expect(conflict(page).getByRole('group', { name: 'Title' })).toContainText('Theirs');
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

test.describe('where nothing is stored yet', () => {
  test.use({ expectedErrors: ['status of 409'] });

  test('a first hero that somebody else adds at the same time is shown, too', async ({
    page,
    site,
  }) => {
    const service = serviceClient(site);
    await service.from('home_content').delete().eq('section_name', 'sheds_hero').throwOnError();
    await signIn(page, '/admin/home-content');
    const hero = page.getByRole('form', { name: 'Sheds Page Hero' });
    await hero.getByLabel('Title', { exact: true }).fill('Mine');
    await service
      .from('home_content')
      .insert(newSection({ section_name: 'sheds_hero', title: 'Theirs', image_url: null }))
      .throwOnError();
    await hero.getByRole('button', { name: 'Save Changes' }).click();
    await expect(conflict(page).getByRole('group', { name: 'Title', exact: true })).toContainText(
      'Theirs',
    );
    await conflict(page).getByRole('button', { name: 'Keep mine' }).click();
    await expect(hero.getByText('Not saved yet')).toHaveCount(0);
    await expect(page.getByText('The sheds page hero is saved.').first()).toBeVisible();
  });
});

test('business settings that two people change at once', async ({ page, browser, site }, {
  project,
}) => {
  await signIn(page, '/admin/settings');
  const other = await secondPerson(browser, site, '/admin/settings');
  const save = async (person: Page) =>
    person.getByRole('button', { name: 'Save Settings' }).click();
  const told = (person: Page, sentence: string) =>
    expect(person.getByRole('alertdialog')).toContainText(sentence);
  const sunday = `By appointment ${project.name}`;

  await page.getByLabel('Address').fill(`1 Mill Street ${project.name}`);
  await page.getByLabel('Sunday').fill('10:00 AM - 1:00 PM');
  await other.getByLabel('Sunday').fill(sunday);
  await other.getByLabel(/^Phone/).fill('705-555-0123');
  await save(other);
  await told(other, 'Business settings updated successfully!');

  await save(page);
  await expect(conflict(page).getByRole('group')).toHaveCount(3);
  await expect(choice(page, 'Phone', 'Now saved')).toBeChecked();
  await expect(choice(page, 'Address', 'Yours')).toBeChecked();
  await choice(page, 'Sunday', 'Now saved').check();
  await expectAccessible(page);
  await conflict(page).getByRole('button', { name: 'Save this choice' }).click();
  await told(page, 'Business settings updated successfully!');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Sunday')).toHaveValue(sunday);
  await expect(page.getByLabel(/^Phone/)).toHaveValue('705-555-0123');
  await expect(page.getByLabel('Address')).toHaveValue(`1 Mill Street ${project.name}`);
  await other.context().close();
});
