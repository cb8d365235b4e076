import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseHours, summarizeHours } from '#app/features/business/hours.ts';
import { parseDesignParams } from '#app/features/designer/design-params.ts';
import { getListingDesignUrl, toListingDesign } from '#app/features/designer/listing-design.ts';
import { sizeGroups } from '#app/features/sheds/shed-filter.ts';
import { parseSpecifications } from '#app/features/sheds/shed-listings.ts';
import type { Row } from '#app/lib/database.types.ts';
import {
  budgetRanges,
  materials,
  projectTypes,
  quoteProjectTypes,
  reviewProjectTypes,
  shedSizes,
  shedStyles,
  timelines,
} from '#app/lib/options.ts';
import type { Database } from '#backend/database/database.ts';
import { COLORS } from '#drawing/design/shed-design.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';
import { firstImages, getSizeFile, shippedImages } from './render-sizes.ts';

const imagesDirectory = fileURLToPath(new URL('images', import.meta.url));
const publicDirectory = new URL('../../public', import.meta.url);

let script: string;
let database: Database;

beforeAll(async () => {
  script = await readFile(new URL('../seed.sql', import.meta.url), 'utf8');
  database = await openTemplateCopy();
  await database.session(({ exec }) => exec(`begin; ${script} commit;`));
});

afterAll(() => database.close());

type Table =
  | 'business_settings'
  | 'home_content'
  | 'shed_listings'
  | 'past_projects'
  | 'reviews'
  | 'blog_posts'
  | 'video_carousel'
  | 'quote_requests'
  | 'contact_submissions';

function readAll<Name extends Table>(name: Name): Promise<Row<Name>[]> {
  return database.session(({ query }) => query<Row<Name>>(`select * from public.${name}`));
}

/** How many of the table's rows a visitor is shown. */
async function shownToVisitors(table: Table): Promise<number> {
  const rows = await database.asCaller({ role: 'anon', claims: {} }, (transaction) =>
    transaction.withTables<Record<Table, object>>().selectFrom(table).execute(),
  );
  return rows.length;
}

const distinct = (values: (string | null)[]) => [...new Set(values)].sort();
const sorted = (values: readonly string[]) => [...values].sort();

it('has business settings and both heroes', async () => {
  const [settings] = await readAll('business_settings');
  const hours = parseHours(settings?.hours);
  expect(Object.keys(hours ?? {})).toHaveLength(7);
  expect(summarizeHours(hours)).toMatch(/^Mon-Fri: [^|]+ \| Sat: [^|]+$/);
  expect(settings?.email).toMatch(/\.example$/);
  const sections = await readAll('home_content');
  expect(distinct(sections.map((row) => row.section_name))).toEqual(['hero', 'sheds_hero']);
  for (const section of sections) {
    expect(section).toMatchObject({ is_active: true, cta_link: '/quote-request' });
    expect(section.cta_text).toBeTruthy();
  }
});

it('ships sizes of its images, of the files as they are now (render-sizes.ts)', async () => {
  const sections = await readAll('home_content');
  const featured = (await readAll('shed_listings')).filter((shed) => shed.is_featured);
  const shown = [
    ...sections.map((section) => section.image_url),
    ...featured.map(({ images }) => images[0] ?? ''),
  ];
  expect(Object.keys(firstImages)).toEqual(expect.arrayContaining(shown));
  const expected = await Promise.all(
    Object.entries(shippedImages).map(async ([key, widths]) => {
      const original = await readFile(new URL(`images/${key}`, import.meta.url));
      return widths.map((width) => getSizeFile(key, original, width));
    }),
  );
  const files = await readdir(new URL('sizes', import.meta.url), {
    recursive: true,
    withFileTypes: true,
  });
  const names = files.filter((file) => file.isFile()).map(({ name }) => name);
  expect(names.sort()).toEqual(
    expected
      .flat()
      .map((file) => file.split('/').at(-1))
      .sort(),
  );
});

describe('the sheds', () => {
  it('match every option of the filters', async () => {
    const shown = (await readAll('shed_listings')).filter((shed) => shed.is_active);
    expect(shown.length).toBeGreaterThanOrEqual(12);
    expect(distinct(shown.map((shed) => shed.material_type))).toEqual(sorted(materials));
    expect(distinct(shown.map((shed) => shed.shed_style))).toEqual(sorted(shedStyles));
    expect(distinct(shown.map((shed) => shed.color))).toEqual(sorted(COLORS));
    const named = shedSizes.filter((size) => size !== 'Other');
    expect(shown.map((shed) => shed.size)).toEqual(expect.arrayContaining(named));
    expect(distinct(shown.map((shed) => shed.size_group))).toEqual(
      sorted(sizeGroups.map(({ name }) => name)),
    );
  });

  it('include an inactive one, three featured ones, and some without a price', async () => {
    const sheds = await readAll('shed_listings');
    expect(sheds).toHaveLength(16);
    expect(await shownToVisitors('shed_listings')).toBe(15);
    expect(sheds.filter((shed) => shed.is_featured && shed.is_active)).toHaveLength(3);
    expect(sheds.some((shed) => shed.price === null)).toBe(true);
    expect(sheds.filter((shed) => shed.price !== null).length).toBeGreaterThan(8);
  });

  it('link to a design of their style, size, material and colour', async () => {
    for (const shed of await readAll('shed_listings')) {
      const [, query] = getListingDesignUrl(shed).split('?');
      const { design, changes } = parseDesignParams(new URLSearchParams(query));
      expect(changes, shed.title).toEqual([]);
      expect(design, shed.title).toEqual(toListingDesign(shed));
      expect(design, shed.title).toMatchObject({
        style: shed.shed_style,
        material: shed.material_type,
        wallColor: shed.color,
        foundation: 'skids',
      });
      expect(`${design.width}x${design.length}`, shed.title).toBe(shed.size);
    }
  });

  it('promise the doors, windows, porch and ramp of the design that is drawn and priced', async () => {
    const numbers = ['one', 'two', 'three', 'four', 'five', 'six'];
    for (const shed of await readAll('shed_listings')) {
      const { openings, porchDepth, extras } = toListingDesign(shed) ?? {};
      const { standard_features, optional_upgrades } = parseSpecifications(shed.specifications);
      const features = standard_features.join('\n').toLowerCase();
      const feet = /(\d+)-foot double doors/.exec(features)?.[1];
      const types = openings?.map(({ type }) => type);
      if (feet) expect(types, shed.title).toContain(`double-door-${12 * Number(feet)}`);
      const windows = /(\w+) (opening |side )?windows/.exec(features)?.[1] ?? '';
      if (numbers.includes(windows)) {
        const drawn = types?.filter((type) => type.startsWith('window')).length;
        expect(numbers.indexOf(windows) + 1, shed.title).toBe(drawn);
      }
      const porch = /(\d+)-foot covered porch/.exec(features)?.[1];
      if (porch) expect(Number(porch), shed.title).toBe(porchDepth);
      if (features.includes('ramp')) expect(extras, shed.title).toContain('ramp');
      if (extras?.includes('ramp'))
        expect(optional_upgrades.join(), shed.title).not.toMatch(/ramp/i);
    }
  });

  it('list four to six features and two to four upgrades each', async () => {
    for (const shed of await readAll('shed_listings')) {
      const { standard_features, optional_upgrades } = parseSpecifications(shed.specifications);
      expect([4, 5, 6], shed.title).toContain(standard_features.length);
      expect([2, 3, 4], shed.title).toContain(optional_upgrades.length);
    }
  });
});

it('has projects of every type, one of them without a date', async () => {
  const projects = await readAll('past_projects');
  expect(projects).toHaveLength(9);
  const kinds = projectTypes.filter((type) => type !== 'Other');
  expect(distinct(projects.map((project) => project.project_type))).toEqual(sorted(kinds));
  expect(projects.filter((project) => project.completion_date === null)).toHaveLength(1);
  expect(projects.every((project) => project.location)).toBe(true);
});

it('has reviews that are featured, approved only, and pending', async () => {
  const reviews = await readAll('reviews');
  const approved = reviews.filter((review) => review.is_approved);
  expect(reviews).toHaveLength(11);
  expect(approved).toHaveLength(9);
  expect(await shownToVisitors('reviews')).toBe(7);
  const types = reviews.flatMap((review) => review.project_type ?? []);
  expect(reviewProjectTypes).toEqual(expect.arrayContaining(types));
});

describe('the blog', () => {
  it('has published posts and drafts in markup that the editor makes', async () => {
    const posts = await readAll('blog_posts');
    expect(posts).toHaveLength(6);
    expect(await shownToVisitors('blog_posts')).toBe(4);
    for (const post of posts) {
      expect(post.published_at !== null, post.slug).toBe(post.is_published);
      const tags = [...post.content.matchAll(/<\/?([a-z0-9]+)/g)].map(([, tag]) => tag ?? '');
      const allowed = ['h2', 'h3', 'p', 'ul', 'ol', 'li', 'blockquote', 'strong', 'em', 'a'];
      expect(allowed, post.slug).toEqual(expect.arrayContaining(tags));
    }
  });

  it('links only to posts that are published', async () => {
    const posts = (await readAll('blog_posts')).filter((post) => post.is_published);
    const targets = posts.flatMap((post) =>
      [...post.content.matchAll(/href="\/blog\/([^"]+)"/g)].map(([, slug]) => slug),
    );
    expect(targets.length).toBeGreaterThan(0);
    expect(posts.map((post) => post.slug)).toEqual(expect.arrayContaining(targets));
  });
});

describe('the enquiries', () => {
  it('include new and older ones, answered and unanswered', async () => {
    const quotes = await readAll('quote_requests');
    const contacts = await readAll('contact_submissions');
    expect([quotes.length, contacts.length]).toEqual([6, 4]);
    const weekAgo = Date.now() - 7 * 24 * 60 * 60 * 1000;
    for (const rows of [quotes, contacts]) {
      const recent = rows.filter((row) => new Date(row.created_at).getTime() > weekAgo);
      expect(recent.length).toBeGreaterThan(0);
      expect(recent.length).toBeLessThan(rows.length);
    }
    expect(distinct(quotes.map((quote) => quote.status))).toEqual(['pending', 'responded']);
    expect(distinct(contacts.map((contact) => contact.status))).toEqual(['read', 'unread']);
    expect(quotes.some((quote) => quote.notes)).toBe(true);
    expect(quotes.every((quote) => quote.inspiration_images.length === 0)).toBe(true);
  });

  it('have options of the quote request form only', async () => {
    for (const quote of await readAll('quote_requests')) {
      expect(quoteProjectTypes).toContain(quote.project_type);
      expect([null, ...budgetRanges]).toContain(quote.budget_range);
      expect([null, ...timelines]).toContain(quote.timeline);
      expect([null, ...materials]).toContain(quote.material_type);
      expect([null, ...shedSizes]).toContain(quote.size);
      expect([null, ...shedStyles]).toContain(quote.shed_style);
    }
  });

  it('contain only fictional phone numbers and reserved email domains', async () => {
    const quotes = await readAll('quote_requests');
    const contacts = await readAll('contact_submissions');
    for (const { email } of [...quotes, ...contacts]) expect(email).toMatch(/@example\.com$/);
    const settings = await readAll('business_settings');
    const phones = [...quotes, ...contacts, ...settings].flatMap((row) => row.phone ?? []);
    const written = script.match(/\(?\b\d{3}\)?[-. ]\d{3}[-. ]\d{4}\b/g) ?? [];
    expect(sorted(written)).toEqual(sorted(phones));
    for (const phone of phones) expect(phone).toMatch(/^705-555-01\d\d$/);
    const emails = script.match(/[\w.+-]+@[\w.-]+\w/g) ?? [];
    for (const email of emails) expect(email).toMatch(/(@example\.com|\.example)$/);
    const links = script.match(/https?:\/\/[^/'"\s]+/g) ?? [];
    for (const link of links) expect(link).toMatch(/\.example$/);
  });
});

describe('images and clips', () => {
  it('the image files are exactly those that rows refer to', async () => {
    const named = [
      ...(await readAll('shed_listings')).flatMap((shed) => shed.images),
      ...(await readAll('past_projects')).flatMap((project) => project.images),
      ...(await readAll('home_content')).flatMap((section) => section.image_url ?? []),
      ...(await readAll('blog_posts')).flatMap((post) => post.featured_image ?? []),
      ...(await readAll('video_carousel')).flatMap((video) => video.thumbnail_url ?? []),
    ];
    const entries = await readdir(imagesDirectory, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(imagesDirectory, `${entry.parentPath}/${entry.name}`))
      .map((path) => path.split(sep).join('/'));
    expect(sorted(files)).toEqual(sorted(named));
  });

  it('each shed and project has at least one image', async () => {
    for (const shed of await readAll('shed_listings')) {
      expect(shed.images.length, shed.title).toBe(shed.is_featured ? 2 : 1);
    }
    for (const project of await readAll('past_projects')) {
      expect(project.images.length, project.title).toBeGreaterThanOrEqual(2);
    }
  });

  it('each clip has its file', async () => {
    const videos = await readAll('video_carousel');
    expect(distinct(videos.map((video) => String(video.order_index)))).toHaveLength(videos.length);
    expect(await shownToVisitors('video_carousel')).toBe(3);
    expect(videos).toHaveLength(4);
    for (const { video_url } of videos) {
      expect(existsSync(fileURLToPath(`${publicDirectory}${video_url}`)), video_url).toBe(true);
    }
  });
});
