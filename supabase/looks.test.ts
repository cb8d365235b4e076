import { sql } from 'kysely';
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

/** Stores columns of the only row of a table; returns the name of the constraint that rejects them. */
async function store(
  columns: Record<string, unknown>,
  table = 'business_settings',
): Promise<string | undefined> {
  const names = Object.keys(columns);
  const sets = names.map((name, index) => `${name} = $${index + 1}`).join(', ');
  try {
    await database.session(({ query }) =>
      query(`update public.${table} set ${sets}`, Object.values(columns)),
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
    await query('insert into public.announcements default values');
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

const closed = { text: 'Closed over Christmas', link: null };
test.each([
  [{ ...closed, first_day: '2026-12-24', last_day: '2026-12-24' }, undefined],
  [{ first_day: '2026-12-24', last_day: '2026-12-23' }, 'announcements_days_in_order'],
  [{ text: ' ' }, 'announcements_text_length'],
  [{ text: 'x'.repeat(201) }, 'announcements_text_length'],
  [{ link: '/sheds' }, undefined],
  [{ link: 'https://example.com/a?b=c' }, undefined],
  [{ link: '//example.com' }, 'announcements_link_valid'],
  [{ link: '/\\example.com' }, 'announcements_link_valid'],
  [{ link: 'javascript:alert(1)' }, 'announcements_link_valid'],
])('the announcement %j is stored or refused by %s', async (columns, refusedBy) => {
  expect(await store(columns, 'announcements')).toBe(refusedBy);
});

test.each([
  [{ text: 'Closed' }, ['Closed']],
  [{ text: null }, []],
  [{ text: 'Closed', first_day: 'today', last_day: 'today' }, ['Closed']],
  [{ text: 'Closed', first_day: 'tomorrow' }, []],
  [{ text: 'Closed', last_day: 'yesterday' }, []],
])('of the announcement %j visitors read %j', async (columns, read) => {
  const days: Record<string, number> = { yesterday: -1, today: 0, tomorrow: 1 };
  const [now] = await database.session(({ query }) =>
    query<{ today: string }>("select (now() at time zone 'America/Toronto')::date::text as today"),
  );
  const toDay = (name: string) => {
    const day = new Date(`${now?.today}T12:00:00Z`);
    day.setUTCDate(day.getUTCDate() + (days[name] ?? 0));
    return day.toISOString().slice(0, 10);
  };
  const stored = Object.fromEntries(
    Object.entries({ first_day: null, last_day: null, ...columns }).map(([name, value]) => [
      name,
      value !== null && value in days ? toDay(value) : value,
    ]),
  );
  expect(await store(stored, 'announcements')).toBeUndefined();
  const anon = { role: 'anon' as const, claims: {} };
  const rows = await database.queryAsCaller(
    anon,
    sql<{ text: string }>`select text from public.announcements`,
  );
  expect(rows.map(({ text }) => text)).toEqual(read);
});

test.each([
  [{ Siding: '/pages/siding', Shops: '#work', 'Garage Doors': 'https://example.com/doors' }, true],
  [{ Siding: 'tel:+17055550142', Shops: 'mailto:a@example.com', 'Garage Doors': '/' }, true],
  [{ Siding: `/${'x'.repeat(500)}` }, false],
  [{ Siding: '//example.com' }, false],
  [{ Siding: '/\\example.com' }, false],
  [{ Siding: 'javascript:alert(1)' }, false],
  [{ Siding: 'https://' }, false],
  [{ Siding: '/a b' }, false],
  [{ Siding: '' }, false],
  [{ Siding: null }, false],
  [{ Decks: '/pages/decks' }, false],
  [['/sheds'], false],
])('the links of services %j are stored: %s', async (service_links, isStored) => {
  const rejected = isStored ? undefined : 'business_settings_service_links_valid';
  expect(await store({ service_links: JSON.stringify(service_links) })).toBe(rejected);
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
