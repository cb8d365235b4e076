// Mutation tests of the pure rules, part of `npm run test:full`: every change that Stryker makes to a
// rule should fail a unit test beside it.

const rules = [
  'features/blog/post-form',
  'features/business/{hours,opening-hours}',
  'features/designer/price',
  'features/enquiries/{schemas,spam}',
  'features/projects/project-filter',
  'features/quotes/{quote-amounts,quote-form,quote-selection,quote-totals}',
  'features/sheds/{shed-filter,shed-form}',
  'lib/{csv,form-fields,parse-decimal,prices,sitemap,validators,xml}',
].map((path) => `app/${path}.ts`);

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts' },
  mutate: [
    ...rules,
    'app/site/seo/business-node.ts',
    'drawing/framing/{cutting-plan,layout,roofing,rough-opening,siding,splices}.ts',
    'server/spam/{form-guard,form-limit,turnstile}.ts',
  ],
  // Without tsconfig.json, which Stryker would rewrite with an API that TypeScript 7 lacks.
  ignorePatterns: ['bench', 'build', 'data', 'docs', 'public', 'tsconfig.json'],
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
