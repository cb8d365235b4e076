import fc from 'fast-check';
import { words } from '#tests/fuzz/hostile-texts.ts';
import { hostile, mostly } from '#tests/fuzz/request-case.ts';
import {
  caller,
  encoded,
  headerValue,
  jsonBody,
  type RequestCase,
  sendable,
} from './request-case.ts';

const operators = [
  ...words('eq neq gt gte lt lte like ilike match imatch in is cs cd ov sl sr nxr nxl adj fts'),
  ...words('plfts phfts wfts isdistinct not.eq not.is not.in eq(any) like(all) match(any)'),
  ...words('not.imatch(all) not.not.eq fts(english) and or'),
];
const values = [
  ...[
    '1',
    'a',
    'null',
    'true',
    '(1,2)',
    '("a","b")',
    '{a,b}',
    '[1,2)',
    '{"a":1}',
    '*a*',
    '*a*_b_*c*d*',
    `${'*%_'.repeat(40)}`,
    '{"(?x)(a{2 5 5}){2 5 5}"}',
    '{{"(a\\{255}){255}"},{***:a}}',
    '(a|b){1,3}$',
    `(${'1,'.repeat(250)}1)`,
    '2024-01-01',
  ],
];

const count = mostly(
  ['0', '1', '10', '-1', '100000', '100001', '9223372036854775807', '99999999999999999999', '1e9'],
  9,
);

/** Query parameters for a table of these columns: filters, select lists, orders, ranges, trees. */
function createParameter(columns: readonly string[]): fc.Arbitrary<string[]> {
  const inside = columns.flatMap((name) => [`${name}->a`, `${name}->>0`, `${name}->-1->>b`]);
  const field = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...columns) },
    { weight: 2, arbitrary: fc.constantFrom(...inside) },
    { weight: 1, arbitrary: hostile },
  );
  const filter = fc.tuple(field, mostly(operators, 15), mostly(values));
  const filterText = filter.map(([name, operator, value]) => `${name}.${operator}.${value}`);
  const list = (item: fc.Arbitrary<string>, maxLength: number) =>
    fc.array(item, { minLength: 1, maxLength }).map((items) => items.join(','));
  const group = fc.letrec<{ all: string; one: string }>((tie) => ({
    all: list(
      fc.oneof({ weight: 4, arbitrary: filterText }, { weight: 1, arbitrary: tie('one') }),
      4,
    ).map((items) => `(${items})`),
    one: fc
      .tuple(fc.constantFrom('and', 'or', 'not.and', 'not.or'), tie('all'))
      .map((pair) => pair.join('')),
  })).all;
  const selected = list(
    fc.oneof(
      { weight: 8, arbitrary: field },
      { weight: 2, arbitrary: fc.constant('*') },
      { weight: 1, arbitrary: field.map((name) => `${name},again:${name}`) },
      { weight: 1, arbitrary: field.map((name) => `alias:${name}::text`) },
      { weight: 1, arbitrary: hostile.map((name) => `${name}!inner(*,id)`) },
      { weight: 1, arbitrary: field.map((name) => `${name}.sum()`) },
    ),
    4,
  );
  const direction = fc.constantFrom('', '.asc', '.desc', '.nullsfirst', '.desc.nullslast', '.x');
  const order = list(
    fc.tuple(field, direction).map((pair) => pair.join('')),
    6,
  );
  return fc.oneof(
    {
      weight: 6,
      arbitrary: filter.map(([name, operator, value]) => [name, `${operator}.${value}`]),
    },
    { weight: 3, arbitrary: selected.map((value) => ['select', value]) },
    { weight: 3, arbitrary: order.map((value) => ['order', value]) },
    { weight: 3, arbitrary: fc.tuple(fc.constantFrom('limit', 'offset'), count) },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom('and', 'or', 'not.or', 'a.or'), group) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('on_conflict', 'columns'), field) },
    { weight: 1, arbitrary: fc.tuple(hostile, hostile) },
  );
}

/** Some columns of each table. */
const tables: Record<string, string[]> = {
  blog_posts: ['title', 'slug', 'content', 'excerpt', 'author', 'is_published', 'published_at'],
  business_settings: ['business_name', 'hours', 'phone', 'email', 'address'],
  contact_submissions: ['name', 'email', 'phone', 'subject', 'message', 'status', 'is_spam'],
  home_content: ['section_name', 'title', 'subtitle', 'content', 'is_active'],
  marketing_consents: ['email', 'source', 'wording'],
  past_projects: ['title', 'description', 'project_type', 'images', 'is_featured', 'location'],
  image_alt_texts: ['path', 'alt', 'focal_x', 'focal_y'],
  blog_post_slug_history: ['slug', 'post_id'],
  designer_settings: [
    ...words(
      'price_visibility hints zoning max_width_ft snow_checked_on withdrawn_options framing',
    ),
  ],
  price_lists: ['version', 'prices', 'costs', 'note', 'published_at'],
  quote_requests: [
    ...words('customer_name email project_type description inspiration_images design delivery_km'),
    ...words('price_basis design_price'),
  ],
  retention_runs: [],
  reviews: ['customer_name', 'rating', 'review_text', 'is_approved', 'is_featured'],
  shed_listings: [...words('title price specifications images is_active size color design')],
  site_pages: ['slug', 'content'],
  staff: ['user_id'],
  video_carousel: ['title', 'video_url', 'order_index', 'is_active'],
  deleted_records: ['table_name', 'record_id', 'record', 'emails'],
  former_values: ['table_name', 'record_id', 'before', 'emails'],
  audit_entries: ['table_name', 'action', 'before', 'after', 'changes'],
};
const routines = [
  ...words('take_rate_limit get_image_alt_texts get_personal_data begin_retention_run is_staff'),
  ...words('list_unsent_mails retry_mail list_audit_actors claim_due_mails queue_storage_warning'),
  ...words('price_design preview_prices publish_price_list version pg_sleep'),
];

const headers = fc.dictionary(
  fc.constantFrom(
    ...words('prefer prefer range range-unit accept accept-profile content-profile content-type'),
    ...words('x-form-verdict x-ridgeline-network cf-connecting-ip x-http-method-override origin'),
  ),
  mostly([
    ...words('return=representation return=minimal,count=exact count=planned count=estimated'),
    'return=headers-only',
    ...words(
      'resolution=merge-duplicates missing=default tx=rollback max-affected=1 handling=strict',
    ),
    ...words(
      '0-9 5- -1 9-2 items application/vnd.pgrst.object+json application/json text/csv public',
    ),
    ...words('auth private */* handling=strict,max-affected=0 application/geo+json'),
  ]).map(headerValue),
  { maxKeys: 3 },
);

const always = ['id', 'created_at', 'updated_at'];

/** A path with the columns of its table. */
const place = fc.oneof(
  {
    weight: 14,
    arbitrary: fc
      .constantFrom(...Object.entries(tables))
      .map(([path, columns]) => ({ path, columns: [...always, ...columns] })),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...routines).map((name) => ({
      path: `rpc/${name}`,
      columns: [
        'key',
        'max_hits',
        'paths',
        'design',
        'delivery_km',
        'designs',
        'prices',
        ...always,
      ],
    })),
  },
  { weight: 1, arbitrary: encoded(hostile).map((path) => ({ path, columns: always })) },
  {
    weight: 1,
    arbitrary: encoded(hostile).map((name) => ({ path: `rpc/${name}`, columns: always })),
  },
);
const methods = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'];

/** Requests to the table interface. */
export const tablesCase: fc.Arbitrary<RequestCase> = place.chain(({ path, columns }) =>
  fc
    .record({
      caller,
      method: fc.constantFrom(...methods),
      query: fc.array(
        createParameter(columns).chain(([key = '', value = '']) =>
          fc.tuple(encoded(fc.constant(key)), encoded(fc.constant(value))),
        ),
        { maxLength: 3 },
      ),
      headers,
      body: jsonBody(columns),
    })
    .map(({ caller: who, method, query, headers: given, body }) => ({
      caller: who,
      method,
      target: sendable(`/rest/v1/${path}?${query.map((pair) => pair.join('=')).join('&')}`),
      headers: { 'content-type': 'application/json', ...given },
      ...(['GET', 'HEAD', 'OPTIONS'].includes(method) ? {} : { body }),
    })),
);
