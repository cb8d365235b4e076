import fc from 'fast-check';
import { newDesign } from '#tests/fixtures/designs.ts';
import { newContactMessage, newShed } from '#tests/fixtures/rows.ts';
import { likePattern } from '#tests/fuzz/expensive-patterns.ts';
import { quoted, regularExpression, toArrayLiteral } from './expensive-patterns.ts';
import type { RequestCase } from './request-case.ts';

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
const expensiveCalls: Record<'anon' | 'staff', Record<string, fc.Arbitrary<Call>>> = {
  anon: { largeArguments: fc.oneof(altTexts, largeDesigns), largeRows },
  staff: { largeArguments: fc.oneof(altTexts, largeDesigns, search), largeRows, manyRows },
};

/** One request that costs the database much more than it costs to send. */
export type ExpensiveRequest = RequestCase & {
  /** Its class, for the figures. */
  type: string;
  caller: 'anon' | 'staff';
  /** Whether visitors are denied it by rule, whatever it would cost. */
  isDenied: boolean;
};

type Parameters = [name: string, value: string][];
type Query = { table: string; parameters: Parameters; headers?: Record<string, string> };

const textColumns = [
  ['blog_posts', 'content'],
  ['blog_posts', 'title'],
  ['shed_listings', 'description'],
  ['reviews', 'review_text'],
  ['past_projects', 'description'],
] as const;
const shedColumns = ['title', 'description', 'color', 'size', 'price', 'created_at', 'id'];
/** A request line has to fit into 16 KiB with the headers. */
const maxTargetLength = 12_000;

/** Long texts come up most often: they are what makes a pattern slow. */
const textColumn = fc.oneof(
  { weight: 2, arbitrary: fc.constant(textColumns[0]) },
  { weight: 1, arbitrary: fc.constantFrom(...textColumns) },
);
const filterText = (operator: string, pattern: fc.Arbitrary<string>): fc.Arbitrary<Query> =>
  fc.tuple(textColumn, pattern).map(([[table, column], value]) => ({
    table,
    parameters: [
      ['select', 'id'],
      [column, `${operator}.${value}`],
    ],
  }));
const overSheds = (parameters: Parameters, headers: Record<string, string> = {}): Query => ({
  table: 'shed_listings',
  parameters,
  headers,
});
const list = (item: fc.Arbitrary<string>, minLength: number, maxLength: number) =>
  fc.array(item, { minLength, maxLength }).map((items) => items.join(','));

const regex = fc
  .constantFrom('match', 'imatch', 'not.match')
  .chain((operator) => filterText(operator, regularExpression));
const regexArray = fc
  .constantFrom('match(any)', 'imatch(all)', 'not.match(any)')
  .chain((operator) => filterText(operator, toArrayLiteral(regularExpression, 12)));
const likeArray = fc
  .constantFrom('like(any)', 'ilike(all)')
  .chain((operator) => filterText(operator, toArrayLiteral(likePattern, 3)));
const regexInGroup = fc.tuple(regularExpression, fc.integer({ min: 1, max: 3 })).map(
  ([pattern, depth]): Query => ({
    table: 'blog_posts',
    parameters: [['or', nest(depth, `content.match.${quoted(pattern)}`)]],
  }),
);
const like = fc
  .constantFrom('like', 'ilike', 'not.ilike')
  .chain((operator) => filterText(operator, likePattern));
const deepGroup = (min: number, max: number) =>
  fc.tuple(fc.integer({ min, max }), likePattern).map(
    ([depth, pattern]): Query => ({
      table: 'blog_posts',
      parameters: [['or', nest(depth, `content.ilike.${quoted(pattern.slice(0, 60))}`)]],
    }),
  );
const jsonPath = fc
  .tuple(
    fc.array(fc.constantFrom('standard_features', 'optional_upgrades', '0', '-1', 'a'), {
      minLength: 1,
      maxLength: 40,
    }),
    fc.constantFrom('filter', 'order', 'select'),
  )
  .map(([keys, part]) => {
    const path = `specifications->${keys.join('->')}`;
    if (part === 'filter') return overSheds([[path, 'eq.{"a":[1,2,3]}']]);
    return overSheds([[part, part === 'select' ? `id,deep:${path}` : path]]);
  });
const casts = list(fc.constantFrom(...shedColumns), 40, 200).map((columns) =>
  overSheds([
    [
      'select',
      columns
        .split(',')
        .map((name, n) => `c${n}:${name}::text`)
        .join(),
    ],
  ]),
);
const largeIn = fc.oneof(
  list(fc.uuid(), 100, 300).map((ids) => overSheds([['id', `in.(${ids})`]])),
  list(fc.double({ min: 0, noNaN: true }).map(String), 100, 1500).map((numbers) =>
    overSheds([['price', `not.in.(${numbers})`]]),
  ),
);
const hugeOffset = fc.tuple(fc.nat(18), fc.constantFrom(...shedColumns)).map(([digits, column]) =>
  overSheds(
    [
      ['order', `${column}.desc,id`],
      ['limit', '1000'],
      ['offset', `1${'0'.repeat(digits)}`],
    ],
    { prefer: 'count=exact' },
  ),
);
const bigInteger = fc
  .tuple(fc.constantFrom('gt', 'neq', 'lte'), fc.integer({ min: 5, max: 5000 }))
  .map(([operator, digits]) => overSheds([['price', `${operator}.${'9'.repeat(digits)}`]]));
const longOrder = list(
  fc
    .tuple(
      fc.constantFrom(...shedColumns),
      fc.constantFrom('.asc', '.desc', '.desc.nullslast', '.asc.nullsfirst'),
    )
    .map((parts) => parts.join('')),
  40,
  300,
).map((order) => overSheds([['order', order]], { prefer: 'count=exact' }));
const manyItems = list(fc.constantFrom(...shedColumns), 60, 400).map((columns) =>
  overSheds([
    [
      'select',
      columns
        .split(',')
        .map((name, n) => `c${n}:${name}`)
        .join(),
    ],
  ]),
);
const wholeTables = fc
  .constantFrom('blog_posts', 'shed_listings', 'past_projects')
  .map((table): Query => ({ table, parameters: [], headers: { prefer: 'count=exact' } }));

const denied = { regex, regexArray, regexInGroup, likeArray, jsonPath, casts };
const costly = {
  ...{ like, largeIn, hugeOffset, bigInteger, longOrder, manyItems, wholeTables },
  group: deepGroup(1, 3),
};

/** Every class of expensive request that a caller may send. */
export function expensiveRequests(
  caller: 'anon' | 'staff',
): Record<string, fc.Arbitrary<ExpensiveRequest>> {
  const reads = (types: Record<string, fc.Arbitrary<Query>>, isDenied: boolean) =>
    Object.entries(types).map(([type, queries]) => [
      type,
      queries.map((query) => ({ type, caller, isDenied, ...toRequest(query) })),
    ]);
  const calls = Object.entries(expensiveCalls[caller]).map(([type, requests]) => [
    type,
    requests.map((sent) => ({ type, caller, isDenied: false, ...sent })),
  ]);
  return Object.fromEntries([
    ...reads(denied, true),
    ...reads({ deepGroup: deepGroup(5, 15) }, true),
    ...reads(costly, false),
    ...calls,
  ]);
}

function toRequest({ table, parameters, headers = {} }: Query) {
  const query = parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  return { method: 'GET', target: `/rest/v1/${table}?${query}`.slice(0, maxTargetLength), headers };
}

const encode = (text: string) => encodeURIComponent(text).replaceAll('%2C', ',');

/** `(id.is.null,and(id.is.null,or(…)))`, so deep, with a condition at its bottom. */
function nest(depth: number, condition: string): string {
  if (depth === 1) return `(${condition},id.is.null)`;
  return `(id.is.null,${depth % 2 === 0 ? 'and' : 'or'}${nest(depth - 1, condition)})`;
}
