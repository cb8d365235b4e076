import fc from 'fast-check';
import { words } from './hostile-texts.ts';
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
import { createParameter } from './tables-parameters.ts';

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
