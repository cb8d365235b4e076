import { HtmlValidate } from 'html-validate';
import { LinkChecker, LinkState } from 'linkinator';
import { expect, test } from 'vitest';
import { newVisitor, readSitemap, site } from './site.ts';

const visit = newVisitor();

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
  '/projects/40000000-0000-4000-8000-000000000001',
  ...['/blog', '/reviews', '/faq', '/services/custom-sheds', '/contact', '/quote-request'],
  '/quote-request?shed=30000000-0000-4000-8000-000000000001',
  '/nothing-here',
  '/blog/nothing-here',
  '/admin',
];

async function findErrors(path: string): Promise<string[]> {
  const response = await visit(path);
  const html = await response.text();
  expect(html, `answer ${response.status} to ${path}`).toMatch(/^<!DOCTYPE html>/);
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}

test.each(pages)('%s is valid HTML', async (path) => {
  expect(await findErrors(path)).toEqual([]);
});

test('every post is valid HTML', async () => {
  // Posts of other tests have titles that are too long.
  const posts = (await readSitemap(visit)).pages.filter((url) => /\/blog\/(?!test-)/.test(url));
  expect(posts.length).toBeGreaterThan(0);
  for (const url of posts) expect(await findErrors(url), url).toEqual([]);
});

test('no link of the site is broken', async () => {
  const { links } = await new LinkChecker().check({
    path: site.url,
    recurse: true,
    concurrency: 4,
    timeout: 30_000,
    // One filter at a time and one size of each image, on this site only.
    linksToSkip: async (link) =>
      !link.startsWith(site.url) ||
      new URL(link).searchParams.size > 1 ||
      (/\/pictures\//.test(link) && !/\/pictures\/320\/avif\//.test(link)),
  });
  const broken: string[] = [];
  for (const { url, status, state, parent } of links) {
    if (state !== LinkState.BROKEN) continue;
    // Other tests add and delete records meanwhile.
    const page = parent ? await (await fetch(parent)).text() : url;
    if (page.includes(new URL(url).pathname)) broken.push(`${url} (${status}) on ${parent}`);
  }
  expect(broken).toEqual([]);
  expect(links.filter(({ url }) => url.includes('/pictures/')).length).toBeGreaterThan(10);
  const found = links.filter(({ state, url }) => state === LinkState.OK && !/\.\w+$/.test(url));
  expect(found.length).toBeGreaterThan(30);
});
