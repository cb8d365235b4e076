import { defineConfig, type TestProjectConfiguration } from 'vitest/config';

const integration = (engine: 'embedded' | 'server'): TestProjectConfiguration => ({
  test: {
    name: `integration-${engine}`,
    include: ['tests/integration/**/*.test.ts'],
    exclude: engine === 'server' ? ['tests/integration/embedded/**'] : [],
    globalSetup: ['tests/support/global-setup.ts'],
    env: { TEST_ENGINE: engine },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

export default defineConfig({
  test: {
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
    ],
  },
});
