import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deleteOldPersonalSizes, personalFolder } from './image-store.ts';

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

test("sizes of personal images are deleted after a day, those of the site's own images are not", async () => {
  mkdirSync(join(directory, personalFolder));
  put(`${personalFolder}/old.webp`, 25);
  put(`${personalFolder}/new.webp`, 23);
  put('hero.webp', 1000);
  await deleteOldPersonalSizes(directory, now);
  expect(readdirSync(join(directory, personalFolder))).toEqual(['new.webp']);
  expect(readdirSync(directory)).toContain('hero.webp');
});

test("a missing folder of visitors' images is not an error", async () => {
  await deleteOldPersonalSizes(directory, now);
  expect(readdirSync(directory)).toEqual([]);
});
