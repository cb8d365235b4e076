import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { killRepeatedly } from '#tests/support/killed-backend.ts';
import { appendFigures } from './append-figures.ts';

const rounds = Number(process.env.KILLS ?? 100);
const batch = Number(process.env.BATCH ?? 400);
const milliseconds = Number(process.env.MILLISECONDS ?? 3000);

test(`no acknowledged row is lost in ${rounds} kills of the embedded database's process`, {
  timeout: 0,
}, async () => {
  const template = inject('template');
  if (template.engine !== 'embedded') throw new Error('This test is for the embedded database');
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-kill-'));
  try {
    cpSync(template.directory, join(directory, 'database'), { recursive: true });
    const began = performance.now();
    const found = await killRepeatedly(directory, { rounds, batch, milliseconds });
    const seconds = Math.round((performance.now() - began) / 1000);
    appendFigures('kill-embedded', seconds, { batch: `${batch}`, ...found });
    expect(found.missing).toEqual([]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
