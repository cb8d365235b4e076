import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { timeoutMs } from './tests/support/timeouts.ts';

/** What needs one engine, whichever it is, and so the one that every machine has. */
const onEmbeddedOnly = [
  'tests/integration/embedded/**',
  'tests/integration/hosted.test.ts',
  'tests/integration/log.test.ts',
  'tests/integration/pictures-in-s3.test.ts',
];

/** What is waited for with expect.poll comes in its own time. */
const expect = { poll: { timeout: timeoutMs } };

const integration = (engine: 'embedded' | 'server'): TestProjectConfiguration => ({
  test: {
    name: `integration-${engine}`,
    include: ['tests/integration/**/*.test.ts'],
    exclude: engine === 'server' ? onEmbeddedOnly : ['tests/integration/server/**'],
    globalSetup: ['tests/support/global-setup.ts'],
    env: { TEST_ENGINE: engine },
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
    globalSetup: ['tests/support/global-setup.ts'],
    env: { TEST_ENGINE: process.env.TEST_ENGINE ?? 'embedded' },
    expect,
    fileParallelism: false,
    hookTimeout: 180_000,
  },
};

/** What needs a process of its own: it puts modules in the place of others, or ends what they share. */
const inProcessesOfTheirOwn = [
  'backend/auth/passwords.test.ts',
  'backend/auth/sign-in-burst.test.ts',
  'backend/pictures/picture-job.test.ts',
  'backend/pictures/picture-process.test.ts',
  'server/pictures.test.ts',
];

const unit: TestProjectConfiguration = {
  test: {
    name: 'unit',
    include: ['{app,backend,drawing,server,supabase,scripts}/**/*.test.{ts,tsx}'],
    exclude: inProcessesOfTheirOwn,
    globalSetup: ['tests/support/memory-template.ts'],
    // A process that goes on to the next file has read half of its modules already.
    isolate: false,
    restoreMocks: true,
    expect,
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
};

const unitIsolated: TestProjectConfiguration = {
  test: {
    name: 'unit-isolated',
    include: inProcessesOfTheirOwn,
    globalSetup: ['tests/support/memory-template.ts'],
    testTimeout: 60_000,
    hookTimeout: 180_000,
    expect,
  },
};

/**
 * The projects one after the other, as a process can only go on within one; first those that take
 * long, and in them what takes longest, so that no core stands idle at the end.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = ['integration-server', 'integration-embedded', 'unit-isolated', 'unit'];
    const long =
      /\/(embedded\/(kill|power-cut|durability|failing-disk)|pictures-in-s3|backup)\.test/;
    const rank = ({ project, moduleId }: TestSpecification) =>
      2 * order.indexOf(project.name) + (long.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Most files wait for a database or a process now and then: one more than there are cores.
    maxWorkers: availableParallelism() + 1,
    projects: [
      unit,
      unitIsolated,
      integration('embedded'),
      integration('server'),
      ...(process.env.ENDURANCE ? [endurance] : []),
    ],
  },
});
