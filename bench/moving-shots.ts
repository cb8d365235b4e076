import { writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { createClient } from '@supabase/supabase-js';
import { startSite } from './site.ts';
import { findChromium } from '../scripts/browser-and-server.ts';

const site = await startSite();
const log = (...x: unknown[]) => console.log(...x);
try {
  const service = createClient(site.url, site.secretKey, { auth: { persistSession: false } });
  const ua = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140 Safari/537.36', accept: 'text/html' };
  for (const p of ['/old-page', '/Old-Page/', '/2019/05/ground-work/', '/wp-login.php', '/faq-old']) {
    const r = await fetch(site.url + p, { headers: { ...ua, referer: 'https://forum.example/x' }, redirect: 'manual' });
    log(p, r.status);
  }
  await service.rpc('record_missing_pages', { pages: [{ path: '/garages.html', hits: 12, referrer_host: 'www.google.com' }] });
  const browser = await chromium.launch({ executablePath: findChromium() });
  for (const width of [390, 1440]) {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    page.setDefaultTimeout(240_000);
    page.on('console', (m) => m.type() === 'error' && log('console', m.text()));
    page.on('pageerror', (e) => log('pageerror', e.message));
    await page.goto(`${site.url}/admin/redirects`);
    await page.getByLabel('Email').fill('owner@example.com');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: /sign in/i }).click();
    await page.getByRole('heading', { name: 'Redirects' }).waitFor();
    await page.getByText('/garages.html').or(page.getByText('There are no')).or(page.getByText('Visitors have found')).first().waitFor();
    await page.screenshot({ path: `/tmp/moving-redirects-${width}.png`, fullPage: true });
    if (width === 390) {
      await page.getByRole('button', { name: 'Redirect /garages.html' }).click();
      await page.getByLabel('New address').fill('/blo');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('This website has no page there').waitFor();
      await page.screenshot({ path: `/tmp/moving-dialog-${width}.png` });
      await page.getByLabel('New address').fill(`${site.url}/blog`);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('/garages.html now leads to /blog.').waitFor();
      const r = await fetch(`${site.url}/Garages.html?a=1`, { redirect: 'manual' });
      log('redirect', r.status, r.headers.get('location'), r.headers.get('cache-control'));
      await page.getByRole('button', { name: 'Add Redirect' }).click();
      await page.getByLabel('Old address').fill('/blog');
      await page.getByLabel('New address').fill('/sheds');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('This website has a page there').waitFor();
      await page.getByLabel('Old address').fill('/x');
      await page.getByLabel('New address').fill('/garages.html');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('That address is redirected to').waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('button', { name: 'Delete: /garages.html' }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByText('was deleted.').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('was restored.').waitFor();
    }
    await page.goto(`${site.url}/admin/import`);
    await page.getByRole('button', { name: 'Download sample' }).first().waitFor();
    await page.screenshot({ path: `/tmp/moving-import-${width}.png`, fullPage: true });
    const csv = `Title,Material,Color,Size,Style,Price\nImported ${width},Wood,Red,8x10,Gable,100\nThe wrong one,Wood,Red,8x10,,100\nBad price,Wood,Red,8x10,Gable,-4\n`;
    writeFileSync('/tmp/moving.csv', csv);
    await page.locator('input[type=file]').first().setInputFiles('/tmp/moving.csv');
    await page.getByRole('button', { name: /^Import 1 row/ }).waitFor();
    await page.screenshot({ path: `/tmp/moving-check-${width}.png`, fullPage: true });
    await page.getByRole('button', { name: /^Import 1 row/ }).click();
    await page.getByText('1 added, 0 updated').waitFor();
    await page.getByRole('tab', { name: 'WordPress' }).click();
    await page.getByText('Posts keep their title').waitFor();
    writeFileSync('/tmp/moving.xml', `<?xml version="1.0"?>\n<rss version="2.0" xmlns:wp="x"><channel><item><title>Imported post ${width}</title><link>https://old.example/2019/imported-${width}/</link><dc:creator>ann</dc:creator><content:encoded><![CDATA[<!-- wp:paragraph --><p>Gravel, <strong>level</strong> and dry.</p><img src="http://127.0.0.1:1/a.jpg"><table><tr><td>cell</td></tr></table><script>alert(1)</script>]]></content:encoded><wp:post_id>1</wp:post_id><wp:post_date_gmt>2019-05-03 16:00:00</wp:post_date_gmt><wp:post_name>imported-${width}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item></channel></rss>`);
    await page.locator('input[type=file]').last().setInputFiles('/tmp/moving.xml');
    await page.getByRole('button', { name: /^Import 1 row/ }).click();
    await page.getByText("1 image wasn't imported").waitFor();
    await page.screenshot({ path: `/tmp/moving-wxr-${width}.png`, fullPage: true });
    const { data } = await service.from('blog_posts').select('slug, content, is_published, published_at, author').eq('slug', `imported-${width}`);
    log(JSON.stringify(data));
    const old = await fetch(`${site.url}/2019/imported-${width}/`, { redirect: 'manual' });
    log('old post', old.status, old.headers.get('location'));
    await page.locator('input[type=file]').last().setInputFiles('/tmp/moving.xml');
    await page.getByText('There is nothing to import').waitFor();
    if (width === 390) {
      await page.goto(`${site.url}/admin/activity`);
      await page.getByText('added the redirect from').first().waitFor();
      await page.screenshot({ path: '/tmp/moving-activity.png' });
    }
    await page.close();
  }
  const { data } = await service.from('missing_pages').select('*');
  log(JSON.stringify(data));
  await browser.close();
} finally {
  await site.stop();
}
