import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  defaultAccent,
  getLuminance,
  toReadableAccent,
} from '#app/features/business/accent-color.ts';
import { typefaceValues } from '#app/features/business/typefaces.ts';
import type { Database } from '#backend/database/database.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';

let database: Database;
beforeAll(async () => {
  database = await openTemplateCopy();
});
afterAll(() => database.close());

/** Stores columns of the settings; returns the name of the constraint that rejects them. */
async function store(columns: Record<string, unknown>): Promise<string | undefined> {
  const names = Object.keys(columns);
  const sets = names.map((name, index) => `${name} = $${index + 1}`).join(', ');
  try {
    await database.session(({ query }) =>
      query(`update public.business_settings set ${sets}`, Object.values(columns)),
    );
    return undefined;
  } catch (error) {
    return (error as { constraint?: string }).constraint ?? String(error);
  }
}

beforeAll(() =>
  database.session(async ({ query }) => {
    await query(
      "insert into public.business_settings (business_name) select 'Ridgeline' where not exists (select from public.business_settings)",
    );
  }),
);

test.each([defaultAccent, '#000000', '#1d2420', toReadableAccent('#ffd400'), '#ffffff', '#7fb3ff'])(
  'the luminance of %s is the same in the database',
  async (color) => {
    const [row] = await database.session(({ query }) =>
      query<{ luminance: number }>('select private.get_luminance($1) as luminance', [color]),
    );
    expect(row?.luminance).toBeCloseTo(getLuminance(color), 12);
  },
);

test.each([...typefaceValues, null, 'comic'])(
  'the typefaces %s are stored if there is such a pair',
  async (typefaces) => {
    const rejected = typefaces === 'comic' ? 'business_settings_typefaces_known' : undefined;
    expect(await store({ typefaces })).toBe(rejected);
  },
);

test.each([
  ['#2f5d3a', true],
  [toReadableAccent('#7fb3ff'), true],
  [null, true],
  ['#7fb3ff', false],
  ['#A32A1C', false],
  ['red', false],
])('the accent %s is stored: %s', async (accent_color, isStored) => {
  const rejected = isStored ? undefined : 'business_settings_accent_readable';
  expect(await store({ accent_color })).toBe(rejected);
});

test.each([
  [['thumbnails/1-logo.png', 640, 160], true],
  [[null, null, null], true],
  [['thumbnails/1-logo.png', 640, null], false],
  [['inspiration/1-logo.png', 640, 160], false],
  [['thumbnails/1-a logo?.png', 640, 160], false],
  [['thumbnails/1-logo.png', 50_000, 160], false],
])('the logo %j is stored: %s', async ([logo_image, logo_width, logo_height], isStored) => {
  const rejected = isStored ? undefined : 'business_settings_logo_whole';
  expect(await store({ logo_image, logo_width, logo_height })).toBe(rejected);
});

const closed = { announcement_text: 'Closed over Christmas', announcement_link: null };
test.each([
  [{ ...closed, announcement_from: '2026-12-24', announcement_until: '2026-12-24' }, true],
  [{ announcement_from: '2026-12-24', announcement_until: '2026-12-23' }, false],
  [{ announcement_text: ' ' }, false],
  [{ announcement_text: 'x'.repeat(201) }, false],
  [{ announcement_link: '/sheds' }, true],
  [{ announcement_link: 'https://example.com/a?b=c' }, true],
  [{ announcement_link: '//example.com' }, false],
  [{ announcement_link: '/\\example.com' }, false],
  [{ announcement_link: 'javascript:alert(1)' }, false],
])('the announcement %j is stored: %s', async (columns, isStored) => {
  const rejected = isStored ? undefined : 'business_settings_announcement_valid';
  expect(await store(columns)).toBe(rejected);
});

test.each([
  [{}, true],
  [{ linkedin: 'https://www.linkedin.com/company/a', x: 'https://x.com/a' }, true],
  [{ linkedin: 'https://linkedin.com@example.com/' }, false],
  [{ youtube: 'http://youtube.com/a' }, false],
  [{ houzz: 'https://houzz.com.example/a' }, false],
  [{ myspace: 'https://myspace.com/a' }, false],
  [{ tiktok: null }, false],
  [['https://x.com/a'], false],
])('the profiles %j are stored: %s', async (urls, isStored) => {
  const rejected = isStored ? undefined : 'business_settings_social_urls_valid';
  expect(await store({ social_urls: JSON.stringify(urls) })).toBe(rejected);
});
