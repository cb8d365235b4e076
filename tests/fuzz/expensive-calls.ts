import fc from 'fast-check';
import { newDesign } from '#tests/fixtures/designs.ts';
import { newContactMessage, newShed } from '#tests/fixtures/rows.ts';
import { likePattern } from './expensive-patterns.ts';

// Requests with large bodies: calls of functions, and rows.

type Call = { method: string; target: string; headers: Record<string, string>; body: string };

const post = (path: string, body: unknown): Call => ({
  method: 'POST',
  target: `/rest/v1/${path}`,
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
/** Up to some 900 kB: a body ends at 1 MiB. */
const manyTexts = fc
  .tuple(fc.integer({ min: 100, max: 9000 }), fc.integer({ min: 1, max: 100 }))
  .map(([count, length]) =>
    Array.from({ length: count }, (_, n) => `sheds/${'x'.repeat(length)}-${n}.webp`),
  );
const patterns = fc
  .array(likePattern, { minLength: 1, maxLength: 30 })
  .map((all) => all.map((pattern) => pattern.replaceAll('*', '%')));

const largeRows = fc.oneof(
  fc
    .integer({ min: 20_000, max: 900_000 })
    .map((length) =>
      post('contact_submissions', newContactMessage({ message: 'x'.repeat(length) })),
    ),
  fc.integer({ min: 100, max: 3000 }).map((count) =>
    post(
      'contact_submissions',
      Array.from({ length: count }, (_, n) => newContactMessage({ subject: `Row ${n}`, name: '' })),
    ),
  ),
  fc
    .integer({ min: 100, max: 100_000 })
    .map((depth) =>
      post('contact_submissions', `${'{"name":'.repeat(depth)}1${'}'.repeat(depth)}`),
    ),
);
/** The last row is refused, so that nothing is stored. */
const manyRows = fc.integer({ min: 100, max: 1500 }).map((count) =>
  post(
    'shed_listings',
    Array.from({ length: count }, (_, n) => newShed({ title: n === count - 1 ? '' : `Shed ${n}` })),
  ),
);
/** Numbers of ten bytes that are 100,000 digits long, many openings, deep lists. */
const largeDesigns = fc
  .tuple(
    fc.integer({ min: 100, max: 20_000 }),
    fc.constantFrom('1e100000', '[[[[]]]]', '{}', '"x"'),
  )
  .map(([count, value]) => {
    const openings = `[${Array(count).fill(value).join()}]`;
    const design = JSON.stringify(newDesign()).replace(
      /"openings":\[.*?\]/,
      `"openings":${openings}`,
    );
    return post('rpc/price_design', `{"design":${design}}`);
  });
const altTexts = manyTexts.map((paths) => post('rpc/get_image_alt_texts', { paths }));

const search = fc
  .tuple(
    fc.constantFrom(
      ...['find_blog_posts', 'find_shed_listings', 'find_reviews', 'find_past_projects'],
      ...['count_quote_requests', 'count_contact_submissions'],
    ),
    patterns,
  )
  .map(([name, values]) => post(`rpc/${name}`, { patterns: values }));

/** By who sends them. */
export const expensiveCalls: Record<'anon' | 'staff', Record<string, fc.Arbitrary<Call>>> = {
  anon: { largeArguments: fc.oneof(altTexts, largeDesigns), largeRows },
  staff: { largeArguments: fc.oneof(altTexts, largeDesigns, search), largeRows, manyRows },
};
