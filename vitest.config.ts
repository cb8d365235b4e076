import { defineConfig, type TestProjectConfiguration } from 'vitest/config';

/** What needs one engine, whichever it is, and so the one that every machine has. */
const onEmbeddedOnly = [
  'tests/integration/embedded/**',
  'tests/integration/hosted.test.ts',
  'tests/integration/log.test.ts',
  'tests/integration/pictures-in-s3.test.ts',
];

const integration = (engine: 'embedded' | 'server'): TestProjectConfiguration => ({
  test: {
    name: `integration-${engine}`,
    include: ['tests/integration/**/*.test.ts'],
    exclude: engine === 'server' ? onEmbeddedOnly : ['tests/integration/server/**'],
    globalSetup: ['tests/support/global-setup.ts'],
    env: { TEST_ENGINE: engine },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

/** Large volumes, for `npm run test:endurance` alone. */
const endurance: TestProjectConfiguration = {
  test: {
    name: 'endurance',
    include: ['tests/endurance/**/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    env: { TEST_ENGINE: process.env.TEST_ENGINE ?? 'embedded' },
    fileParallelism: false,
    hookTimeout: 120_000,
  },
};

export default defineConfig({
  test: {
    // Most files wait for a database now and then: a core left over would stand idle.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{app,backend,server,supabase,scripts}/**/*.test.{ts,tsx}'],
          globalSetup: ['tests/support/memory-template.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      integration('embedded'),
      integration('server'),
      ...(process.env.ENDURANCE ? [endurance] : []),
    ],
  },
});
