import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { personalFolder } from './images/image-store.ts';
import { createSiteJobs } from './site-jobs.ts';

const logger = pino({ level: 'silent' });
const hosted = { url: 'https://project.supabase.example', publishableKey: 'key' };

test.each([
  ['with a backend', undefined],
  ['on hosted Supabase', hosted],
])(
  'a site %s deletes old sizes of personal images, writes documents and counts, and reads its search visibility',
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
    const movedPages = { flush: vi.fn(async () => {}) };

    const jobs = createSiteJobs(
      { dataDirectory, hosted },
      { quoteDocuments, visibility, now: Date.now, onNewDay: () => {}, movedPages, logger },
    );
    const { signal } = new AbortController();
    for (const { run } of jobs) await run(signal);
    expect(existsSync(file)).toBe(false);
    expect(asked).toEqual([signal]);
    expect(visibility.refresh).toHaveBeenCalledOnce();
    expect(movedPages.flush).toHaveBeenCalledOnce();
    rmSync(dataDirectory, { recursive: true });
  },
);

test('pages are rendered again once a day begins in Ontario by the database, not within the day', async () => {
  let time = Date.parse('2026-12-24T04:58:00Z');
  const onNewDay = vi.fn();
  const jobs = createSiteJobs(
    { dataDirectory: tmpdir(), hosted: undefined },
    {
      quoteDocuments: { writeDue: async () => 0 },
      visibility: { refresh: async () => {} },
      now: () => time,
      onNewDay,
      movedPages: { flush: async () => {} },
      logger,
    },
  );
  const job = jobs.find(({ name }) => name === 'announcement refresh');
  const runs = [];
  for (let minute = 0; minute < 5; minute += 1) {
    await job?.run(new AbortController().signal);
    runs.push(onNewDay.mock.calls.length);
    time += 60_000;
  }
  // Midnight is at 05:00 UTC.
  expect(runs).toEqual([0, 0, 1, 1, 1]);
});
