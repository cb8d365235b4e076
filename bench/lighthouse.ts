import { readFileSync } from 'node:fs';
import { bundleBareReact } from './bare-react.ts';
import { startLighthouse } from './lighthouse-runner.ts';
import { circumstances, report, untilIdle } from './machine.ts';
import { startSite } from './site.ts';
import { serveWithoutScripts } from './without-scripts.ts';

// Lighthouse's mobile preset on each kind of public page, beside the same page without its scripts, and with
// nothing but React, which hydrates its elements.
//   npx node bench/lighthouse.ts [runs per page] [names of pages, with commas]
// The former figures of other pages remain.

const runs = Number(process.argv[2] ?? 3);
const allPages = {
  home: '/',
  sheds: '/sheds',
  listing: '/custom-sheds/30000000-0000-4000-8000-000000000001',
  blog: '/blog',
  post: '/blog/getting-a-shed-through-an-ontario-winter',
  contact: '/contact',
  design: '/design?style=porch&size=13x19',
};
const names = process.argv[3]?.split(',') ?? Object.keys(allPages);
const pages = Object.entries(allPages).filter(([name]) => names.includes(name));

const found = circumstances();
const site = await startSite();
const bare = await serveWithoutScripts(site.url);
const bareReact = await serveWithoutScripts(site.url, await bundleBareReact());
const browser = await startLighthouse();
// Images are resized on the first visit; what is measured is every visit after it.
for (const [, path] of pages) {
  await browser.once(site.url + path);
  await browser.once(bare.url + path);
  await browser.once(bareReact.url + path);
}
await untilIdle();
const figures: Record<string, object> = JSON.parse(
  readFileSync('bench/results/lighthouse.json', 'utf8'),
).pages;
for (const [name, path] of pages) {
  const measured = await browser.median(site.url + path, runs);
  const withoutScripts = await browser.median(bare.url + path, runs);
  const withReact = await browser.median(bareReact.url + path, runs);
  figures[name] = {
    commit: found.commit,
    ...measured,
    lcpWithoutScripts: withoutScripts.lcp,
    tbtWithoutScripts: withoutScripts.tbt,
    tbtOfBareReact: withReact.tbt,
    tbtRatio: withReact.tbt > 0 ? Number((measured.tbt / withReact.tbt).toFixed(2)) : null,
    lcpRatio: Number((measured.lcp / withoutScripts.lcp).toFixed(2)),
    weight: await browser.weigh(site.url + path),
  };
}
await browser.stop();
bare.stop();
bareReact.stop();
await site.stop();
report('lighthouse', {
  ...found,
  unit: 'ms; bytes as transferred with headers; weight: as compressed, without',
  runs,
  pages: figures,
});
