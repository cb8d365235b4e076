import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serviceClient } from '#tests/e2e/support/service.ts';
import { claims } from '#tests/fixtures/claims.ts';
import { newOwnPage, newSection, newSettings, newShed, newVideo } from '#tests/fixtures/rows.ts';
import { insertRows } from '#tests/support/backend.ts';
import { createTempDirectory } from '#tests/support/create-temp-directory.ts';
import { startProcess } from './start-process.ts';

const start = (directory: string, until: string, environment: Record<string, string> = {}) => {
  const quiet = { LOG_LEVEL: 'silent', IMAGES_AHEAD: 'off' };
  return startProcess({ ...quiet, DATA_DIR: directory, ...environment }, until);
};

describe('an empty data folder', () => {
  const directory = createTempDirectory();
  let site: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    site = await start(directory, 'password ');
  }, 60_000);
  afterAll(async () => {
    expect(await site.stop()).toBe(0);
  });

  const readHtml = async (path: string) => (await fetch(site.url + path)).text();

  /** The text of a part of a page, as a reader sees it. */
  async function readText(path: string, part: 'header' | 'main' | 'footer'): Promise<string> {
    const html = await readHtml(path);
    const [inside = ''] = new RegExp(`<${part}[ >].*</${part}>`, 's').exec(html) ?? [];
    return inside
      .replace(/<!-- -->/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');
  }

  test('a site without content shows its default hours and empty states', async () => {
    expect(await readText('/', 'main')).not.toMatch(
      /Featured sheds|See how we build|Recent work|What customers say|Who you/,
    );
    expect(await readText('/', 'header')).toContain('Mon-Fri: 7AM-6PM | Sat: 8AM-4PM');
    expect(await readHtml('/')).not.toMatch(/href="(tel|mailto):/);
    const footer = await readText('/', 'footer');
    expect(footer).toContain('Social media links coming soon!');
    expect(footer).toMatch(/Mon-Fri: ?7:00 AM - 6:00 PM *Sat: ?8:00 AM - 4:00 PM *Sun: ?Closed/);
    expect(footer).not.toContain('FAQ');
    expect((await fetch(`${site.url}/reviews`)).status).toBe(404);
    expect((await fetch(`${site.url}/faq`)).status).toBe(404);
    expect(await readText('/sheds', 'main')).toMatch(
      /^(?!.*(Filter sheds|match your current)).*No sheds are listed right now.*Request Custom Quote/,
    );
    expect(await readText('/blog', 'main')).toContain('No blog posts yet');
  });

  test('public pages of a site without content state nothing that nobody entered', async () => {
    const paths = '/ /contact /sheds /design /blog /quote-request /privacy /accessibility';
    for (const path of paths.split(' ')) {
      const text = (await readText(path, 'main')).replace('Concrete slab', '');
      expect(text, path).not.toMatch(claims);
      const [, description] =
        /name="description" content="([^"]*)"/.exec(await readHtml(path)) ?? [];
      expect(description, path).not.toMatch(claims);
    }
    const home = await readText('/', 'main');
    expect(home).toContain('Soffit &amp; Fascia');
    expect(home).not.toMatch(/How it works|Good to know/);
    expect(home).toContain('Hours Mon-Fri: 7:00 AM - 6:00 PM');
    expect(await readHtml('/')).toContain('"paymentAccepted":"cash, credit card, bank transfer"');
  });

  test('stored hours, an inactive hero and unusual prices are shown as such', async () => {
    const service = serviceClient({ url: site.url, directory });
    const weekdays = { monday: '9-5', wednesday: '10-2' };
    const hours = { ...weekdays, saturday: 'Closed', sunday: 'By appointment' };
    const trust_texts = { wsib: 'Our crew is covered', quote: 'In writing.' };
    const faq = [{ question: 'How far do you deliver?', answer: 'See https://map.example/1.' }];
    const service_texts = { Shops: 'Room to work in.' };
    const shown_services = ['Siding', 'Shops'];
    const shownEverywhere = {
      hero_note: '',
      services_title: 'Our trades',
      footer_text: 'Since 1998',
    };
    const headings = { design_title: 'Plan it', contact_page_title: 'Say hi', blog_title: 'News' };
    const introductions = {
      design_text: 'Draw it.',
      blog_text: 'Notes.',
    };
    const site_texts = { ...shownEverywhere, ...headings, ...introductions };
    const service_links = { Shops: '/pages/warranty' };
    const shownTexts = {
      service_texts,
      service_links,
      shown_services,
      trust_texts,
      faq,
      site_texts,
    };
    const entered = { payment_methods: 'Cash', ...shownTexts };
    await insertRows(
      service,
      'business_settings',
      newSettings({ hours, lists_more_pages: true, ...entered }),
    );
    const hidden = newSection({ title: 'Hidden away', is_active: false });
    await insertRows(service, 'home_content', hidden);
    const prices = { Free: 0, Untold: null, Dear: 1234567, Exact: 4250.5 };
    for (const [title, price] of Object.entries(prices)) {
      await insertRows(service, 'shed_listings', newShed({ title, images: [], price }));
    }
    const asked = `{"type":"question","question":"Does it leak?","answer":"No."}`;
    const content = `<p>Ten years.</p><div data-block='${asked}'></div>`;
    const later = { slug: 'later', title: 'Later', published_at: '2999-01-01T00:00:00Z' };
    for (const row of [{ content }, later]) {
      await insertRows(service, 'own_pages', newOwnPage(row));
    }
    expect(await readHtml('/pages/warranty')).toMatch(
      /"FAQPage"[\s\S]*"More pages"[\s\S]*Ten years\.[\s\S]*Does it leak\?/,
    );
    expect((await fetch(`${site.url}/pages/later`)).status).toBe(404);
    expect(await readText('/', 'footer')).toMatch(/^(?!.*Later).*Warranty/s);
    expect(await readText('/', 'header')).toContain('Mon: 9-5 | Wed: 10-2 | Sun: By appointment');
    expect((await readText('/', 'footer')).match(/Closed/g)).toHaveLength(4);
    expect(await readHtml('/sitemap.xml')).toMatch(
      /\/faq<[\s\S]*\/siding<(?![\s\S]*(?:later|shops))[\s\S]*\/pages\/warranty</,
    );
    expect((await fetch(`${site.url}/services/garage-doors`)).status).toBe(404);
    expect((await fetch(`${site.url}/services/shops`)).url).toBe(`${site.url}/pages/warranty`);
    expect(await readHtml('/')).toMatch(/ href="\/pages\/warranty"[^>]*>Shops</);
    expect(await readHtml('/')).toMatch(/^(?!.*Garage Doors).*Siding.*Shops/s);
    expect(await readHtml('/faq')).toContain('<a href="https://map.example/1" rel="noopener"');
    for (const [path, title, text] of [
      ['/design', 'Plan it', 'Draw it.'],
      ['/contact', 'Say hi', 'Write to '],
      ['/blog', 'News', 'Notes.'],
    ] as const) {
      const html = await readHtml(path);
      expect(html).toContain(`<title>${title} | `);
      expect(html).toContain(`<meta name="description" content="${text}`);
    }
    const home = await readText('/', 'main');
    expect(home).not.toMatch(/Hidden away|answered within|What we build/);
    expect(await readText('/', 'footer')).toContain('Since 1998');
    expect(home).toMatch(/Our trades .*Shops *Room to work in\..* Payment *Cash /);
    expect(home).toMatch(
      /How it works *1 *You get a quote *In writing\. *WSIB *Our crew is covered /,
    );
    expect(await readText('/contact', 'main')).toContain('Write to us, call or come by.');
    const list = await readText('/sheds', 'main');
    for (const shown of ['$0 ', 'Contact for price', '$1,234,567 ', '$4,250.50 ']) {
      expect(list).toContain(shown);
    }
  });

  test('videos are links that name their host; a single one has no arrows', async () => {
    const videos = serviceClient({ url: site.url, directory }).from('video_carousel');
    const add = (title: string, video_url: string) =>
      videos.insert(newVideo({ title, video_url, thumbnail_url: null })).throwOnError();
    await add('One', 'https://youtu.be/dQw4w9WgXcQ');
    const single = await readHtml('/');
    expect(single).toContain('aria-label="Play on YouTube: One"');
    expect(single).not.toMatch(/<iframe|aria-label="Show 1 of/);
    await add('Two', 'https://vimeo.com/76979871');
    await add('Three', '/demo/four-seasons.mp4');
    await add('Four', 'https://example.com/clips/4');
    const all = await readHtml('/');
    const labels = ['Play on Vimeo: Two', 'Play: Three', 'Open the video: Four', 'Show 4 of 4'];
    for (const label of labels) {
      expect(all).toContain(`aria-label="${label}"`);
    }
  });
});
