import { HtmlValidate } from 'html-validate';
import { LinkChecker, LinkState } from 'linkinator';
import { expect, test } from './support/test.ts';

/** The HTML of every kind of page is valid, and no link of the site is broken. */

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:recommended', 'html-validate:document'],
  rules: {
    // React writes attributes in its own case, closes void elements and gives booleans a value: all
    // of it valid, and none of it ours to choose.
    'attr-case': 'off',
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    // React's own ids begin with an underscore, which HTML allows.
    'valid-id': ['error', { relaxed: true }],
    // Scripts and styles come from this server.
    'require-sri': ['error', { target: 'crossorigin' }],
    // Our titles have 70 characters at most; here `&amp;` counts for five.
    'long-title': ['error', { maxlength: 80 }],
    // The slides of a carousel are named, as its pattern asks (https://www.w3.org/WAI/ARIA/apg/patterns/carousel/).
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // A number may break: on the narrowest phones it has to.
    'tel-non-breaking': 'off',
    'no-inline-style': 'off',
  },
});

const pages = [
  '/',
  '/?work=garage',
  '/?project=40000000-0000-4000-8000-000000000001',
  '/sheds',
  '/sheds?shed=30000000-0000-4000-8000-000000000001',
  '/custom-sheds?material=Wood',
  '/custom-sheds/30000000-0000-4000-8000-000000000001',
  '/blog',
  '/contact',
  '/contact?sent=yes',
  '/quote-request',
  '/quote-request?shed=30000000-0000-4000-8000-000000000001',
  '/nothing-here',
  '/blog/nothing-here',
  '/admin',
];

for (const path of pages) {
  test(`${path} is valid HTML`, async ({ request }) => {
    const html = await (await request.get(path)).text();
    const { results } = await validator.validateString(html);
    const errors = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
    );
    expect(errors).toEqual([]);
  });
}

test('every post is valid HTML', async ({ request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const posts = [...sitemap.matchAll(/<loc>([^<]*\/blog\/[^<]*)<\/loc>/g)].map(
    ([, url = '']) => url,
  );
  expect(posts.length).toBeGreaterThan(0);
  for (const url of posts) {
    const { results } = await validator.validateString(await (await request.get(url)).text());
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
  }
});

test('no link on the site is broken, and unknown URLs answer 404', async ({ site }) => {
  const checker = new LinkChecker();
  const { links } = await checker.check({
    path: site.url,
    recurse: true,
    concurrency: 4,
    timeout: 30_000,
    // One filter at a time and one size of each image, on this site only.
    linksToSkip: async (link) =>
      !link.startsWith(site.url) ||
      new URL(link).searchParams.size > 1 ||
      (/\/pictures\//.test(link) && !/\/pictures\/320\/webp\//.test(link)),
  });
  const broken = links
    .filter(({ state }) => state === LinkState.BROKEN)
    .map(({ url, status, parent }) => `${url} (${status}) on ${parent}`);
  expect(broken).toEqual([]);
  const pagesSeen = links.filter(({ state, url }) => state === LinkState.OK && !/\.\w+$/.test(url));
  expect(pagesSeen.length).toBeGreaterThan(30);
  for (const path of ['/nothing', '/blog/nothing', '/custom-sheds/nothing', '/assets/nothing.js']) {
    expect((await fetch(site.url + path)).status, path).toBe(404);
  }
});
