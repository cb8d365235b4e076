import type { Page } from '@playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '#app/lib/database.types.ts';
import {
  newPost,
  newProject,
  newReview,
  newSection,
  newSettings,
  newShed,
  newVideo,
} from '#tests/fixtures/rows.ts';
import { signIn } from '../support/admin.ts';
import { emptyTables } from '../support/content.ts';
import { serviceClient } from '../support/service.ts';
import { test as base, expect } from '../support/test.ts';

/** Starts each test without any content; `service` writes rows. */
const test = base.extend<{ service: SupabaseClient<Database> }>({
  service: [
    async ({ site }, use) => {
      const service = serviceClient(site);
      await emptyTables(service);
      await use(service);
    },
    { auto: true },
  ],
});

const word = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft';
const wideContent = `<pre>${'const wide = true; '.repeat(30)}</pre><p>${'w'.repeat(300)}</p>
  <table><tbody><tr>${'<td>a cell of some length</td>'.repeat(20)}</tr></tbody></table>
  <img src="/icon.svg" width="4000" height="300" alt="The mark">`;
const words = (length: number) => `${word} `.repeat(100).slice(0, length).trim();
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

async function expectNoOverflow(page: Page) {
  const beyond = await page.evaluate(() => {
    const edge = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= edge) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > edge)
      .map((element) => `${element.tagName} ${element.className}`);
  });
  expect(beyond, `beyond the right edge of ${page.url()}`).toEqual([]);
}

test('a site without content or mail server fits its screen and promises no email', async ({
  page,
}) => {
  for (const path of ['/', '/sheds', '/blog']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoOverflow(page);
  }
  const status = { json: { isMailConfigured: false } };
  await page.route('**/send-email/status', (route) => route.fulfill(status));
  await page.goto('/admin/forgot-password');
  await expect(
    page.getByText("This website has no mail server, so we can't email you."),
  ).toBeVisible();
  await page.getByLabel('Email address').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Create the link' }).click();
  await expect(page.getByRole('status')).toContainText('a link is in the outbox folder');
  await expect(page.getByText(/on its way|spam folder/)).toHaveCount(0);
  await signIn(page, '/admin');
  await expect(page.getByRole('region', { name: 'No mail server' })).toContainText('Set up email');
  await expectNoOverflow(page);
});

test.describe('missing images and', () => {
  test.use({ expectedErrors: ['status of 404'] });

  test('texts of any length cause no overflow', async ({ page, service }, { project }) => {
    const slug = `long-${project.name}`;
    const specifications = { standard_features: [words(300), 'The same', 'The same'] };
    const shed = newShed({
      ...{ title: words(200), description: words(5000), material_type: words(60) },
      ...{ color: words(60), size: words(60), shed_style: words(60) },
      specifications: { ...specifications, optional_upgrades: [words(300)] },
    });
    const section = { title: words(200), subtitle: words(300), content: words(2000) };
    for (const [table, row] of Object.entries({
      business_settings: newSettings({
        ...{ business_name: words(120), phone: '7'.repeat(40), address: words(300) },
        email: `${word.slice(0, 60)}@${word.slice(0, 60)}.example`.toLowerCase(),
        hours: Object.fromEntries(days.map((day) => [day, words(90)])),
      }),
      home_content: newSection({ ...section, cta_text: words(80) }),
      video_carousel: newVideo({
        ...{ title: words(200), description: words(2000), thumbnail_url: null },
        video_url: 'https://vimeo.com/76979871',
      }),
      reviews: newReview({ customer_name: words(120), review_text: words(5000) }),
      past_projects: newProject({
        ...{ title: words(200), description: words(5000) },
        ...{ location: words(200), project_type: words(100) },
      }),
      blog_posts: newPost({
        ...{ slug, title: words(200), excerpt: words(1000), author: words(120) },
        content: wideContent,
      }),
      shed_listings: shed,
    })) {
      await service
        .from(table as 'reviews')
        .insert(row as never)
        .throwOnError();
    }
    const { data } = await service.from('shed_listings').select('id').single().throwOnError();
    for (const path of ['/', '/sheds', `/custom-sheds/${data.id}`, '/blog', `/blog/${slug}`]) {
      await page.goto(path);
      await expectNoOverflow(page);
    }
    await page.goto('/');
    const work = page.getByRole('region', { name: 'Recent work' });
    await work.getByRole('article').getByRole('link').first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    const over = await page
      .getByRole('dialog')
      .evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
    expect(over).toBeLessThanOrEqual(0);
  });
});
