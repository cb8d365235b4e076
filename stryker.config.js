// Mutation tests of the pure rules, part of `npm run test:full`: every change that Stryker makes to a
// rule should fail a unit test beside it.

const domain = [
  'blog/post-form',
  'content/{hours,opening-hours,project-filter,sitemap}',
  'designs/price',
  'enquiries/{schemas,spam}',
  'form-fields',
  'format/{csv,parse-decimal,prices,validators,xml}',
  'quotes/{quantity,quote-form,selection,totals}',
  'sheds/{shed-filter,shed-form}',
].map((path) => `app/domain/${path}.ts`);

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts' },
  mutate: [
    ...domain,
    'app/site/seo/business-node.ts',
    'drawing/design/{lumber-layout,rough-opening}.ts',
    'drawing/framing/{cutting-plan,roofing,siding}.ts',
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
