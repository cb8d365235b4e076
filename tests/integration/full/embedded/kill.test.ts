import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { killRepeatedly } from '#tests/support/killed-backend.ts';

// A hundred rounds are in tests/endurance.

const rounds = 2;
let directory: string;

beforeAll(() => {
  const template = inject('template');
  if (template.engine !== 'embedded') throw new Error('This test is for the embedded database');
  directory = mkdtempSync(join(tmpdir(), 'ridgeline-kill-'));
  cpSync(template.directory, join(directory, 'database'), { recursive: true });
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

test(`every acknowledged row exists after each of ${rounds} kills`, {
  timeout: 300_000,
}, async () => {
  const found = await killRepeatedly(directory, { rounds, batch: 5, milliseconds: 600 });
  expect(found.missing).toEqual([]);
  expect(found.rows).toBeGreaterThan(rounds);
  expect(found.images).toBeGreaterThanOrEqual(rounds);
  expect(found.statusChanges).toBeGreaterThan(0);
  expect(found.staffEdits).toBeGreaterThan(0);
});
