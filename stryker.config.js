// Mutation tests of the pure rules, part of `npm run test:full`: every change that Stryker makes to a
// rule should fail a unit test.

import { rules } from './vitest.mutation.config.ts';

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts' },
  // With mutants of what a module computes once, an eighth of all: schemas, limits and tables. If a test file does not
  // even load with one, Stryker counts it as survived; so tests call a rule inside `test` where they can.
  mutate: rules,
  // Without tsconfig.json, which Stryker would rewrite with an API that TypeScript 7 lacks.
  ignorePatterns: ['bench', 'build', 'data', 'docs', '/public', 'tsconfig.json'],
  tempDirName: 'test-results/mutation',
  reporters: ['clear-text', 'json', 'html'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, skipFull: true },
  jsonReporter: { fileName: 'test-results/mutation.json' },
  htmlReporter: { fileName: 'test-results/mutation.html' },
  concurrency: 2,
  // A mutant loops without end if its tests, of milliseconds, take as long: a slow machine does not.
  timeoutMS: 10_000,
  thresholds: { high: 95, low: 90, break: 85 },
  allowConsoleColors: false,
};
