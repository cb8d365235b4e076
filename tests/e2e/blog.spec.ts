import { newPost } from '#tests/fixtures/rows.ts';
import { serviceClient } from './support/service.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const title = 'Wood, Duratemp, metal or vinyl: choosing siding for a shed';

test('a post is opened from the list and links back to it', { tag: '@narrow' }, async ({
  page,
}) => {
  await page.goto('/blog');
  const cards = page.getByRole('main').getByRole('article');
  expect(await cards.count()).toBeGreaterThan(2);
  await page.getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(/\/blog\/choosing-siding-for-a-shed$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  const post = page.getByRole('article');
  await expect(post.getByText(/^(Jo|Wes|\w+) Marren/)).toBeVisible();
  await expect(post.locator('time')).toHaveText(/^[A-Z][a-z]+\.? \d{1,2}, 20\d\d$/);
  await expect
    .poll(() =>
      post
        .getByRole('img', { includeHidden: true })
        .or(post.locator('img'))
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
  await expectAccessible(page);
  await expect(post.getByText('2 minutes')).toBeVisible();
  await expect(post.getByRole('link', { name: '705-555-0142' })).toBeVisible();
  const related = page.getByRole('region', { name: 'More from the blog' });
  await expect(related.getByRole('heading', { level: 3 })).toHaveCount(3);
  await expect(related.getByRole('link', { name: title })).toHaveCount(0);
  await page.setViewportSize({ width: 1366, height: 768 });
  const content = await post.locator('.rich-text').boundingBox();
  const aside = await post.getByRole('complementary').boundingBox();
  expect(aside?.x).toBeGreaterThan((content?.x ?? 0) + (content?.width ?? 0));
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(post.getByRole('link', { name: 'Talk to us' })).toHaveAttribute('href', '/#contact');
  await post.getByRole('link', { name: 'Back to the blog' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
});

test('the call to action leads to the contact section', { tag: '@narrow' }, async ({ page }) => {
  await page.goto('/blog/choosing-siding-for-a-shed');
  await page.getByRole('link', { name: 'Talk to us' }).click();
  await expect(page).toHaveURL(/\/#contact$/);
  await expect(page.locator('#contact')).toBeInViewport();
});

test.describe('a missing post', () => {
  test.use({ expectedErrors: ['status of 404'] });

  test(
    'and a draft show Post Not Found with a link back',
    { tag: '@wide' },
    async ({ page, site }, { project }) => {
      const slug = `draft-${project.name}`;
      const draft = newPost({ slug, is_published: false, published_at: null });
      await serviceClient(site).from('blog_posts').insert(draft).throwOnError();
      for (const path of ['/blog/no-such-post', `/blog/${slug}`]) {
        const response = await page.goto(path);
        expect(response?.status()).toBe(404);
        await expect(page.getByRole('heading', { level: 1, name: 'Post Not Found' })).toBeVisible();
        await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
      }
      await page.getByRole('main').getByRole('link', { name: 'Back to the blog' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
    },
  );
});

test('the content of a post runs no script and does not overflow', async ({ page, site }, {
  project,
}) => {
  const slug = `wide-${project.name}`;
  const cells = '<td>a cell of some length</td>'.repeat(20);
  await serviceClient(site)
    .from('blog_posts')
    .insert(
      newPost({
        slug,
        featured_image: null,
        content: `<h1>Inside</h1><p onclick="document.title='run'">Text<script>document.title='run'</script></p>
          <pre>${'const wide = true; '.repeat(30)}</pre>
          <table><tbody><tr>${cells}</tr></tbody></table>
          <p>${'w'.repeat(300)}</p>
          <img src="/icon.svg" width="4000" height="300" alt="The mark">`,
      }),
    )
    .throwOnError();
  await page.goto(`/blog/${slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 2, name: 'Inside' })).toBeVisible();
  await page.getByText('Text').click();
  expect(await page.title()).not.toBe('run');
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBeLessThanOrEqual(0);
  await expectAccessible(page);
});
