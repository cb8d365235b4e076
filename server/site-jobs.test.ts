import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { personalFolder } from './images/image-store.ts';
import { createSiteJobs } from './site-jobs.ts';

const hosted = { url: 'https://project.supabase.example', publishableKey: 'key' };

test.each([
  ['with a backend', undefined],
  ['on hosted Supabase', hosted],
])(
  'a site %s deletes old sizes of personal images, writes documents and reads its search visibility',
  async (_where, hosted) => {
    const dataDirectory = mkdtempSync(join(tmpdir(), 'ridgeline-jobs-'));
    const file = join(dataDirectory, 'pictures', personalFolder, 'old.webp');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'picture');
    const yesterday = Date.now() / 1000 - 25 * 3600;
    utimesSync(file, yesterday, yesterday);
    const asked: AbortSignal[] = [];
    const quoteDocuments = { writeDue: async (signal: AbortSignal) => asked.push(signal) };
    const visibility = { refresh: vi.fn(async () => {}) };

    const jobs = createSiteJobs(
      { dataDirectory, hosted },
      { quoteDocuments, visibility, logger: pino({ level: 'silent' }) },
    );
    const { signal } = new AbortController();
    for (const { run } of jobs) await run(signal);
    expect(existsSync(file)).toBe(false);
    expect(asked).toEqual([signal]);
    expect(visibility.refresh).toHaveBeenCalledOnce();
    rmSync(dataDirectory, { recursive: true });
  },
);
