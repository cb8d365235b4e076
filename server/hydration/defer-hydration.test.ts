import { Script } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { replaceNonceByHashes } from '#server/page-html.ts';
import { minifyBootstrapScript } from '../../scripts/bootstrap-script.ts';
import { deferredType } from './bootstrap-hydration.ts';
import { deferHydration } from './defer-hydration.ts';

const nonce = 'n0nce';
const bootstrap = await minifyBootstrapScript();
const entry = 'import "/assets/manifest-1.js";\nimport("/assets/entry.client-1.js");$&';
/** As React Router 8 writes a page. */
const page = `<!DOCTYPE html><html lang="en-CA"><head><title>Sheds</title><link rel="preload" href="/assets/a.woff2" as="font"/><link rel="modulepreload" href="/assets/manifest-1.js" nonce="${nonce}"/><link rel="modulepreload" href="/assets/entry.client-1.js" nonce="${nonce}"/><link rel="stylesheet" href="/assets/root-1.css"/></head><body><p>A shed</p><script nonce="${nonce}">window.__reactRouterContext = {};</script><script nonce="${nonce}" type="module" async="">${entry}</script><script nonce="${nonce}">window.__reactRouterContext.streamController.close();</script></body></html>`;

test('defers the module script and its preloads', () => {
  const html = deferHydration(page, nonce, bootstrap);
  expect(html).not.toContain('rel="modulepreload"');
  expect(html).not.toContain('type="module"');
  expect(html).toContain(
    `<script nonce="${nonce}" type="${deferredType}" data-modules="/assets/manifest-1.js /assets/entry.client-1.js">${entry}</script>`,
  );
  expect(html).toContain('<link rel="preload" href="/assets/a.woff2" as="font"/>');
  expect(html).toContain('<link rel="stylesheet" href="/assets/root-1.css"/>');
  expect(html.indexOf(bootstrap)).toBeLessThan(html.indexOf('</head>'));
});

test('only a page with an announcement checks whether the visitor has closed it', () => {
  const announced = page.replace('<p>', '<aside id="announcement">Closed</aside><p>');
  expect(deferHydration(announced, nonce, bootstrap)).toContain(`${bootstrap}try{`);
  expect(deferHydration(page, nonce, bootstrap)).not.toContain('sessionStorage');
});

test('the policy allows every script that will run', () => {
  const before = replaceNonceByHashes(page, nonce).hashes;
  const { html, hashes } = replaceNonceByHashes(deferHydration(page, nonce, bootstrap), nonce);
  expect(html).not.toContain(nonce);
  expect(hashes).toEqual(expect.arrayContaining(before));
  expect(hashes).toHaveLength(before.length + 2);
});

test.each([
  ['no module script', page.replace(' type="module" async=""', '')],
  [
    'two module scripts',
    page.replace('</body>', `<script nonce="${nonce}" type="module" async=""></script></body>`),
  ],
  [
    'a module script from the content',
    page.replace(`nonce="${nonce}" type="module"`, 'type="module"'),
  ],
  ['no head', page.replace('</head>', '')],
])('a page with %s is returned unchanged', (_what, html) => {
  expect(deferHydration(html, nonce, bootstrap)).toBe(html);
});

test('the bootstrap script is one script of at most 830 bytes', () => {
  expect(Buffer.byteLength(bootstrap)).toBeLessThanOrEqual(830);
  expect(() => new Script(bootstrap)).not.toThrow();
  expect(bootstrap).not.toContain('</');
});

/** Runs the bootstrap script on a page that is being parsed. */
function runBootstrap() {
  const listeners = new Map<string, () => void>();
  const script = { type: deferredType, textContent: '', dataset: {} };
  const appended: { type?: string; textContent?: string; onerror?: () => void }[] = [];
  const classList = new Set<string>();
  const attributes = new Set<string>();
  const document = {
    readyState: 'loading',
    documentElement: {
      classList: {
        add: (name: string) => classList.add(name),
        remove: (name: string) => classList.delete(name),
      },
      hasAttribute: (name: string) => attributes.has(name),
    },
    querySelector: () => (script.type === deferredType ? script : null),
    createElement: () => ({}),
    head: { append: (element: object) => appended.push(element) },
  };
  const addListener = (name: string, listener: () => void) => listeners.set(name, listener);
  const removeListener = (name: string) => listeners.delete(name);
  const names = ['document', 'addEventListener', 'removeEventListener', 'setTimeout'];
  new Function(...names, bootstrap)(document, addListener, removeListener, setTimeout);
  return { document, script, listeners, appended, classList, attributes };
}

test('a touch while the page is parsed loads no script, whose text may be missing; the load event does once the page is painted', () => {
  vi.useFakeTimers();
  const { document, script, listeners, appended } = runBootstrap();
  listeners.get('focusin')?.();
  expect(appended).toEqual([]);
  script.textContent = 'import("/assets/entry.js")';
  document.readyState = 'complete';
  listeners.get('load')?.();
  vi.advanceTimersByTime(199);
  expect(appended).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(appended).toMatchObject([{ type: 'module', textContent: script.textContent }]);
  expect([...listeners.keys()]).toEqual(['load', 'error', 'unhandledrejection']);
  vi.useRealTimers();
});

test('scripts that fail before hydration leave the page as one without scripts', () => {
  const { document, listeners, appended, classList, attributes } = runBootstrap();
  expect([...classList]).toEqual(['scripting']);
  document.readyState = 'complete';
  listeners.get('keydown')?.();
  for (const fail of [appended[0]?.onerror, listeners.get('error')]) {
    classList.add('scripting');
    fail?.();
    expect([...classList]).toEqual([]);
  }
  classList.add('scripting');
  attributes.add('data-hydrated');
  listeners.get('unhandledrejection')?.();
  expect([...classList]).toEqual(['scripting']);
});
