import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from '#app/routes.ts';
import { type Chunk, moduleListFile } from '../../scripts/module-list.ts';

/** What the build itself says about who loads what. No page is opened. */

const chunks: Record<string, Chunk> = JSON.parse(readFileSync(moduleListFile, 'utf8'));

const filesOf = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap(({ file, children = [] }) => [`app/${file}`, ...filesOf(children)]);
const files = filesOf(await routes);
const site = files.filter((file) => file.startsWith('app/site/'));
const admin = files.filter((file) => file.startsWith('app/admin/'));

/** What starts every page: the project's own file, or the framework's. */
const start = Object.values(chunks).find(({ entry }) => entry?.endsWith('entry.client.tsx'))?.entry;

/** The sources that are loaded with a source's script: its own, and all that they import. */
function loadedWith(entry: string): Set<string> {
  const [first] = Object.entries(chunks).find(([, chunk]) => chunk.entry === entry) ?? [];
  const seen = new Set<string>();
  const open = first === undefined ? [] : [first];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    open.push(...(chunks[name]?.imports ?? []));
  }
  return new Set([...seen].flatMap((name) => chunks[name]?.modules ?? []));
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
  test(`${file} does: the reading of the build is not blind`, () => {
    expect(ofAdmin(loadedWith(file))).toContain(file);
  });
}

test('what every screen of the back office needs is reached over scripts that it shares', () => {
  for (const file of ['app/admin/layout.tsx', 'app/admin/quotes/route.tsx']) {
    expect(ofAdmin(loadedWith(file))).toContain('app/admin/session.ts');
  }
});

test('no script of a public page may ask for the back office later either', () => {
  const publicSources = new Set(
    [start ?? 'no start', 'app/root.tsx', ...site].flatMap((file) => [...loadedWith(file)]),
  );
  const later = Object.values(chunks)
    .filter(({ modules }) => modules.some((source) => publicSources.has(source)))
    .flatMap(({ dynamicImports }) => dynamicImports)
    .flatMap((name) => chunks[name]?.modules ?? []);
  expect(ofAdmin(later)).toEqual([]);
});
