import { defineConfig } from 'vitest/config';

/** Stryker's configuration of Vitest: instrumented files have to pass through Vite. */
export default defineConfig({
  test: {
    include: [
      'app/lib/form-fields.test.ts',
      'app/features/blog/post-form.test.ts',
      'app/features/business/{hours,opening-hours}.test.ts',
      'app/features/designer/price.test.ts',
      'app/features/enquiries/{contact-form,quote-request-form,inspiration-images,spam}.test.ts',
      'app/features/projects/project-filter.test.ts',
      'app/features/quotes/{quote-amounts,quote-form,quote-selection,quote-totals}.test.ts',
      'app/features/sheds/{shed-filter,shed-form}.test.ts',
      'app/lib/{csv,parse-decimal,prices,sitemap,validators,xml}.test.ts',
      'app/site/seo/structured-data.test.ts',
      'drawing/framing/framing-rules.test.ts',
      'server/spam/*.test.ts',
    ],
    restoreMocks: true,
    testTimeout: 30_000,
  },
});
