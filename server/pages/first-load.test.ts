import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFirstLoad } from './first-load.ts';

const link = '<link rel="stylesheet" href="/assets/root-1.css"/>';
const styles = '.a::before{content:"$&"}';
const picture = (name: string, priority: string) =>
  `<picture class="contents"><source type="image/avif" srcSet="/${name}.avif 320w" sizes="100vw"/><source type="image/webp" srcSet="/${name}.webp 320w" sizes="100vw"/><img src="/${name}.jpeg" alt="" fetchPriority="${priority}"/></picture>`;
const page = (body: string, head = link) =>
  `<html><head><meta charSet="utf-8"/><meta name="viewport" content="width=device-width"/><title>Sheds</title>${head}</head><body>${body}</body></html>`;

let directory: string;
let speed: (html: string) => string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'ridgeline-first-load-'));
  mkdirSync(join(directory, 'assets'));
  writeFileSync(join(directory, 'assets', 'root-1.css'), styles);
  speed = createFirstLoad(directory);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('writes the styles into the page and keeps the link for React, switched off', () => {
  const disabled = '<link rel="stylesheet" href="/assets/root-1.css" disabled=""/>';
  expect(speed(page(''))).toBe(page('', `<style>${styles}</style>${disabled}`));
});

test('announces the first picture that has priority, and only that', () => {
  const html = speed(page(picture('a', 'auto') + picture('b', 'high') + picture('c', 'high')));
  const preload =
    '<link rel="preload" as="image" type="image/avif" imagesrcset="/b.avif 320w" imagesizes="100vw" fetchpriority="high"/>';
  // Behind what says how wide the screen is.
  expect(html).toContain(`content="width=device-width"/>${preload}<title>`);
  expect(html.match(/rel="preload"/g)).toHaveLength(1);
});

test('announces nothing where no picture has priority', () => {
  expect(speed(page(picture('a', 'auto')))).not.toContain('preload');
});

test.each([
  '<link rel="stylesheet" href="https://elsewhere.example/a.css"/>',
  '<link rel="stylesheet" href="/assets/../../secret.css"/>',
  '',
])('leaves the head %s as it is', (head) => {
  expect(speed(page('', head))).toBe(page('', head));
});
