import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from '#app/routes.ts';
import { licenceFile } from '../../scripts/licence-texts.ts';
import { type Chunk, moduleListFile } from '../../scripts/module-list.ts';

/** Reads the manifest of the build; no page is opened. */

const chunks: Record<string, Chunk> = JSON.parse(readFileSync(moduleListFile, 'utf8'));

const listFiles = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap(({ file, children = [] }) => [`app/${file}`, ...listFiles(children)]);
const files = listFiles(await routes);
const site = files.filter((file) => file.startsWith('app/site/'));
const admin = files.filter((file) => file.startsWith('app/admin/'));

/** What starts every page: the project's own file, or the framework's. */
const start = Object.values(chunks).find(({ entry }) => entry?.endsWith('entry.client.tsx'))?.entry;

/** The sources that are loaded with a source's script: its own, and all that they import. */
function loadedWith(entry: string): Set<string> {
  return new Set([...scriptsWith(entry)].flatMap((name) => chunks[name]?.modules ?? []));
}

/** A source's scripts (the framework may split a route's loader from its component), and all that they import. */
function scriptsWith(entry: string): Set<string> {
  const seen = new Set<string>();
  const open = Object.keys(chunks).filter((name) => chunks[name]?.entry === entry);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    open.push(...(chunks[name]?.imports ?? []));
  }
  return seen;
}

const ofAdmin = (sources: Iterable<string>) =>
  [...sources].filter((source) => source.startsWith('app/admin/'));

test('every route belongs to the website or to the back office', () => {
  expect(site.length).toBeGreaterThan(5);
  expect(admin.length).toBeGreaterThan(10);
  expect([...site, ...admin].sort()).toEqual([...files].sort());
});

for (const file of [start ?? 'no start', 'app/root.tsx', ...new Set(site)]) {
  test(`${file} loads nothing of the back office`, () => {
    const loaded = loadedWith(file);
    if (file.endsWith('.tsx')) expect([...loaded]).toContain(file);
    expect(ofAdmin(loaded)).toEqual([]);
  });
}

for (const file of new Set(admin)) {
  test(`${file} is in the scripts that it loads`, () => {
    expect(ofAdmin(loadedWith(file))).toContain(file);
  });
}

test('the session is in scripts that the screens of the back office share', () => {
  for (const file of ['app/admin/layout.tsx', 'app/admin/quote-requests/screen.tsx']) {
    expect(ofAdmin(loadedWith(file))).toContain('app/admin/session.ts');
  }
});

test('scripts of public pages import nothing of the back office dynamically', () => {
  const publicSources = new Set(
    [start ?? 'no start', 'app/root.tsx', ...site].flatMap((file) => [...loadedWith(file)]),
  );
  const later = Object.values(chunks)
    .filter(({ modules }) => modules.some((source) => publicSources.has(source)))
    .flatMap(({ dynamicImports }) => dynamicImports)
    .flatMap((name) => chunks[name]?.modules ?? []);
  expect(ofAdmin(later)).toEqual([]);
});

test('the build contains the licences of the libraries that browsers load', () => {
  const texts = readFileSync(`build/client/${licenceFile}`, 'utf8');
  const packages = [...texts.matchAll(/^## (\S+) - [\d.]+ \(.+\)$/gm)].map(([, name]) => name);
  const bundled = Object.values(chunks)
    .flatMap(({ modules }) => modules)
    .flatMap((source) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []);
  const typefaces = ['bricolage-grotesque', 'figtree'].map(
    (name) => `@fontsource-variable/${name}`,
  );
  expect(bundled).toContain('react-dom');
  expect(packages).toEqual(expect.arrayContaining([...new Set([...bundled, ...typefaces])]));
  expect(texts).toContain('Permission is hereby granted, free of charge');
  expect(texts).toContain('SIL OPEN FONT LICENSE');
});

/** What a public page may load when it hydrates, in compressed bytes. */
const maxPublicBytes = 160_000;
/** What only a dialog, an attached image or the back office needs. */
const lazyModules = /zod\/v4\/classic|supabase|base-ui|ui\/dialog\.tsx/;
const publicPages = [...new Set(listFiles((await routes)[0]?.children ?? []))];

test('the routes list the public pages', () => {
  expect(publicPages).toEqual(
    expect.arrayContaining(
      [
        'home/route',
        'sheds/list',
        'sheds/listing',
        'enquiries/contact-page',
        'enquiries/quote-request-page',
      ].map((name) => `app/site/${name}.tsx`),
    ),
  );
});

for (const file of publicPages) {
  test(`${file} hydrates with at most 160 kB, and without the dialogs`, () => {
    const entries = [start ?? 'no start', 'app/root.tsx', 'app/site/layout.tsx', file];
    const names = new Set(entries.flatMap((entry) => [...scriptsWith(entry)]));
    const bytes = [...names, ...routeLists()].map(sentBytes).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(maxPublicBytes);
    const sources = [...names].flatMap((name) => chunks[name]?.modules ?? []);
    expect(sources.filter((source) => lazyModules.test(source))).toEqual([]);
  });
}

/** What the designer may load beyond what all public pages share, in compressed bytes. */
const maxDesignerBytes = 190_000;
const designer = 'app/site/design/page.tsx';
const renderer = 'app/site/design/three-view.ts';

test('the designer loads at most 190 kB of its own, its renderer included', () => {
  const shared = new Set(
    [start ?? 'no start', 'app/root.tsx', 'app/site/layout.tsx'].flatMap((entry) => [
      ...scriptsWith(entry),
    ]),
  );
  const lazy = ['saved-designs'].map((name) => `app/site/design/${name}.tsx`);
  const own = new Set([designer, renderer, ...lazy].flatMap((entry) => [...scriptsWith(entry)]));
  for (const name of shared) own.delete(name);
  const bytes = [...own].map(sentBytes).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(maxDesignerBytes);
});

test('no other page loads the renderer', () => {
  const isThree = (source: string) => /node_modules\/three\//.test(source);
  const [name] = Object.entries(chunks).find(([, { modules }]) => modules.some(isThree)) ?? [];
  const importers = Object.values(chunks).filter(({ imports, dynamicImports }) =>
    [...imports, ...dynamicImports].includes(name ?? 'none'),
  );
  expect(importers.length).toBeGreaterThan(0);
  for (const { modules } of importers) {
    expect(modules.some((source) => source.startsWith('app/site/design/'))).toBe(true);
  }
});

const signInScripts = [start ?? 'no start', 'app/root.tsx', 'app/admin/layout.tsx'];
const signedInScripts = [...signInScripts, 'app/admin/shell/signed-in.tsx'];
const screens = [...new Set(admin)].filter((name) => name.endsWith('/route.tsx'));

function measure(entries: string[], others: string[] = []) {
  const names = [...new Set(entries.flatMap((entry) => [...scriptsWith(entry)])), ...others];
  return {
    files: names.length,
    bytes: names.map(sentBytes).reduce((sum, size) => sum + size, 0),
    sources: names.flatMap((name) => chunks[name]?.modules ?? []),
  };
}

for (const file of screens) {
  test(`${file} loads at most 200 kB in 20 files for the sign-in form`, () => {
    const { files, bytes, sources } = measure([...signInScripts, file], routeLists());
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThanOrEqual(200_000);
    expect(files).toBeLessThanOrEqual(20);
    expect(sources).toContain('app/admin/shell/sign-in-form.tsx');
    expect(sources.filter((source) => /react-query|base-ui|realtime-js/.test(source))).toEqual([]);
  });

  const screen = file.replace('route.tsx', 'screen.tsx');
  test(`${screen} loads at most 275 kB for staff, and nothing of realtime`, () => {
    const { bytes, sources } = measure([...signedInScripts, file, screen]);
    expect(bytes).toBeGreaterThan(150_000);
    expect(bytes).toBeLessThanOrEqual(275_000);
    expect(sources).toContain(screen);
    expect(sources.some((source) => source.includes('@tanstack/react-query'))).toBe(true);
    expect(sources.filter((source) => /realtime-js|phoenix/.test(source))).toEqual([]);
  });
}

test('the dashboard loads at most 250 kB', () => {
  const files = ['route.tsx', 'screen.tsx'].map((name) => `app/admin/dashboard/${name}`);
  const { bytes, sources } = measure([...signedInScripts, ...files], routeLists());
  expect(sources).toEqual(expect.arrayContaining(files));
  expect(bytes).toBeLessThanOrEqual(250_000);
});

test('every script of more than 1 kB has a brotli file', () => {
  const scripts = readdirSync('build/client/assets').filter((name) => name.endsWith('.js'));
  const large = scripts.filter((name) => statSync(`build/client/assets/${name}`).size > 1000);
  expect(large.length).toBeGreaterThan(20);
  expect(large.filter((name) => !existsSync(`build/client/assets/${name}.br`))).toEqual([]);
});

/** React Router's list of routes and their scripts. */
function routeLists(): string[] {
  return readdirSync('build/client/assets')
    .filter(
      (name) => /^manifest-.+\.js$/.test(name) && statSync(`build/client/assets/${name}`).size > 0,
    )
    .map((name) => `assets/${name}`);
}

function sentBytes(name: string): number {
  const path = `build/client/${name}`;
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}
