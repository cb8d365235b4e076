import { defineConfig } from 'vitest/config';

/** The pure rules, of which Stryker makes mutants; each has its unit test beside it. */
export const rules = [
  'app/domain/blog/post-form.ts',
  'app/domain/blog/posts.ts',
  'app/domain/content/hours.ts',
  'app/domain/content/opening-hours.ts',
  'app/domain/content/project-filter.ts',
  'app/domain/content/sitemap.ts',
  'app/domain/designs/price.ts',
  'app/domain/enquiries/schemas.ts',
  'app/domain/enquiries/spam.ts',
  'app/domain/form-fields.ts',
  'app/domain/format/csv.ts',
  'app/domain/format/parse-decimal.ts',
  'app/domain/format/prices.ts',
  'app/domain/format/validators.ts',
  'app/domain/format/xml.ts',
  'app/domain/quotes/quantity.ts',
  'app/domain/quotes/quote-form.ts',
  'app/domain/quotes/selection.ts',
  'app/domain/quotes/totals.ts',
  'app/domain/sheds/shed-filter.ts',
  'app/domain/sheds/shed-form.ts',
  'app/site/seo/business-node.ts',
  'drawing/framing/cutting-plan.ts',
  'drawing/framing/layout.ts',
  'drawing/framing/roofing.ts',
  'drawing/framing/rough-opening.ts',
  'drawing/framing/siding.ts',
  'drawing/framing/splices.ts',
  'server/spam/form-guard.ts',
  'server/spam/form-limit.ts',
  'server/spam/turnstile.ts',
];

/** Tests of rules under another name than the rule's. */
const otherTests = [
  'app/domain/enquiries/contact-form.test.ts',
  'app/domain/enquiries/inspiration-images.test.ts',
  'app/domain/enquiries/quote-request-form.test.ts',
  'app/site/seo/structured-data.test.ts',
  'drawing/framing/framing-rules.test.ts',
];

/** Stryker's configuration of Vitest: instrumented files have to pass through Vite. */
export default defineConfig({
  test: {
    include: [...rules.map((path) => path.replace(/\.ts$/, '.test.ts')), ...otherTests],
    // A few random cases of each property, in `npm run test:full` too: each mutant runs its tests again.
    env: { TEST_FULL: '' },
    restoreMocks: true,
    testTimeout: 30_000,
  },
});
