import type { Locator, Page } from '@playwright/test';
import { signIn } from './support/admin.ts';
import { addRecord, recordScreens } from './support/records.ts';
import { serviceClient } from './support/service.ts';
import { expect, test } from './support/test.ts';

/** What the forms and switches send, to the column: section 7 of the specification. */

/** The next write to a table: its verb, its filters and what it sets. */
async function nextWrite(page: Page, table: string, act: () => Promise<void>) {
  const [request] = await Promise.all([
    page.waitForRequest(
      (sent) =>
        !['GET', 'HEAD'].includes(sent.method()) && sent.url().includes(`/rest/v1/${table}`),
    ),
    act(),
  ]);
  const { searchParams } = new URL(request.url());
  return { method: request.method(), id: searchParams.get('id'), body: request.postDataJSON() };
}

const forms: {
  path: string;
  table: string;
  add: string;
  submit: string;
  fill: (dialog: Locator, name: string) => Promise<void>;
  sent: (name: string) => object;
}[] = [
  {
    path: '/admin/projects',
    table: 'past_projects',
    add: 'Add Project',
    submit: 'Add Project',
    async fill(dialog, name) {
      await dialog.getByLabel('Title').fill(`  ${name} `);
      await dialog.getByLabel('Project Type').selectOption('Roofing');
    },
    sent: (title) => ({
      title,
      description: null,
      project_type: 'Roofing',
      location: null,
      completion_date: null,
      is_featured: false,
      images: [],
    }),
  },
  {
    path: '/admin/sheds',
    table: 'shed_listings',
    add: 'Add Shed',
    submit: 'Add Shed',
    async fill(dialog, name) {
      await dialog.getByLabel('Title').fill(name);
      await dialog.getByLabel('Material Type').selectOption('Metal');
      await dialog.getByLabel('Color').selectOption('Charcoal');
      await dialog.getByLabel('Size').selectOption('10x10');
      await dialog.getByLabel('Shed Style').selectOption('Dormer');
      await expect(dialog.getByLabel('Price')).toHaveAttribute('step', '0.01');
      await dialog.getByLabel('Optional Upgrades').first().fill('  Ramp ');
      await dialog.getByRole('button', { name: 'Add upgrade' }).click();
    },
    sent: (title) => ({
      title,
      description: null,
      material_type: 'Metal',
      color: 'Charcoal',
      size: '10x10',
      shed_style: 'Dormer',
      price: null,
      images: [],
      is_active: true,
      is_featured: false,
      specifications: { standard_features: [], optional_upgrades: ['Ramp'] },
    }),
  },
  {
    path: '/admin/reviews',
    table: 'reviews',
    add: 'Add Review',
    submit: 'Add Review',
    async fill(dialog, name) {
      await dialog.getByLabel('Customer Name').fill(name);
      await dialog.getByRole('radio', { name: '2 stars' }).check({ force: true });
      await dialog.getByLabel('Review Text').fill('Ten words.');
    },
    sent: (customer_name) => ({
      customer_name,
      rating: 2,
      review_text: 'Ten words.',
      project_type: null,
      is_approved: false,
      is_featured: false,
    }),
  },
  {
    path: '/admin/blog',
    table: 'blog_posts',
    add: 'New Post',
    submit: 'Create Post',
    async fill(dialog, name) {
      await dialog.getByLabel('Title').fill(`${name}?`);
      await dialog.getByRole('textbox', { name: 'Content' }).fill('Ten words.');
    },
    sent: (name) => ({
      title: `${name}?`,
      slug: name.toLowerCase().replaceAll(' ', '-'),
      excerpt: null,
      content: '<p>Ten words.</p>',
      author: 'The Team',
      is_published: false,
      published_at: null,
      featured_image: null,
    }),
  },
  {
    path: '/admin/videos',
    table: 'video_carousel',
    add: 'Add Video',
    submit: 'Add Video',
    async fill(dialog, name) {
      await dialog.getByLabel('Title').fill(name);
      await dialog.getByLabel('Video URL').fill('https://vimeo.com/12345');
    },
    sent: (title) => ({
      title,
      description: null,
      video_url: 'https://vimeo.com/12345',
      thumbnail_url: null,
      order_index: 0,
      is_active: true,
    }),
  },
];

for (const { path, table, add, submit, fill, sent } of forms) {
  test(`${path}: a new record has exactly the specified columns and defaults`, async ({ page }, {
    project,
  }) => {
    const name = `Sent ${project.name}`;
    await signIn(page, path);
    await page.getByRole('button', { name: add, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await fill(dialog, name);
    const written = await nextWrite(page, table, () =>
      dialog.getByRole('button', { name: submit, exact: true }).click(),
    );
    expect(written).toEqual({ method: 'POST', id: null, body: sent(name) });
    await expect(dialog).toBeHidden();
  });
}

test('a hero and the settings are updated by id with their own columns', async ({ page, site }) => {
  const service = serviceClient(site);
  const { data: hero } = await service
    .from('home_content')
    .select('id')
    .eq('section_name', 'hero')
    .single()
    .throwOnError();
  await signIn(page, '/admin/home-content');
  const form = page.getByRole('form', { name: 'Hero Section' });
  await form.getByLabel('Title', { exact: true }).fill('Straight walls');
  await form.getByLabel(/^Subtitle/).fill('');
  const written = await nextWrite(page, 'home_content', () =>
    form.getByRole('button', { name: 'Save Changes' }).click(),
  );
  expect(written).toMatchObject({
    method: 'PATCH',
    id: `eq.${hero.id}`,
    body: { title: 'Straight walls', subtitle: null, section_name: 'hero', is_active: true },
  });
  expect(Object.keys(written.body).sort()).toEqual(
    ['content', 'cta_link', 'cta_text', 'image_url', 'is_active'].concat([
      'section_name',
      'subtitle',
      'title',
    ]),
  );

  const { data: settings } = await service
    .from('business_settings')
    .select('id')
    .single()
    .throwOnError();
  await page.goto('/admin/settings');
  await page.getByLabel('Sunday').fill('');
  const saved = await nextWrite(page, 'business_settings', () =>
    page.getByRole('button', { name: 'Save Settings' }).click(),
  );
  expect(saved).toMatchObject({ method: 'PATCH', id: `eq.${settings.id}` });
  expect(Object.keys(saved.body)).toEqual(
    expect.arrayContaining([
      ...['business_name', 'phone', 'email', 'address', 'hours', 'facebook_url', 'instagram_url'],
    ]),
  );
  expect(saved.body.hours).not.toHaveProperty('sunday');
});

const [, , reviews, posts] = recordScreens;
if (!reviews || !posts) throw new Error('These tests need all the screens');

test('Publish sets published_at to now, and Unpublish sets it to null', async ({ page, site }, {
  project,
}) => {
  const service = serviceClient(site);
  const title = `Dated ${project.name}`;
  const { id } = await addRecord(service, posts, title);
  await signIn(page, posts.path);
  await expect(page.getByRole('columnheader')).toHaveText([
    ...['Post', 'Author', 'Status', 'Date', 'Actions'],
  ]);
  const press = (label: string) => () =>
    page.getByRole('button', { name: `${label}: ${title}`, exact: true }).click();
  expect(await nextWrite(page, 'blog_posts', press('Unpublish'))).toEqual({
    method: 'PATCH',
    id: `eq.${id}`,
    body: { is_published: false, published_at: null },
  });
  const published = await nextWrite(page, 'blog_posts', press('Publish'));
  expect(Object.keys(published.body).sort()).toEqual(['is_published', 'published_at']);
  expect(published.body.is_published).toBe(true);
  expect(Math.abs(Date.now() - Date.parse(published.body.published_at))).toBeLessThan(60_000);

  // A published post that is saved in the dialog retains its date, and a draft has none.
  await expect(page.getByRole('button', { name: `Unpublish: ${title}` })).toBeVisible();
  await page.getByRole('button', { name: `Edit: ${title}` }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Blog Post' });
  await edit.getByLabel('Excerpt').fill('Short.');
  const saved = await nextWrite(page, 'blog_posts', () =>
    edit.getByRole('button', { name: 'Update Post' }).click(),
  );
  expect(Date.parse(saved.body.published_at)).toBe(Date.parse(published.body.published_at));
  await expect(edit).toBeHidden();
  await page.getByRole('button', { name: `Edit: ${title}` }).click();
  await edit.getByLabel('Published').uncheck();
  const withdrawn = await nextWrite(page, 'blog_posts', () =>
    edit.getByRole('button', { name: 'Update Post' }).click(),
  );
  expect(withdrawn.body).toMatchObject({ is_published: false, published_at: null });
});

test('the flags of a review are set one at a time, and a pending review has a yellow edge', async ({
  page,
  site,
}, { project }) => {
  const name = `Flagged ${project.name}`;
  const { id } = await addRecord(serviceClient(site), reviews, name);
  await signIn(page, reviews.path);
  const press = (label: string) => () =>
    page.getByRole('button', { name: `${label}: ${name}`, exact: true }).click();
  for (const [label, body] of [
    ['Unapprove', { is_approved: false }],
    ['Unfeature', { is_featured: false }],
    ['Feature', { is_featured: true }],
  ] as const) {
    expect(await nextWrite(page, 'reviews', press(label))).toEqual({
      method: 'PATCH',
      id: `eq.${id}`,
      body,
    });
  }
  const edge = await page.getByRole('article', { name: `Review by ${name}` }).evaluate((card) => {
    const { borderLeftWidth, borderLeftColor } = getComputedStyle(card);
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) throw new Error('No canvas');
    canvas.fillStyle = borderLeftColor;
    canvas.fillRect(0, 0, 1, 1);
    return { borderLeftWidth, color: [...canvas.getImageData(0, 0, 1, 1).data] };
  });
  expect(edge.borderLeftWidth).toBe('4px');
  const [red = 0, green = 0, blue = 255] = edge.color;
  expect(Math.min(red, green)).toBeGreaterThan(150);
  expect(blue).toBeLessThan(100);
});
