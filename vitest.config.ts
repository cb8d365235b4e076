import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findPostgresPrograms } from './tests/support/postgres-server.ts';
import { setTempDirectory } from './tests/support/temp-directory.ts';
import { timeoutMs } from './tests/support/timeouts.ts';

setTempDirectory();

/** Tests of one engine; those of embedded/ run on every machine. */
const embeddedOnly = [
  'tests/integration/embedded/**',
  'tests/integration/hosted.test.ts',
  'tests/integration/log.test.ts',
  'tests/integration/images-in-s3.test.ts',
];
const serverOnly = ['tests/integration/server/**'];

/** Tests of HTTP and mail, which run on one engine: the faster one if this machine has it. */
const engineIndependent = [
  'body-budget',
  'edge-functions',
  'forwarded-headers',
  'mail-headers',
  'request-limit',
  'send-email',
  'client-network',
].map((name) => `tests/integration/${name}.test.ts`);
const hasServer = findPostgresPrograms() !== undefined;

const expect = { poll: { timeout: timeoutMs } };
/** As in playwright.config.ts: a busy machine can starve a process for seconds. */
const retry = 1;

/** Node itself loads modules, which takes a third less processor time; it has no JSX and no mocks of modules. */
const experimental = { viteModuleRunner: false, nodeLoader: false };

const integration = (engine: 'embedded' | 'server'): TestProjectConfiguration => ({
  test: {
    name: `integration-${engine}`,
    include: ['tests/{integration,conformance}/**/*.test.ts'],
    exclude: [
      ...(engine === 'server' ? embeddedOnly : serverOnly),
      ...((engine === 'server') === hasServer ? [] : engineIndependent),
    ],
    ...(engine === 'server' ? { globalSetup: ['tests/support/server-setup.ts'] } : {}),
    // A worker that runs several files imports the modules once.
    isolate: false,
    experimental,
    retry,
    expect,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});

/** Large volumes, for `npm run test:endurance` alone. */
const endurance: TestProjectConfiguration = {
  test: {
    name: 'endurance',
    include: ['tests/endurance/**/*.test.ts'],
    ...(process.env.TEST_ENGINE === 'server'
      ? { globalSetup: ['tests/support/server-setup.ts'] }
      : {}),
    expect,
    fileParallelism: false,
    hookTimeout: 180_000,
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

const unit: TestProjectConfiguration = {
  test: {
    name: 'unit',
    include: ['{app,backend,drawing,server,supabase,scripts}/**/*.test.ts'],
    exclude: isolated,
    isolate: false,
    experimental,
    restoreMocks: true,
    retry,
    expect,
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
};

/** Tests that render components: Vite transforms JSX, which Node does not know. */
const unitComponents: TestProjectConfiguration = {
  test: {
    name: 'unit-components',
    include: ['{app,server}/**/*.test.tsx'],
    isolate: false,
    retry,
    expect,
  },
};

const unitIsolated: TestProjectConfiguration = {
  test: {
    name: 'unit-isolated',
    include: isolated,
    experimental: { viteModuleRunner: false },
    retry,
    testTimeout: 60_000,
    hookTimeout: 180_000,
    expect,
  },
};

/**
 * Runs one project after the other, because a worker is reused within one, and long files first, so
 * that no core is idle at the end.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = [
      'integration-embedded',
      'integration-server',
      'unit-isolated',
      'unit',
      'unit-components',
    ];
    const long =
      /\/(embedded\/(kill|power-cut|start-errors|durability|failing-disk)|images-in-s3|backup|sigterm|statement-timeouts|tampered-backup|sweep-images|staff-command|quote-documents|quotes|hosted|move-to-hosted|frame-shed|process-upload|listen|visitor-upload|log-destination|design-server|shop-documents|job-process)\.test/;
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
    maxWorkers: availableParallelism() + 2,
    projects: [
      unit,
      unitComponents,
      unitIsolated,
      integration('embedded'),
      integration('server'),
      ...(process.env.ENDURANCE ? [endurance] : []),
    ],
  },
});
