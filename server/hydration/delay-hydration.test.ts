import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { replaceNonceByHashes } from '#server/page-html.ts';
import { pageScripts } from '../../scripts/page-scripts.ts';
import { delayHydration } from './delay-hydration.ts';
import { laterType } from './wake.ts';

const nonce = 'n0nce';
const { wake: wakeScript } = await pageScripts();
const entry = 'import "/assets/manifest-1.js";\nimport("/assets/entry.client-1.js");$&';
/** As React Router 8 writes a page. */
const page = `<!DOCTYPE html><html lang="en-CA"><head><title>Sheds</title><link rel="preload" href="/assets/a.woff2" as="font"/><link rel="modulepreload" href="/assets/manifest-1.js"/><link rel="modulepreload" href="/assets/entry.client-1.js"/><link rel="stylesheet" href="/assets/root-1.css"/></head><body><p>A shed</p><script nonce="${nonce}">window.__reactRouterContext = {};</script><script nonce="${nonce}" type="module" async="">${entry}</script><script nonce="${nonce}">window.__reactRouterContext.streamController.close();</script></body></html>`;

test('takes the module script and its preloads out of the way, and remembers both', async () => {
  const html = await delayHydration(page, nonce, wakeScript);
  expect(html).not.toContain('rel="modulepreload"');
  expect(html).not.toContain('type="module"');
  expect(html).toContain(
    `<script nonce="${nonce}" type="${laterType}" data-modules="/assets/manifest-1.js /assets/entry.client-1.js">${entry}</script>`,
  );
  expect(html).toContain('<link rel="preload" href="/assets/a.woff2" as="font"/>');
  expect(html).toContain('<link rel="stylesheet" href="/assets/root-1.css"/>');
  expect(html.indexOf(wakeScript)).toBeLessThan(html.indexOf('</head>'));
});

test('puts every script that will run into the policy', async () => {
  const before = replaceNonceByHashes(page, nonce).hashes;
  const { html, hashes } = replaceNonceByHashes(
    await delayHydration(page, nonce, wakeScript),
    nonce,
  );
  expect(html).not.toContain(nonce);
  expect(hashes).toEqual(expect.arrayContaining(before));
  expect(hashes).toHaveLength(before.length + 2);
});

test('sets aside what the page wakes with, and leaves the elements', async () => {
  const aside: string[] = [];
  const delayed = await delayHydration(page, nonce, wakeScript, async (script) => {
    aside.push(script);
    return '/page-data/1.js?page=%2Fsheds';
  });
  expect(aside).toEqual([
    `window.__reactRouterContext = {};\nwindow.__reactRouterContext.streamController.close();\n${entry}`,
  ]);
  expect(delayed).not.toContain('__reactRouterContext');
  expect(delayed).not.toContain(entry);
  const { html, hashes } = replaceNonceByHashes(delayed, nonce);
  expect(hashes).toHaveLength(2);
  expect(html.slice(html.indexOf('<p>'))).toBe(
    `<p>A shed</p><script></script><script type="${laterType}" data-modules="/assets/manifest-1.js /assets/entry.client-1.js" src="/page-data/1.js?page=%2Fsheds"></script><script></script></body></html>`,
  );
});

test.each([
  ['no module script', page.replace(' type="module" async=""', '')],
  [
    'two module scripts',
    page.replace('</body>', `<script nonce="${nonce}" type="module"></script>`),
  ],
  [
    'a module script from the content',
    page.replace(`nonce="${nonce}" type="module"`, 'type="module"'),
  ],
  ['no head', page.replace('</head>', '')],
])('leaves a page with %s as it is', async (_what, html) => {
  expect(await delayHydration(html, nonce, wakeScript)).toBe(html);
});

test('wakes a page by at most 2 kB of script that can be read as one', () => {
  expect(Buffer.byteLength(wakeScript)).toBeLessThanOrEqual(2048);
  expect(() => new Script(wakeScript)).not.toThrow();
  expect(wakeScript).not.toContain('</');
});
