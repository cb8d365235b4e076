import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFirstLoad } from './first-load.ts';

const link = '<link rel="stylesheet" href="/assets/root-1.css"/>';
const styles = '.a::before{content:"$&"}';
const unused = '.absent{color:red}';
const picture = (name: string, priority: string) =>
  `<picture class="contents"><source type="image/avif" srcSet="/${name}.avif 320w" sizes="100vw"/><source type="image/webp" srcSet="/${name}.webp 320w" sizes="100vw"/><img src="/${name}.jpeg" alt="" fetchPriority="${priority}"/></picture>`;
const page = (body: string, head = link) =>
  `<html><head><meta charSet="utf-8"/><meta name="viewport" content="width=device-width"/><title>Sheds</title>${head}</head><body>${body}</body></html>`;

let directory: string;
let speed: ReturnType<typeof createFirstLoad>;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'ridgeline-first-load-'));
  mkdirSync(join(directory, 'assets'));
  writeFileSync(join(directory, 'assets', 'root-1.css'), styles + unused);
  speed = createFirstLoad(directory);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('inlines the stylesheet and disables its link', () => {
  const disabled = '<link rel="stylesheet" href="/assets/root-1.css" disabled=""/>';
  const body = '<p class="a">';
  expect(speed(page(body))).toBe(page(body, `<style>${styles}${unused}</style>${disabled}`));
});

test('announces the pictures that have priority, and only where they are shown', () => {
  const wide = picture('c', 'high').replace('srcSet', 'media="(min-width: 64rem)" srcSet');
  const html = speed(page(picture('a', 'low') + picture('b', 'high') + wide));
  const preload = (name: string, media = '') =>
    `<link rel="preload" as="image" type="image/avif"${media} imagesrcset="/${name}.avif 320w" imagesizes="100vw" fetchpriority="high"/>`;
  const both = preload('b') + preload('c', ' media="(min-width: 64rem)"');
  // Behind what says how wide the screen is.
  expect(html).toContain(`content="width=device-width"/>${both}<title>`);
  expect(html.match(/rel="preload"/g)).toHaveLength(2);
});

test('announces nothing where no picture has priority', () => {
  expect(speed(page(picture('a', 'low')))).not.toContain('preload');
});

test.each([
  '<link rel="stylesheet" href="https://elsewhere.example/a.css"/>',
  '<link rel="stylesheet" href="/assets/../../secret.css"/>',
  '',
])('leaves the head %s as it is', (head) => {
  expect(speed(page('', head))).toBe(page('', head));
});
