import { defineConfig } from 'vitest/config';

/** Stryker's configuration of Vitest: instrumented files have to pass through Vite. */
export default defineConfig({
  test: {
    include: [
      'app/domain/form-fields.test.ts',
      'app/domain/blog/post-form.test.ts',
      'app/domain/content/{hours,opening-hours,project-filter,sitemap}.test.ts',
      'app/domain/designs/price.test.ts',
      'app/domain/enquiries/{contact-form,quote-request-form,inspiration-images,spam}.test.ts',
      'app/domain/format/{csv,parse-decimal,prices,validators,xml}.test.ts',
      'app/domain/quotes/{quantity,quote-form,selection,totals}.test.ts',
      'app/domain/sheds/{shed-filter,shed-form}.test.ts',
      'app/site/seo/structured-data.test.ts',
      'drawing/framing/framing-rules.test.ts',
      'server/spam/*.test.ts',
    ],
    restoreMocks: true,
    testTimeout: 30_000,
  },
});
