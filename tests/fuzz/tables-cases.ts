import fc from 'fast-check';
import {
  caller,
  encoded,
  headerValue,
  hostile,
  jsonBody,
  mostly,
  type RequestCase,
  sendable,
} from './request-case.ts';

const tables = [
  ...['blog_posts', 'business_settings', 'contact_submissions', 'home_content', 'news_consents'],
  ...['past_projects', 'picture_texts', 'post_addresses', 'quote_requests', 'retention_runs'],
  ...['reviews', 'shed_listings', 'site_pages', 'staff', 'video_carousel', 'audit_entries'],
];
const routines = [
  ...['take_rate_limit', 'picture_texts_of', 'personal_data_of', 'begin_retention_run', 'is_staff'],
  ...[
    'unsent_mails_of',
    'send_mail_again',
    'audit_people',
    'claim_due_mails',
    'version',
    'pg_sleep',
  ],
];
const columns = [
  ...['id', 'created_at', 'updated_at', 'title', 'slug', 'content', 'is_published', 'published_at'],
  ...['name', 'email', 'phone', 'subject', 'message', 'status', 'customer_name', 'rating', 'hours'],
  ...[
    'review_text',
    'images',
    'specifications',
    'price',
    'is_active',
    'is_featured',
    'order_index',
  ],
  ...[
    'inspiration_images',
    'description',
    'user_id',
    'path',
    'author',
    'project_type',
    'xmin',
    'ctid',
  ],
];
const operators = [
  ...['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch', 'in', 'is'],
  ...[
    'cs',
    'cd',
    'ov',
    'sl',
    'sr',
    'nxr',
    'nxl',
    'adj',
    'fts',
    'plfts',
    'phfts',
    'wfts',
    'isdistinct',
  ],
  ...[
    'not.eq',
    'not.is',
    'not.in',
    'eq(any)',
    'like(all)',
    'not.not.eq',
    'fts(english)',
    'and',
    'or',
  ],
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
    '2024-01-01',
  ],
];
const fields = columns.flatMap((name) => [name, `${name}->a`, `${name}->>0`, `${name}->-1->>b`]);

const filter = fc.tuple(mostly(fields), mostly(operators, 9), mostly(values));
const filterText = filter.map(([field, operator, value]) => `${field}.${operator}.${value}`);
const group = fc.letrec<{ all: string; one: string }>((tie) => ({
  all: fc
    .array(fc.oneof({ weight: 4, arbitrary: filterText }, { weight: 1, arbitrary: tie('one') }), {
      maxLength: 4,
    })
    .map((list) => `(${list.join(',')})`),
  one: fc
    .tuple(fc.constantFrom('and', 'or', 'not.and', 'not.or'), tie('all'))
    .map((pair) => pair.join('')),
})).all;
const selected = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: mostly([...fields, '*']) },
      { weight: 1, arbitrary: mostly(columns).map((name) => `alias:${name}::text`) },
      { weight: 1, arbitrary: mostly(tables).map((name) => `${name}!inner(*,id)`) },
      { weight: 1, arbitrary: mostly(columns).map((name) => `${name}.sum()`) },
    ),
    { maxLength: 6 },
  )
  .map((list) => list.join(','));
const order = fc
  .array(
    fc
      .tuple(
        mostly(fields),
        fc.constantFrom('', '.asc', '.desc', '.nullsfirst', '.desc.nullslast', '.x'),
      )
      .map((pair) => pair.join('')),
    { maxLength: 4 },
  )
  .map((list) => list.join(','));
const count = mostly(['0', '1', '10', '-1', '9223372036854775807', '99999999999999999999', '1e9']);

const parameter = fc.oneof(
  {
    weight: 6,
    arbitrary: filter.map(([field, operator, value]) => [field, `${operator}.${value}`]),
  },
  { weight: 2, arbitrary: selected.map((value) => ['select', value]) },
  { weight: 2, arbitrary: order.map((value) => ['order', value]) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom('limit', 'offset', 'reviews.limit'), count) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom('and', 'or', 'not.or', 'a.or'), group) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('on_conflict', 'columns'), mostly(columns)) },
  { weight: 1, arbitrary: fc.tuple(hostile, hostile) },
);

const headers = fc.dictionary(
  fc.constantFrom(
    ...['prefer', 'prefer', 'range', 'range-unit', 'accept', 'accept-profile', 'content-profile'],
    ...[
      'content-type',
      'x-form-verdict',
      'x-ridgeline-address',
      'x-http-method-override',
      'origin',
    ],
  ),
  mostly([
    ...['return=representation', 'return=minimal,count=exact', 'count=planned', 'count=estimated'],
    ...[
      'resolution=merge-duplicates',
      'missing=default',
      'tx=rollback',
      'max-affected=1',
      'handling=strict',
    ],
    ...[
      '0-9',
      '5-',
      '-1',
      '9-2',
      'items',
      'application/vnd.pgrst.object+json',
      'application/json',
      'text/csv',
    ],
    ...[
      'public',
      'auth',
      'private',
      '*/*',
      'handling=strict,max-affected=0',
      'application/geo+json',
    ],
  ]).map(headerValue),
  { maxKeys: 3 },
);

/** Requests to the table interface. */
export const tablesCase: fc.Arbitrary<RequestCase> = fc
  .record({
    caller,
    method: fc.constantFrom(
      'GET',
      'GET',
      'GET',
      'HEAD',
      'POST',
      'POST',
      'PATCH',
      'DELETE',
      'PUT',
      'OPTIONS',
    ),
    path: fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...tables) },
      { weight: 3, arbitrary: fc.constantFrom(...routines).map((name) => `rpc/${name}`) },
      { weight: 1, arbitrary: encoded(hostile) },
      { weight: 1, arbitrary: encoded(hostile).map((name) => `rpc/${name}`) },
    ),
    query: fc.array(
      parameter.chain(([key = '', value = '']) =>
        fc.tuple(encoded(fc.constant(key)), encoded(fc.constant(value))),
      ),
      { maxLength: 4 },
    ),
    headers,
    body: jsonBody([...columns, 'key', 'max_hits', 'window_seconds', 'paths']),
  })
  .map(({ caller: who, method, path, query, headers: given, body }) => ({
    caller: who,
    method,
    target: sendable(`/rest/v1/${path}?${query.map((pair) => pair.join('=')).join('&')}`),
    headers: { 'content-type': 'application/json', ...given },
    ...(['GET', 'HEAD', 'OPTIONS'].includes(method) ? {} : { body }),
  }));
