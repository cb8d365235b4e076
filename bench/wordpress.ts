import { circumstances, report, untilIdle } from './machine.ts';
import { startPainting } from './painting.ts';
import { startSite } from './site.ts';
import { missingPackages, startWordpress } from './wordpress/start.ts';
import { type Load, load } from './wrk.ts';

// The home page and a post beside those of Debian's WordPress with a bare theme, behind nginx and
// php-fpm with OPcache, in one run.
//   npx node bench/wordpress.ts [seconds per load] [Lighthouse runs per page]

const seconds = Number(process.argv[2] ?? 10);
const runs = Number(process.argv[3] ?? 3);

const missing = missingPackages();
if (missing.length > 0) {
  process.stdout.write(`WordPress can't be started here: apt-get install ${missing.join(' ')}\n`);
} else {
  await compare();
}

type Measured = { load: Load; paint: { performance: number; lcp: number } };

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
  const painting = await startPainting();
  const measure = async (url: string): Promise<Measured> => {
    await load(url, 2);
    const loaded = await load(url, seconds);
    // Pictures are made on the first visit; what is measured is every visit after it.
    await painting.once(url);
    await untilIdle();
    const { performance, lcp } = await painting.median(url, runs);
    return { load: loaded, paint: { performance, lcp } };
  };
  const pages: Record<string, object> = {};
  try {
    const both = {
      home: [`${site.url}/`, `${wordpress.url}/`],
      post: [`${site.url}/blog/getting-a-shed-through-an-ontario-winter`, wordpress.post],
    } as const;
    for (const [name, [ours, theirs]] of Object.entries(both)) {
      const [own, other] = [await measure(ours), await measure(theirs)];
      pages[name] = {
        ours: own,
        wordpress: other,
        timesItsRequests: Math.round(own.load.requestsPerSecond / other.load.requestsPerSecond),
        lcpOfIts: Number((own.paint.lcp / other.paint.lcp).toFixed(2)),
      };
    }
  } finally {
    await painting.stop();
    await wordpress.stop();
    await site.stop();
  }
  const setting = 'wrk, 1 thread, 32 connections; Lighthouse mobile, the median; ms';
  report('wordpress', { ...found, setting, seconds, runs, pages });
}
