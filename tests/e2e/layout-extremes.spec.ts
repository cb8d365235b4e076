import type { Page } from '@playwright/test';
import {
  newPost,
  newProject,
  newReview,
  newSection,
  newSettings,
  newShed,
  newVideo,
} from '#tests/fixtures/rows.ts';
import { signIn } from './support/admin.ts';
import { expect, test } from './support/empty-site.ts';
import { hydrate } from './support/hydrate.ts';
import { expectAccessible } from './support/test.ts';

const word = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft';
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

test('a site without content shows all its sections and empty states', async ({
  page,
  isMobile,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const absent of [
    'Featured sheds',
    'See how we build',
    'Recent work',
    'What customers say',
  ]) {
    await expect(page.getByRole('heading', { name: absent })).toBeHidden();
  }
  const header = page.getByRole('banner');
  if (isMobile) await header.locator('summary').click();
  await expect(
    header.getByText('Mon-Fri: 7AM-6PM | Sat: 8AM-4PM').filter({ visible: true }),
  ).toBeVisible();
  await expect(header.locator('a[href^="tel:"], a[href^="mailto:"]')).toHaveCount(0);
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText('Social media links coming soon!')).toBeVisible();
  const hours = footer.locator('dl');
  await expect(hours).toContainText('Mon-Fri:7:00 AM - 6:00 PM');
  await expect(hours).toContainText('Sat:8:00 AM - 4:00 PM');
  await expect(hours).toContainText('Sun:Closed');
  await expectAccessible(page);

  await page.goto('/sheds');
  await expect(page.getByText('There are no sheds on show right now')).toBeVisible();
  await page.goto('/blog');
  await expect(page.getByText('No blog posts yet')).toBeVisible();
  await expectAccessible(page);

  // This site has no mail server: nothing of it promises an e-mail.
  await page.goto('/admin/forgot-password');
  await expect(
    page.getByText('This website has no mail server, so no e-mail comes.'),
  ).toBeVisible();
  await page.getByLabel('Email address').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Create the link' }).click();
  await expect(page.getByRole('status')).toContainText('a link is in the folder outbox');
  await expect(page.getByText(/on its way|unwanted mail/)).toHaveCount(0);
  await expectAccessible(page);
  await signIn(page, '/admin');
  await expect(page.getByRole('region', { name: 'No mail server' })).toContainText('SMTP_URL');
  await expectAccessible(page);
  await expectNoOverflow(page);
});

for (const [what, hours, summary, closed] of [
  [
    'closed every day',
    Object.fromEntries(days.map((day) => [day, 'Closed'])),
    'Hours vary by day',
    7,
  ],
  [
    'open on some days',
    { monday: '9-5', wednesday: '10-2', saturday: 'Closed', sunday: 'By appointment' },
    'Mon: 9-5 | Wed: 10-2 | Sun: By appointment',
    4,
  ],
] as const) {
  test(`a business that is ${what} is shown as such`, { tag: '@narrow' }, async ({
    page,
    service,
  }) => {
    await service.from('business_settings').insert(newSettings({ hours })).throwOnError();
    await page.goto('/');
    const header = page.getByRole('banner');
    await header.locator('summary').click();
    await expect(header.getByText(summary).filter({ visible: true })).toBeVisible();
    await expect(page.getByRole('contentinfo').getByText('Closed')).toHaveCount(closed);
  });
}

test('an inactive hero shows the built-in one', { tag: '@narrow' }, async ({ page, service }) => {
  const hidden = newSection({ title: 'Hidden away', is_active: false });
  await service.from('home_content').insert(hidden).throwOnError();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Hidden away');
});

test('prices of zero, without a value, in thousands and with cents are formatted', {
  tag: '@narrow',
}, async ({ page, service }) => {
  await service
    .from('shed_listings')
    .insert([
      newShed({ title: 'Free', images: [], price: 0 }),
      newShed({ title: 'Untold', images: [], price: null }),
      newShed({ title: 'Dear', images: [], price: 1234567 }),
      newShed({ title: 'Exact', images: [], price: 4250.5 }),
    ])
    .throwOnError();
  await page.goto('/sheds');
  const price = (title: string) =>
    page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) });
  await expect(price('Free').getByText('$0', { exact: true })).toBeVisible();
  await expect(price('Untold').getByText('Contact for price', { exact: true })).toBeVisible();
  await expect(price('Dear').getByText('$1,234,567', { exact: true })).toBeVisible();
  await expect(price('Exact').getByText('$4,250.50', { exact: true })).toBeVisible();
});

test('clips of every kind of URL are shown; a single clip has no arrows', { tag: '@wide' }, async ({
  page,
  service,
}) => {
  const clip = (title: string, video_url: string, order_index: number) =>
    newVideo({ title, video_url, order_index, thumbnail_url: null });
  await service
    .from('video_carousel')
    .insert([clip('One', 'https://youtu.be/dQw4w9WgXcQ', 0)])
    .throwOnError();
  await page.goto('/');
  const clips = page.getByRole('region', { name: 'Videos', exact: true });
  await expect(clips.getByRole('link', { name: /^Play on YouTube ?: One$/ })).toBeVisible();
  await expect(clips.getByRole('link', { name: 'Next' })).toBeHidden();
  await expect(page.locator('iframe')).toHaveCount(0);

  await service
    .from('video_carousel')
    .insert([
      clip('Two', 'https://vimeo.com/76979871', 1),
      clip('Three', '/demo/four-seasons.mp4', 2),
      clip('Four', 'https://example.com/clips/4', 3),
    ])
    .throwOnError();
  await page.goto('/');
  await expect(clips.getByRole('link', { name: /^Play on Vimeo ?: Two$/ })).toBeAttached();
  await expect(clips.getByRole('link', { name: 'Play: Three' })).toBeAttached();
  await expect(clips.getByRole('link', { name: /^Open the video ?: Four$/ })).toHaveAttribute(
    'href',
    'https://example.com/clips/4',
  );
  await expectAccessible(page);
});

test.describe('missing images', () => {
  test.use({ expectedErrors: ['status of 404'] });

  test('are replaced by drawings', { tag: '@narrow' }, async ({ page, service }) => {
    await service.from('shed_listings').insert(newShed()).throwOnError();
    await service.from('past_projects').insert(newProject()).throwOnError();
    await service.from('blog_posts').insert(newPost()).throwOnError();
    await service.from('home_content').insert(newSection()).throwOnError();
    for (const path of ['/', '/sheds', '/blog']) {
      await page.goto(path);
      await hydrate(page);
      const card = page.getByRole('article').first();
      await card.scrollIntoViewIfNeeded();
      const drawing = card.locator(path === '/blog' ? 'svg' : 'img[src^="/design/image?"]');
      await expect(drawing).toBeVisible();
      await expect(card.locator('picture')).toHaveCount(0);
    }
  });

  test('and texts of any length cause no overflow', async ({ page, service }, { project }) => {
    await service
      .from('business_settings')
      .insert(
        newSettings({
          business_name: words(120),
          phone: '7'.repeat(40),
          email: `${word.slice(0, 60)}@${word.slice(0, 60)}.example`.toLowerCase(),
          address: words(300),
          hours: Object.fromEntries(days.map((day) => [day, words(90)])),
        }),
      )
      .throwOnError();
    await service
      .from('home_content')
      .insert(
        ['hero', 'sheds_hero'].map((section_name) =>
          newSection({
            section_name,
            title: words(200),
            subtitle: words(300),
            content: words(2000),
            cta_text: words(80),
          }),
        ),
      )
      .throwOnError();
    await service
      .from('video_carousel')
      .insert(
        newVideo({
          title: words(200),
          description: words(2000),
          video_url: 'https://vimeo.com/76979871',
          thumbnail_url: null,
        }),
      )
      .throwOnError();
    await service
      .from('reviews')
      .insert(newReview({ customer_name: words(120), review_text: words(5000) }))
      .throwOnError();
    await service
      .from('past_projects')
      .insert(
        newProject({
          title: words(200),
          description: words(5000),
          location: words(200),
          project_type: words(100),
        }),
      )
      .throwOnError();
    const slug = `long-${project.name}`;
    await service
      .from('blog_posts')
      .insert(newPost({ slug, title: words(200), excerpt: words(1000), author: words(120) }))
      .throwOnError();
    const { data: shed } = await service
      .from('shed_listings')
      .insert(
        newShed({
          title: words(200),
          description: words(5000),
          material_type: words(60),
          color: words(60),
          size: words(60),
          shed_style: words(60),
          specifications: {
            standard_features: [words(300), words(300), 'The same', 'The same'],
            optional_upgrades: [words(300)],
          },
        }),
      )
      .select('id')
      .single()
      .throwOnError();
    for (const path of ['/', '/sheds', `/custom-sheds/${shed.id}`, '/blog', `/blog/${slug}`]) {
      await page.goto(path);
      await expectNoOverflow(page);
      await expectAccessible(page);
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
