import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeOldVisitorImages, visitorPictures } from './visitor-pictures.ts';

const hour = 60 * 60 * 1000;
const now = new Date('2026-06-01T12:00:00Z');
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ridgeline-pictures-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function put(name: string, hoursOld: number) {
  const file = join(directory, name);
  writeFileSync(file, 'picture');
  const made = new Date(now.getTime() - hoursOld * hour);
  utimesSync(file, made, made);
}

test("drops visitors' pictures after a day, and none of the site's own", async () => {
  mkdirSync(join(directory, visitorPictures));
  put(`${visitorPictures}/old.webp`, 25);
  put(`${visitorPictures}/new.webp`, 23);
  put('hero.webp', 1000);
  await removeOldVisitorImages(directory, now);
  expect(readdirSync(join(directory, visitorPictures))).toEqual(['new.webp']);
  expect(readdirSync(directory)).toContain('hero.webp');
});

test('is content where no visitor has sent a picture yet', async () => {
  await removeOldVisitorImages(directory, now);
  expect(readdirSync(directory)).toEqual([]);
});
