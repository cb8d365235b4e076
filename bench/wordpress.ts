import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LighthouseFigures, startLighthouse } from './lighthouse-runner.ts';
import { circumstances, report, untilIdle } from './machine.ts';
import { startSite } from './site.ts';
import { readContent } from './wordpress/content.ts';
import { missingPackages, startWordpress } from './wordpress/start.ts';
import { type Load, load } from './wrk.ts';

// The home page and a post beside the same ones in Debian's WordPress with a bare theme, behind nginx and
// php-fpm with OPcache, in one run: their texts in blocks of its editor, their images in its media
// library. Its own first page, which has no image, is measured too, as it is after the installation.
//   npx node bench/wordpress.ts [seconds per load] [Lighthouse runs per page]

const seconds = Number(process.argv[2] ?? 10);
const runs = Number(process.argv[3] ?? 3);
/** The screen of Lighthouse's mobile preset. */
const phone = { width: 412, height: 823 };
const paths = { home: '/', post: '/blog/getting-a-shed-through-an-ontario-winter' };

const missing = missingPackages();
if (missing.length > 0) {
  process.stdout.write(`WordPress can't be started here: apt-get install ${missing.join(' ')}\n`);
} else {
  await compare();
}

type Measured = {
  load: Load;
  paint: Pick<LighthouseFigures, 'performance' | 'lcp' | 'lcpElement' | 'bytes'>;
};

async function compare() {
  const found = circumstances({
    nginx: ['sh', '-c', 'nginx -v 2>&1'],
    php: ['php', '-v'],
    wordpress: ['sh', '-c', "grep '^\\$wp_version' /usr/share/wordpress/wp-includes/version.php"],
    mariadb: ['mariadbd', '--version'],
    wrk: ['wrk', '-v'],
  });
  const wordpress = await startWordpress();
  const site = await startSite();
  const browser = await startLighthouse();
  const measure = async (url: string): Promise<Measured> => {
    // Images are resized on the first visit, and ahead of it; what is measured is every visit after it.
    await browser.once(url);
    await untilIdle();
    await load(url, 2);
    const loaded = await load(url, seconds);
    const { performance, lcp, lcpElement, bytes } = await browser.median(url, runs);
    return { load: loaded, paint: { performance, lcp, lcpElement, bytes } };
  };
  const pages: Record<string, object> = {};
  const images = mkdtempSync(join(tmpdir(), 'ridgeline-images-'));
  let asInstalled: Measured;
  try {
    asInstalled = await measure(`${wordpress.url}/`);
    const page = await browser.open(phone);
    const theirs = wordpress.fill(await readContent(page, site.url, paths, images), images);
    await page.close();
    for (const name of ['home', 'post'] as const) {
      const [own, other] = [await measure(site.url + paths[name]), await measure(theirs[name])];
      pages[name] = {
        ours: own,
        wordpress: other,
        timesItsRequests: Math.round(own.load.requestsPerSecond / other.load.requestsPerSecond),
        lcpShare: Number((own.paint.lcp / other.paint.lcp).toFixed(2)),
      };
    }
  } finally {
    await browser.stop();
    await wordpress.stop();
    await site.stop();
    rmSync(images, { recursive: true, force: true });
  }
  const setting = 'wrk, 1 thread, 32 connections; Lighthouse mobile, the median; ms';
  report('wordpress', { ...found, setting, seconds, runs, pages, asInstalled });
}
