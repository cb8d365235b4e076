import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { setTempDirectory } from './scripts/temp-directory.ts';
import { findPostgresPrograms } from './tests/support/postgres-server.ts';

setTempDirectory();

/** `npm run test:full` sets it: both engines for everything, and the folders `full/` and `conformance/`. */
const isFull = process.env.TEST_FULL === '1';

/** Kills, power cuts, backups of whole sites and thousands of random designs take longer than one rule does. */
const longLimits = { testTimeout: 180_000, hookTimeout: 180_000 };
const limits = {
  expect: { poll: { timeout: 5_000 } },
  ...(isFull ? longLimits : { testTimeout: 30_000, hookTimeout: 30_000 }),
};

/** Node itself loads modules, which takes a third less processor time; it has no JSX and no mocks of modules. */
const experimental = { viteModuleRunner: false, nodeLoader: false };

type Engine = 'embedded' | 'server';

/** The engine on which `npm test` runs the integration tests: the faster one if this machine has it. */
const mainEngine: Engine = findPostgresPrograms() ? 'server' : 'embedded';
const secondEngine: Engine = mainEngine === 'server' ? 'embedded' : 'server';

/** What `npm test` runs on the second engine as well. */
const onBothEngines = ['migrate', 'permissions', 'races', 'journey'].map(
  (name) => `tests/integration/${name}.test.ts`,
);
const dedicated = {
  embedded: 'tests/integration/full/embedded/**',
  server: 'tests/integration/full/server/**',
};

const integration = (engine: Engine): TestProjectConfiguration => ({
  test: {
    name: `integration-${engine}`,
    include: isFull
      ? ['tests/{integration,conformance}/**/*.test.ts']
      : engine === mainEngine
        ? ['tests/integration/*.test.ts']
        : onBothEngines,
    exclude: [dedicated[engine === 'server' ? 'embedded' : 'server']],
    ...(engine === 'server' ? { globalSetup: ['tests/support/server-setup.ts'] } : {}),
    // A worker that runs several files imports the modules once.
    isolate: false,
    experimental,
    ...limits,
  },
});

/** Requests to the built site, without a browser. */
const http: TestProjectConfiguration = {
  test: {
    name: 'http',
    include: ['tests/http/*.test.ts'],
    globalSetup: ['tests/support/http-setup.ts'],
    isolate: false,
    experimental,
    ...limits,
    // Some start a site of their own.
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
};

/** Large volumes, for `npm run test:endurance` alone. */
const endurance: TestProjectConfiguration = {
  test: {
    name: 'endurance',
    include: ['bench/endurance/**/*.test.ts'],
    ...(process.env.TEST_ENGINE === 'server'
      ? { globalSetup: ['tests/support/server-setup.ts'] }
      : {}),
    fileParallelism: false,
    ...limits,
    ...longLimits,
  },
};

/** Tests that replace modules or end what a process shares. */
const isolated = [
  'backend/auth/passwords.test.ts',
  'backend/auth/sign-in-burst.test.ts',
  'backend/images/image-job.test.ts',
  'backend/job-process.test.ts',
  'server/images/image-server.test.ts',
];

/** The embedded database, limits of connections, processes and the log, restores, commands and typefaces, which take seconds each: for `npm run test:full`. */
const slow = [
  'scripts/printable-ranges.test.ts',
  'scripts/reset.test.ts',
  'backend/auth/sign-in-burst.test.ts',
  'backend/database/database-thread.test.ts',
  'backend/database/durable-pglite.test.ts',
  'backend/database/embedded-database.test.ts',
  'backend/limits-concurrency.test.ts',
  'backend/job-process.test.ts',
  'server/backup/restore-backup.test.ts',
  'server/backup/restore-running.test.ts',
  'server/database-clock.test.ts',
  'server/listen.test.ts',
  'server/log-destination.test.ts',
  'server/response-budget.test.ts',
];
const excluded = isFull ? [] : slow;

const unit: TestProjectConfiguration = {
  test: {
    name: 'unit',
    include: ['{app,backend,drawing,server,supabase,scripts}/**/*.test.ts'],
    exclude: [...isolated, ...excluded],
    isolate: false,
    experimental,
    restoreMocks: true,
    ...limits,
  },
};

/** Tests that render components: Vite transforms JSX, which Node does not know. */
const unitComponents: TestProjectConfiguration = {
  test: {
    name: 'unit-components',
    include: ['{app,server}/**/*.test.tsx'],
    isolate: false,
    ...limits,
  },
};

const unitIsolated: TestProjectConfiguration = {
  test: {
    name: 'unit-isolated',
    include: isolated,
    exclude: excluded,
    experimental: { viteModuleRunner: false },
    ...limits,
  },
};

/**
 * Runs one project after the other, because a worker is reused within one, and long files first, so
 * that no core is idle at the end.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = [
      `integration-${mainEngine}`,
      `integration-${secondEngine}`,
      'unit-isolated',
      'unit',
      'unit-components',
    ];
    const long =
      /\/(kill|power-cut|start-errors|durable-pglite|failing-disk|images-in-s3|backup|sigterm|statement-timeouts|tampered-backup|sweep-images|permissions|quotes|quote-documents|quote-mails|quote-pdf|races|locks|accounts|mails|enquiries|privacy|deleted-records|mfa|staff-backups|hosted|move-to-hosted|frame-shed|process-upload|listen|visitor-upload|log-destination|design-server|shop-documents|job-process)\.test/;
    const rank = ({ project, moduleId }: TestSpecification) =>
      2 * projects.indexOf(project.name) + (long.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    // Most files wait for a database or a process now and then.
    maxWorkers: availableParallelism() + 1,
    projects: [
      unit,
      unitComponents,
      unitIsolated,
      integration(mainEngine),
      integration(secondEngine),
      http,
      ...(process.env.ENDURANCE ? [endurance] : []),
    ],
  },
});
