import { expect, test } from 'vitest';
import { deleteRow, insertRow } from '#app/lib/crud.ts';
import { newPost, newProject, newShed } from '#tests/fixtures/rows.ts';
import { decode, newVisitor, site } from './site.ts';

/** What the public pages say in the HTML that the server sends, before any script runs. */

const visit = newVisitor();
const garden = '/custom-sheds/30000000-0000-4000-8000-000000000001';
const post = '/blog/choosing-siding-for-a-shed';
const sections = { Home: '/', 'Custom Sheds': '/sheds', Blog: '/blog', Contact: '/#contact' };
const navigation = Object.entries(sections);
const colors = [
  ...['Natural', 'White', 'Brown', 'Gray', 'Green'],
  ...['Blue', 'Red', 'Black', 'Charcoal', 'Navy Blue'],
];

const readPage = async (path: string) => (await visit(path)).text();

/** An element of a page with everything inside it; there is one of its name. */
function cut(html: string, element: 'header' | 'main' | 'footer'): string {
  return new RegExp(`<${element}[ >][\\s\\S]*</${element}>`).exec(html)?.[0] ?? '';
}

/** The elements of a name that hold no element of that name. */
const listElements = (html: string, element: string) =>
  [...html.matchAll(new RegExp(`<${element}[ >][\\s\\S]*?</${element}>`, 'g'))].map(
    ([found]) => found,
  );

/** The texts of the elements, one each, without what is drawn or run. */
function readTexts(html: string): string[] {
  return html
    .replace(/<!--[\s\S]*?-->|<(script|style|svg)[ >][\s\S]*?<\/\1>/g, '')
    .split(/<[^>]+>/)
    .map((text) => decode(text).replaceAll('\u00a0', ' ').trim())
    .filter(Boolean);
}

const readText = (html: string) => readTexts(html).join(' ');

const getAttribute = (element: string, name: string) => {
  const [, value] = new RegExp(`^<[^>]* ${name}="([^"]*)"`).exec(element) ?? [];
  return value && decode(value);
};

const readMeta = (html: string, property: string) =>
  decode(new RegExp(`property="${property}" content="([^"]*)"`).exec(html)?.[1] ?? '');

/** The links of some HTML as pairs of text and address. */
const listLinks = (html: string) =>
  listElements(html, 'a').map((link) => [readText(link), getAttribute(link, 'href')]);

test('each public page has the header: navigation with the current page, contact details, hours', async () => {
  for (const [path, current] of [
    ['/', 'Home'],
    ['/sheds', 'Custom Sheds'],
    ['/blog', 'Blog'],
    ['/contact', 'Contact'],
    ['/quote-request', undefined],
  ] as const) {
    const header = cut(await readPage(path), 'header');
    const links = listLinks(header);
    for (const link of [
      ...navigation,
      ['Get Free Quote', '/#contact'],
      ['705-555-0142', 'tel:+17055550142'],
    ]) {
      expect(links, path).toContainEqual(link);
    }
    expect(header).toContain('href="mailto:hello@marrenanddaughter.example"');
    expect(header).toMatch(/aria-label="Call us"|>Call us</);
    const text = readText(header);
    expect(text).toContain('218 Old Mill Road, Hollin Bay, Ontario');
    expect(text).toMatch(/Mon-Fri: 7:00 AM - 5:30 PM \|? ?Sat: 8:00 AM - 2:00 PM/);
    const marked = listElements(header, 'a').filter((link) => link.includes('aria-current="page"'));
    expect(new Set(marked.map(readText)), path).toEqual(new Set(current ? [current] : []));
  }
});

test('the footer has the navigation, the hours of each day, social links and a link to /admin', async () => {
  const footer = cut(await readPage('/sheds'), 'footer');
  const texts = readTexts(footer);
  const weekdays = ['Mon:', 'Tue:', 'Wed:', 'Thu:', 'Fri:'];
  const days = weekdays.flatMap((day) => [day, '7:00 AM - 5:30 PM']);
  const hours = [...days, 'Sat:', '8:00 AM - 2:00 PM', 'Sun:', 'Closed'];
  const start = texts.indexOf('Mon:');
  expect(texts.slice(start, start + hours.length)).toEqual(hours);
  expect(texts).toContain('Marren & Daughter Builders');
  expect(listLinks(footer)).toEqual(
    expect.arrayContaining([
      ...navigation,
      ['Admin', '/admin'],
      ['Facebook', expect.stringMatching(/^https:/)],
      ['Instagram', expect.stringMatching(/^https:/)],
      ['Privacy', '/privacy'],
      ['Accessibility', '/accessibility'],
    ]),
  );
});

test('the home page has its sections in order, with services, featured sheds, projects and reviews', async () => {
  const main = cut(await readPage('/'), 'main');
  expect(listElements(main, 'h2').map(readText)).toEqual([
    'Featured sheds',
    'Or design your own',
    'See how we build',
    'What we build',
    'Recent work',
    'What customers say',
    ...['How it works', "Who you'll meet"],
    'Tell us what you have in mind.',
  ]);
  const links = listLinks(main);
  expect(links.slice(0, 2)).toEqual([
    ['Request a Quote', '/quote-request'],
    ['See our sheds', '/sheds'],
  ]);
  for (const link of [
    ...['Shops', 'Garages & Additions', 'Siding', 'Soffit & Fascia', 'Custom Sheds'].map((name) => [
      name,
      `/services/${name.toLowerCase().replace('&', 'and').replaceAll(' ', '-')}`,
    ]),
    ['Request a quote', '/quote-request?type=Other'],
    ['See our work', '/?work=siding#work'],
    ['See sheds and prices', '/sheds'],
    ['Read all reviews', '/reviews'],
    ['Design your shed', '/design'],
    ['Cedar Garden Gable', garden],
  ]) {
    expect(links).toContainEqual(link);
  }
  const prices = readTexts(main).filter((text) => /^\$[\d,]+$/.test(text));
  expect(prices).toEqual(['$7,450', '$13,905', '$18,600']);
  expect(listElements(main, 'figure').filter((html) => /out of 5/.test(html))).toHaveLength(6);
  expect(readText(main)).toContain('8 projects shown');
  const [clip = ''] = listElements(main, 'a').filter((link) => /Play: /.test(link));
  expect(getAttribute(clip, 'href')).toMatch(/\.mp4$/);
});

test.each([
  ['', ['All'], 8],
  ['?work=garage', ['Garage'], 1],
  ['?work=home-addition', ['Home Addition'], 2],
  ['?work=exterior-renovation', ['Exterior Renovation'], 1],
  ['?work=custom-shed', ['Custom Shed'], 2],
  ['?work=siding', ['Siding'], 1],
])('/%s shows the projects of its kind', async (query, current, least) => {
  const main = cut(await readPage(`/${query}`), 'main');
  const [filters = ''] = listElements(main, 'nav').filter((nav) => nav.includes('Type of work'));
  const kinds = ['All', 'Garage', 'Home Addition', 'Exterior Renovation', 'Custom Shed'];
  expect(listElements(filters, 'a').map(readText)).toEqual(expect.arrayContaining(kinds));
  const marked = listElements(filters, 'a').filter((link) => link.includes('aria-current'));
  expect(marked.map(readText)).toEqual(current);
  const [, count = ''] = /(\d+) projects? shown/.exec(readText(main)) ?? [];
  expect(Number(count)).toBeGreaterThanOrEqual(least);
});

test('a card of a shed has three features and the number of others, its price and its links', async () => {
  const main = cut(await readPage('/sheds'), 'main');
  const cards = listElements(main, 'article');
  const card = cards.find((article) => article.includes('Cedar Garden Gable')) ?? '';
  expect(listElements(card, 'li').map(readText)).toEqual([
    ...['Western red cedar board and batten', '2x4 walls, studs at 16 inches'],
    ...['5-foot double doors', '3 more features of Cedar Garden Gable Three opening windows'],
    ...['3/4-inch plywood floor on treated joists', 'Treated ramp'],
  ]);
  expect(readTexts(card)).toContain('$7,450');
  expect(listLinks(card)).toEqual(
    expect.arrayContaining([
      ['Cedar Garden Gable', garden],
      ['Request a Quote', expect.stringMatching(/^\/quote-request\?shed=/)],
    ]),
  );
  expect(readText(main)).toContain('Contact for price');
});

test('a price says tax, total and what it includes: at home, on cards, in the dialog, on its page, in the designer and on requests', async () => {
  const price = '$7,450 + HST $8,419 in total';
  const included = ', including delivery within 50 km, floor, doors and setting on a level pad';
  const id = garden.split('/').pop();
  for (const path of ['/', '/sheds', `/sheds?shed=${id}`, garden]) {
    expect(readText(await readPage(path)), path).toContain(price + included);
  }
  expect(readText(await readPage('/design'))).toContain(
    'Cedar Garden Gable 10x12 ft (3.05 x 3.66 m), Wood, Natural $7,450 + HST, $8,419 in total',
  );
  const phrase = /\$[\d,]+ \+ HST, \$[\d,]+ in total[^(]* \(([^)]*)\)/;
  const query = 'style=gable&size=10x12';
  for (const path of [
    `/quote-request?shed=${id}`,
    `/design?${query}`,
    `/quote-request?design=${encodeURIComponent(query)}`,
  ]) {
    const [, content] = phrase.exec(readText(await readPage(path))) ?? [];
    expect(content, path).toBe(included.slice(2));
  }
});

test('a town leads to what delivery costs, on a listing and in the designer', async () => {
  const designed = '/design?style=gable&size=10x12';
  const { headers } = await visit(`${designed}&place=tamsin`);
  const priced = headers.get('location') ?? '';
  expect(priced).toBe(`${designed}&delivery=92&place=tamsin`);
  for (const path of [`${garden}?place=Tamsin,+ON`, priced]) {
    const text = readText(await readPage(path));
    expect(text).toContain('Delivery to Tamsin (92 km) costs $250 + HST.');
  }
  expect(readText(await readPage(priced))).toContain('Delivery within 100 km $250.00');
  expect(readText(await readPage('/contact'))).toContain('To Bracken Corners, Corry Township,');
});

test('a finished project leads to the form with its type and title', async () => {
  const id = '40000000-0000-4000-8000-000000000002';
  for (const path of [`/?project=${id}`, `/projects/${id}`]) {
    const html = await readPage(path);
    const link = ['Get a quote for a similar project', `/quote-request?project=${id}`];
    expect(listLinks(html)).toContainEqual(link);
    expect(html).toContain(`<link rel="canonical" href="${site.url}/projects/${id}"`);
  }
});

test('a service has its text and the projects of its type, the reviews of all who are approved', async () => {
  const siding = cut(await readPage('/services/siding'), 'main');
  expect(listElements(siding, 'article')).toHaveLength(1);
  expect(siding).toMatch(/New boards over a wall that is dry[\s\S]*href="\/projects\//);
  const reviews = listElements(cut(await readPage('/reviews'), 'main'), 'figure').map(readText);
  expect(reviews).toHaveLength(9);
  expect(reviews[0]).toMatch(/Custom Shed, Hollin Bay October 30, 2026 , on reviews\.example$/);
  expect(reviews[8]).toMatch(/Owen Sharratt$/);
});

test('the filters have ten colours with swatches, the sizes by group and the styles', async () => {
  const main = cut(await readPage('/sheds'), 'main');
  const options = listElements(main, 'a').filter((link) => /href="\/sheds\?/.test(link));
  const names = options.map((link) => readText(link).replace(/ ?\( ?\d+ ?\)$/, ''));
  expect(names).toEqual(
    expect.arrayContaining([
      ...['Wood', 'Duratemp', 'Metal', 'Vinyl'],
      ...['A-Frame', 'Dutch Barn', 'Dormer', 'Porch', 'Modern Farmhouse', 'Gable', 'Gambrel'],
      ...[/^Small/, /^Medium/, /^Large/, /^Other/].map((name) => expect.stringMatching(name)),
      ...colors,
    ]),
  );
  for (const color of colors) {
    const [option = ''] = options.filter((link) => link.includes(`>${color}`));
    expect(option, color).toContain('<svg');
  }
});

test.each([
  ['material=Wood&style=Gable', ['Cedar Garden Gable', 'Long Lakeside Gable']],
  ['material=METAL&size=small', ['Little Steel Gable']],
  ['color=navy+blue', ['Farmhouse Studio']],
  ['size=Other', ['Long Lakeside Gable']],
  ['material=Vinyl&sort=price', ['Vinyl Dutch Barn', 'Dormer Potting Shed', 'Backyard Porch Shed']],
])('/sheds?%s lists its sheds', async (query, titles) => {
  const main = cut(await readPage(`/sheds?${query}`), 'main');
  expect(listElements(main, 'h3').map(readText)).toEqual(titles);
});

test('an empty result says so and offers a custom quote', async () => {
  const main = cut(await readPage('/sheds?material=Metal&color=Natural&style=A-Frame'), 'main');
  expect(readText(main)).toContain('No sheds match your current filters');
  expect(listLinks(main)).toContainEqual([
    'Request Custom Quote',
    expect.stringMatching(/^\/quote-request/),
  ]);
  const design = '/design?style=A-Frame&material=Metal&color=Natural';
  expect(listLinks(main)).toContainEqual(['Not found yours? Design it', design]);
  expect(readText(main)).toContain('Clear All');
});

test('a shed that is opened in the list has a canonical URL of its own', async () => {
  const html = await readPage(`/sheds?material=Metal&shed=${garden.split('/').pop()}`);
  expect(html).toMatch(new RegExp(`rel="canonical" href="[^"]*${garden}"`));
  expect(html).toMatch(/role="dialog"/);
});

test('the page of a listing has its facts, every feature, a form about it and related sheds', async () => {
  const main = cut(await readPage(garden), 'main');
  expect(listElements(main, 'h1').map(readText)).toEqual(['Cedar Garden Gable']);
  const texts = readTexts(main);
  const start = texts.indexOf('Material');
  expect(texts.slice(start, start + 8)).toEqual([
    ...['Material', 'Wood', 'Color', 'Natural'],
    ...['Size', '10x12', 'Style', 'Gable'],
  ]);
  expect(texts).toEqual(
    expect.arrayContaining([
      ...['$7,450', 'Standard features', '3/4-inch plywood floor on treated joists'],
      ...['Optional upgrades', 'Treated ramp', "I'm interested in the Cedar Garden Gable"],
      ...['Door opening', '5 ft (1.52 m) wide, 6 ft (1.83 m) high'],
    ]),
  );
  const [[, large] = []] = listLinks(main).filter(([, href]) => href?.startsWith('/pictures/1920'));
  expect((await visit(large ?? '')).headers.get('content-type')).toBe('image/jpeg');
  expect(main).toMatch(/<option value="Custom Shed" selected=""/);
  expect(listLinks(main)).toContainEqual([
    'Customize this shed',
    expect.stringMatching(/^\/design\?style=gable&size=10x12/),
  ]);
  expect(listElements(main, 'article')).toHaveLength(3);
});

test('a listing without photographs shows a drawing of its design', async () => {
  const row = newShed({
    ...{ title: 'A Barn Without Photographs', images: [], shed_style: 'Dutch Barn' },
    ...{ size: '12x16', material_type: 'Vinyl', color: 'Red' },
  });
  const { id } = await insertRow(site.service, 'shed_listings', row);
  const html = await readPage(`/custom-sheds/${id}`);
  await deleteRow(site.service, 'shed_listings', id);
  const alt = 'Drawing of a similar shed: 12x16, Dutch Barn, Vinyl, Red';
  const [image = ''] = new RegExp(`<img[^>]*alt="${alt}"[^>]*>`).exec(html) ?? [];
  const drawing = '/design/image?style=dutch-barn&size=12x16&material=vinyl&color=red';
  expect(getAttribute(image, 'src')).toBe(drawing);
  expect(image.toLowerCase()).toContain('fetchpriority="high"');
  expect(readMeta(html, 'og:image')).toBe(`${site.url}${drawing}&image=card`);
  const response = await visit(drawing);
  expect(response.headers.get('content-type')).toBe('image/webp');
});

test('a project that is not among the newest has a URL', async () => {
  const row = newProject({ title: 'An old porch', images: [] });
  const old = { ...row, created_at: '2019-05-01T12:00Z' };
  const { id } = await insertRow(site.service, 'past_projects', old);
  const html = await readPage(`/?project=${id}`);
  expect(html).toMatch(/role="dialog"/);
  expect(readText(html)).toContain('An old porch');
  expect(readMeta(html, 'og:url')).toBe(`${site.url}/projects/${id}`);
  expect(await readPage('/')).not.toContain('An old porch');
});

test('an inactive or unknown listing, a draft, an unknown post and an unknown path are 404 with a link', async () => {
  const inactive = newShed({ title: 'Put away', is_active: false });
  const { id } = await insertRow(site.service, 'shed_listings', inactive);
  const draft = newPost({ slug: 'still-a-draft', is_published: false, published_at: null });
  await insertRow(site.service, 'blog_posts', draft);
  const listings = [id, '00000000-0000-4000-8000-000000000000', 'what'];
  const paths = [...listings.map((it) => `/custom-sheds/${it}`), '/projects/what', '/pages/a'];
  const posts = ['/blog/still-a-draft', '/blog/no-such-post'];
  for (const path of [...paths, ...posts, '/nothing-here']) {
    const response = await visit(path);
    expect(response.status, path).toBe(404);
    const html = await response.text();
    const main = cut(html, 'main');
    const words = posts.includes(path) ? 'Post Not Found' : 'We can’t find this page';
    expect(readText(main)).toContain(words);
    expect(listLinks(main).length).toBeGreaterThan(0);
    expect(html).toContain('<meta name="robots" content="noindex"');
    expect(html).not.toMatch(/rel="canonical"|ld\+json/);
  }
  expect(await readPage('/sheds')).not.toContain('Put away');
});

test('the blog links to its posts; a post has author, date, related posts and a way back', async () => {
  const list = cut(await readPage('/blog'), 'main');
  const title = 'Wood, Duratemp, metal or vinyl: choosing siding for a shed';
  expect(listLinks(list)).toContainEqual([title, post]);
  const html = await readPage(post);
  const main = cut(html, 'main');
  expect(listElements(main, 'h1').map(readText)).toEqual([title]);
  const texts = readTexts(main);
  for (const text of ['Jo Marren', 'Jul 15, 2026', '2 minutes']) expect(texts).toContain(text);
  expect(listLinks(main)).toEqual(
    expect.arrayContaining([
      ['Back to the blog', '/blog'],
      ['Talk to us', '/#contact'],
    ]),
  );
  const [related = ''] = /More from the blog[\s\S]*/.exec(main) ?? [];
  expect(listElements(related, 'h3')).toHaveLength(3);
  expect(related).not.toContain(post);
});

test('a public page may be indexed, and the back office not', async () => {
  expect((await visit('/sheds')).headers.get('x-robots-tag')).toBeNull();
  const admin = await visit('/admin/quotes');
  expect(admin.headers.get('x-robots-tag')).toBe('noindex, nofollow, noarchive');
  expect(await admin.text()).toContain('name="robots" content="noindex, nofollow, noarchive"');
});

test('the pages about privacy and accessibility are filled in from the settings', async () => {
  const privacy = readText(cut(await readPage('/privacy'), 'main'));
  expect(privacy).toContain('We keep what you send through the forms for 24 months');
  const accessibility = readText(cut(await readPage('/accessibility'), 'main'));
  expect(accessibility).toContain('705-555-0142');
  for (const text of [privacy, accessibility]) expect(text).not.toMatch(/[{}]/);
});

test('a design has drawings of every side, a price and a model to download', async () => {
  const html = await readPage('/design?style=a-frame&size=12x16&extras=skylight');
  const drawings = [...html.matchAll(/<svg[^>]* role="img" aria-label="([^"]*)"[\s\S]*?<\/svg>/g)];
  expect(drawings.map(([, name]) => name)).toEqual(
    ['Floor plan', 'Front elevation', 'Back elevation', 'Left elevation', 'Right elevation'].map(
      (name) => `${name} of the 12x16 A-Frame with dimensions`,
    ),
  );
  const countPaths = (side: string) =>
    drawings.find(([, name]) => name?.startsWith(side))?.[0].split('<path').length ?? 0;
  expect(countPaths('Right'), 'the skylight').toBeGreaterThan(countPaths('Left'));
  const main = cut(html, 'main');
  expect(listLinks(main)).toContainEqual([
    'Download 3D model (GLB)',
    expect.stringMatching(/^\/design\/model\.glb\?style=a-frame&size=12x16/),
  ]);
  expect(readText(main)).toMatch(/\$[\d,]+ \+ HST, \$[\d,]+ in total, valid until/);
});

test('a shared design has a social card, and is canonically the designer', async () => {
  const html = await readPage('/design?style=gable&size=10x12&color=red');
  expect(html).toMatch(/rel="canonical" href="[^"]*\/design"/);
  expect(readMeta(html, 'og:url')).toMatch(/\/design\?style=gable&size=10x12&color=red$/);
  const { pathname, search } = new URL(readMeta(html, 'og:image'));
  const response = await visit(pathname + search);
  expect(response.headers.get('content-type')).toBe('image/jpeg');
  expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
});

test('a URL of a design is changed to one that can be built, and says what it changed', async () => {
  const changed = cut(await readPage('/design?style=A-Frame&size=8x10'), 'main');
  expect(readText(changed)).toContain(
    'Width: 12 ft (3.66 m), because a narrower A-frame has no room for a door.',
  );
  const query = encodeURIComponent('style=A-Frame&size=8x10');
  expect(readText(await readPage(`/quote-request?design=${query}`))).toContain('Width: 12 ft');
  const redirected = await visit('/design?size=10x12&style=Gable&utm_source=mail');
  expect(redirected.status).toBe(302);
  expect(redirected.headers.get('location')).toBe('/design?style=gable&size=10x12');
  const form = '/design?from=style%3Dgable%26size%3D10x12&usual=10x16&quote=yes&season=winter';
  expect((await visit(form)).headers.get('location')).toBe(
    '/quote-request?design=style%3Dgable%26size%3D10x16',
  );
  const unknown = await readPage('/design?style=gable&size=10x12&openings=3&season=monsoon');
  expect(readText(unknown)).toContain('The link has a value for openings');
  expect(readText(unknown)).toContain('The link has a value for season');
});
