import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isFull } from '#tests/support/count-runs.ts';
import { createTempDirectory } from '#tests/support/create-temp-directory.ts';
import { createDataFolder } from '#tests/support/migrated-database.ts';
import { startProcess } from './start-process.ts';

/** What `npm start` prints: a build of a stand-in project, and a server that starts. */

const root = createTempDirectory();

/** A folder whose website is not built, and a command of its own that builds it. */
async function createUnbuiltProject(buildStatus: number) {
  const project = mkdtempSync(join(root, 'project-'));
  const folders = ['app', 'drawing', 'public', 'scripts', 'server/hydration', 'bin'];
  for (const name of folders) mkdirSync(join(project, name), { recursive: true });
  const files = ['vite.config.ts', 'react-router.config.ts', 'package-lock.json'];
  for (const name of files) writeFileSync(join(project, name), '');
  const build = [
    '#!/bin/sh',
    'echo a line of the build; echo a warning of the build >&2',
    `mkdir -p build/server && touch build/server/index.js; exit ${buildStatus}`,
  ];
  writeFileSync(join(project, 'bin/react-router'), build.join('\n'), { mode: 0o755 });
  const directory = await createDataFolder();
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const run = (until: string, args: string[] = [], environment: Record<string, string> = {}) =>
    startProcess(
      {
        DATA_DIR: directory,
        PATH: [join(project, 'bin'), process.env.PATH].join(delimiter),
        ...environment,
      },
      until,
      { script: 'scripts/start.ts', args, cwd: project },
    );
  return { run };
}

test('npm start prints four lines at the first start', async () => {
  const { run } = await createUnbuiltProject(0);
  const first = await run('password ');
  const printed = [
    /^Building the website … done in \d+ s\.$/,
    /^Ridgeline is running at http:\/\/localhost:\d+$/,
    /^The back office is at http:\/\/localhost:\d+\/admin$/,
    /^The first account is owner@example\.com, password \S{12,} \(shown only once\)$/,
  ];
  const lines = first.written.output.trimEnd().split('\n');
  expect(lines).toHaveLength(printed.length);
  for (const [index, pattern] of printed.entries()) expect(lines[index]).toMatch(pattern);
  expect(await first.stop()).toBe(0);
  expect(first.written.errors).toBe('');
});

test('npm start prints a build that fails, and exits with its status', async () => {
  const failed = await (await createUnbuiltProject(3)).run('/admin');
  expect(await failed.exited).toBe(3);
  expect(failed.written.output).toBe('Building the website … ');
  expect(failed.written.errors).toBe('failed\na line of the build\na warning of the build\n');
});

test.runIf(isFull)(
  'npm start -- --verbose prints the build and the log, a second start three lines',
  async () => {
    const { run } = await createUnbuiltProject(0);
    const verbose = await run('/admin', ['--verbose'], {
      SEED: 'demo',
      IMAGES_AHEAD: 'off',
    });
    const [, url] = /running at (\S+)/.exec(verbose.written.output) ?? [];
    const hero = await fetch(`${url}/pictures/1280/avif/hero/1767225900000-autumn-yard.webp`);
    expect(hero.headers.get('Cache-Control'), 'its sizes are shipped').toContain('immutable');
    expect(await verbose.stop()).toBe(0);
    expect(verbose.written.errors).toMatch(
      /^a line of the build\na warning of the build\n\{.*Demonstration content added/,
    );

    const second = await run('/admin');
    expect(await second.stop()).toBe(0);
    expect(second.written.output).toMatch(
      /^The website is already built\.\nRidgeline is running at .*\nThe back office is at .*\n$/,
    );
    expect(second.written.errors).toBe('');
  },
);
