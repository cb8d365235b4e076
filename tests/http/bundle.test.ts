import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import routes from '#app/routes.ts';
import { css, isSupported } from '../../scripts/browser-support.ts';
import { licenceFile } from '../../scripts/licence-texts.ts';
import { type Chunk, moduleListFile } from '../../scripts/module-list.ts';

/** What the scripts of the build contain and weigh, read from the build itself. */

const assets = 'build/client/assets';
const chunks: Record<string, Chunk> = JSON.parse(readFileSync(moduleListFile, 'utf8'));

const listFiles = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap(({ file, children = [] }) => [`app/${file}`, ...listFiles(children)]);
const files = [...new Set(listFiles(await routes))];
const isPublic = (name: string) => /^app\/(site|features\/[^/]+\/public)\//.test(name);
const isAdmin = (name: string) => /^app\/(admin|features\/[^/]+\/admin)\//.test(name);
const site = files.filter(isPublic);
const admin = files.filter(isAdmin);
const publicPages = [...new Set(listFiles((await routes)[0]?.children ?? []))];

/** The project's entry of every page. */
const start = Object.values(chunks).find(({ entry }) => entry?.endsWith('entry.client.tsx'))?.entry;
const everyPage = [start ?? 'no start', 'app/root.tsx'];
const signIn = [...everyPage, 'app/admin/admin-layout.tsx'];
const screenRoute = 'app/admin/screens.ts';
const signedIn = [...signIn, screenRoute, 'app/admin/shell/shell.tsx'];
/** What the route of all screens loads once somebody is signed in. */
const screens = [
  ...readFileSync(screenRoute, 'utf8').matchAll(/import\('(?:#app|\.)\/([^']+)'\)/g),
].map(([, name = '']) => (name.startsWith('features/') ? `app/${name}` : `app/admin/${name}`));

/** The scripts that entries load (a route's loader may have its own), and all that they import. */
function scriptsOf(entries: string[]): Set<string> {
  const seen = new Set<string>();
  const open = Object.keys(chunks).filter((name) => entries.includes(chunks[name]?.entry ?? ''));
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    open.push(...(chunks[name]?.imports ?? []));
  }
  return seen;
}

const sourcesIn = (scripts: Iterable<string>) =>
  [...scripts].flatMap((name) => chunks[name]?.modules ?? []);
const sourcesOf = (...entries: string[]) => sourcesIn(scriptsOf(entries));
const adminSources = (sources: string[]) => sources.filter(isAdmin);

/** Compressed bytes. */
function bytesOf(scripts: Iterable<string>): number {
  const size = (name: string) => {
    const path = `build/client/${name}`;
    return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
  };
  return [...scripts].map(size).reduce((sum, bytes) => sum + bytes, 0);
}

/** React Router's list of routes and their scripts. */
const routeLists = readdirSync(assets)
  .filter((name) => /^manifest-.+\.js$/.test(name) && statSync(`${assets}/${name}`).size > 0)
  .map((name) => `assets/${name}`);

function expectBetween(value: number, min: number, max: number, what: string) {
  expect(value, what).toBeGreaterThan(min);
  expect(value, what).toBeLessThanOrEqual(max);
}

test('every route belongs to the website or to the back office', () => {
  expect(site.length).toBeGreaterThan(5);
  expect(admin.length).toBeGreaterThan(5);
  expect([...site, ...admin].sort()).toEqual([...files].sort());
});

test('no script of a public page contains or imports code of the back office', () => {
  for (const file of [...everyPage, ...site]) {
    const sources = sourcesOf(file);
    if (file.endsWith('.tsx')) expect(sources).toContain(file);
    expect(adminSources(sources), file).toEqual([]);
  }
  const publicSources = new Set(sourcesOf(...everyPage, ...site));
  const later = Object.values(chunks)
    .filter(({ modules }) => modules.some((source) => publicSources.has(source)))
    .flatMap(({ dynamicImports }) => sourcesIn(dynamicImports));
  expect(adminSources(later)).toEqual([]);
});

test('every screen is in its scripts, and shares the session with the others', () => {
  for (const file of [...admin, ...screens]) {
    expect(adminSources(sourcesOf(file)), file).toContain(file);
  }
  for (const file of [
    'app/admin/admin-layout.tsx',
    'app/features/enquiries/admin/quote-requests-screen.tsx',
  ]) {
    expect(sourcesOf(file)).toContain('app/admin/session.ts');
  }
});

test('the build contains the licences of the libraries that browsers load', () => {
  const texts = readFileSync(`build/client/${licenceFile}`, 'utf8');
  const packages = [...texts.matchAll(/^## (\S+) - [\d.]+ \(.+\)$/gm)].map(([, name]) => name);
  const bundled = sourcesIn(Object.keys(chunks)).flatMap(
    (source) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? [],
  );
  const typefaces = ['bricolage-grotesque', 'figtree'].map(
    (name) => `@fontsource-variable/${name}`,
  );
  expect(bundled).toContain('react-dom');
  expect(packages).toEqual(expect.arrayContaining([...new Set([...bundled, ...typefaces])]));
  expect(texts).toContain('Permission is hereby granted, free of charge');
  expect(texts).toContain('SIL OPEN FONT LICENSE');
});

test('a public page hydrates with at most 163 kB, and without the dialogs', () => {
  expect(publicPages.map((file) => file.split('/').at(-1))).toEqual(
    expect.arrayContaining([
      'home-page.tsx',
      'sheds-page.tsx',
      'shed-page.tsx',
      'contact-page.tsx',
    ]),
  );
  for (const file of publicPages) {
    const scripts = scriptsOf([...everyPage, 'app/site/site-layout.tsx', file]);
    expectBetween(bytesOf([...scripts, ...routeLists]), 50_000, 163_500, file);
    const lazy = /zod\/v4\/classic|supabase|base-ui|ui\/dialog\.tsx/;
    expect(sourcesIn(scripts).filter((source) => lazy.test(source))).toEqual([]);
  }
});

test('the designer loads at most 200 kB of its own, its renderer included', () => {
  const own = scriptsOf(
    ['design-page.tsx', 'turning-view.tsx', 'saved-designs.tsx'].map(
      (name) => `app/features/designer/public/${name}`,
    ),
  );
  for (const name of scriptsOf([...everyPage, 'app/site/site-layout.tsx'])) own.delete(name);
  expectBetween(bytesOf(own), 50_000, 200_000, 'the designer');
});

test('only the designer loads the renderer', () => {
  const isRenderer = (source: string) => source.includes('node_modules/twgl.js/');
  const [name] = Object.entries(chunks).find(([, { modules }]) => modules.some(isRenderer)) ?? [];
  const importers = Object.values(chunks).filter(({ imports, dynamicImports }) =>
    [...imports, ...dynamicImports].includes(name ?? 'none'),
  );
  expect(importers.length).toBeGreaterThan(0);
  for (const { modules } of importers) {
    expect(modules.some((source) => source.startsWith('app/features/designer/'))).toBe(true);
  }
});

test('the sign-in form loads at most 200 kB in 20 files on every screen', () => {
  const scripts = [...scriptsOf([...signIn, screenRoute]), ...routeLists];
  expectBetween(bytesOf(scripts), 100_000, 200_000, screenRoute);
  expect(scripts.length).toBeLessThanOrEqual(20);
  const sources = sourcesIn(scripts);
  expect(sources).toContain('app/features/accounts/admin/sign-in-screen.tsx');
  expect(sources.filter((name) => /react-query|base-ui|realtime-js/.test(name))).toEqual([]);
});

test('a screen loads at most 283 kB for staff, the dashboard 255 kB, a quote 344 kB, and nothing of realtime', () => {
  expect(screens.length).toBeGreaterThan(10);
  for (const screen of screens) {
    const scripts = scriptsOf([...signedIn, screen]);
    const name = screen.split('/').at(-1) ?? '';
    const max = { 'dashboard-screen.tsx': 255_000, 'quote-screen.tsx': 344_000 }[name] ?? 283_500;
    expectBetween(bytesOf(scripts), 150_000, max, screen);
    const sources = sourcesIn(scripts);
    expect(sources).toContain(screen);
    expect(sources.some((source) => source.includes('@tanstack/react-query'))).toBe(true);
    expect(sources.filter((source) => /realtime-js|phoenix|recharts/.test(source))).toEqual([]);
  }
  expect(screens).toContain('app/admin/dashboard/dashboard-screen.tsx');
});

test('a screen with charts loads at most 105 kB more for all of them', () => {
  const own = scriptsOf(['app/admin/charts/charts.tsx']);
  for (const name of scriptsOf([...signedIn, 'app/admin/dashboard/dashboard-screen.tsx']))
    own.delete(name);
  expect(sourcesIn(own).some((source) => source.includes('node_modules/recharts/'))).toBe(true);
  expectBetween(bytesOf(own), 50_000, 105_000, 'the charts');
});

test('every script of more than 1 kB has a brotli file', () => {
  const large = readdirSync(assets).filter(
    (name) => name.endsWith('.js') && statSync(`${assets}/${name}`).size > 1000,
  );
  expect(large.length).toBeGreaterThan(20);
  expect(large.filter((name) => !existsSync(`${assets}/${name}.br`))).toEqual([]);
});

test('the stylesheets ask for media features and selectors that every supported browser has', () => {
  const styles = readdirSync(assets)
    .filter((name) => name.endsWith('.css'))
    .map((name) => readFileSync(`${assets}/${name}`, 'utf8'));
  const queries = styles.flatMap((style) => style.match(/@media[^{]+/g) ?? []);
  const features = queries.flatMap((query) => query.match(/(?<=\()(?!m(in|ax)-)[a-z-]+/g) ?? []);
  expect(new Set(features)).toContain('prefers-reduced-motion');
  const newer = features.filter((name) => !isSupported(css['at-rules']?.media?.[name]));
  expect(new Set(newer)).toEqual(new Set());
  // Firefox has :has() from 121 on: only room for bars and toasts depends on it.
  const subjects = styles.flatMap((style) => style.match(/[\w)\]]+(?=:has\()/g) ?? []);
  expect(new Set(subjects)).toEqual(new Set(['html', 'body']));
});
