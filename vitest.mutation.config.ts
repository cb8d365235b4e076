import { defineConfig } from 'vitest/config';

/** The pure rules, of which Stryker makes mutants. Their tests have the same name or are in `otherTests`. */
export const rules = [
  'app/features/blog/post-form.ts',
  'app/features/blog/posts.ts',
  'app/features/business/hours.ts',
  'app/features/business/opening-hours.ts',
  'app/features/projects/project-filter.ts',
  'app/lib/sitemap.ts',
  'app/features/designer/price.ts',
  'app/features/enquiries/quote-request-form.ts',
  'app/features/enquiries/spam.ts',
  'app/lib/form-fields.ts',
  'app/lib/csv.ts',
  'app/lib/parse-decimal.ts',
  'app/lib/prices.ts',
  'app/lib/validators.ts',
  'app/lib/xml.ts',
  'app/features/quotes/quote-form.ts',
  'app/features/quotes/quote-totals.ts',
  'app/features/sheds/shed-filter.ts',
  'app/features/sheds/shed-listings.ts',
  'app/site/seo/page-meta.ts',
  'drawing/framing/cutting-plan.ts',
  'drawing/design/lumber-layout.ts',
  'drawing/framing/roofing.ts',
  'drawing/design/rough-opening.ts',
  'drawing/framing/siding.ts',
  'server/spam/form-guard.ts',
];

/** Tests of rules under another name than the rule's. */
const otherTests = [
  'app/features/enquiries/contact-form.test.ts',
  'app/site/seo/page-meta.test.tsx',
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
