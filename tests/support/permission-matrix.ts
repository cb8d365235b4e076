import { randomUUID } from 'node:crypto';
import { newsWording } from '#app/domain/privacy/marketing-consent.ts';
import { newPriceListRow } from '#tests/fixtures/designs.ts';
import {
  newQuoteAcceptanceRow,
  newQuoteContent,
  newQuoteVersionRow,
} from '#tests/fixtures/quotes.ts';
import {
  newBackupRun,
  newContactMessage,
  newPost,
  newProject,
  newQuoteRequest,
  newRetentionRun,
  newReview,
  newSection,
  newSettings,
  newShed,
  newSitePage,
  newVideo,
} from '#tests/fixtures/rows.ts';

// Permissions by section 6 of the specification and later decisions. A table or function of the
// database that is missing here fails the test.

/** `refused` is an error, `nothing` an empty result, `shown` the public rows, `own` the caller's own row. */
export type Reading = 'everything' | 'shown' | 'own' | 'nothing' | 'refused';
type Rights = {
  select: Reading;
  insert: boolean;
  update: boolean;
  upsert: boolean;
  delete: boolean;
};
/** `former` was staff and has signed in again; `stranger` never was staff. */
export const callers = ['anon', 'stranger', 'former', 'staff'] as const;
export type Caller = (typeof callers)[number];

/** Rows that others reference: accounts (`another` can't sign in), a public post, a sent quote. */
export type Known = {
  former: string;
  another: string;
  post: string;
  quote: string;
  quoteVersion: string;
  quoteEvent: string;
};
type NewRow = (known: Known) => Record<string, unknown>;
type TableRights = {
  key: string;
  /** A row that visitors may see; for tables that they may not read, any row. */
  shown: NewRow;
  /** A row that visitors may not read, if the table has such rows. */
  hidden?: NewRow;
  /** A row that a caller tries to add. */
  added: NewRow;
  change: Record<string, unknown>;
  rights: Record<Caller, Rights>;
};

const reads = (select: Reading): Rights => ({
  select,
  insert: false,
  update: false,
  upsert: false,
  delete: false,
});
const changes: Rights = { ...reads('everything'), insert: true, update: true, delete: true };
const writes: Rights = { ...changes, upsert: true };
const onlyUpdates: Rights = { ...reads('everything'), update: true, upsert: true };

const readBy = (anon: Reading, signedIn: Reading, staff: Reading) => ({
  anon: reads(anon),
  stranger: reads(signedIn),
  former: reads(signedIn),
  staff: reads(staff),
});
const content = { ...readBy('shown', 'shown', 'everything'), staff: writes };
const sent: Rights = { ...reads('nothing'), insert: true };
const enquiries = {
  anon: { ...sent, select: 'refused' },
  stranger: sent,
  former: sent,
  // What a visitor has sent cannot be changed, neither by an upsert.
  staff: changes,
} satisfies Record<Caller, Rights>;
const forStaffToRead = readBy('refused', 'nothing', 'everything');

/** Tables, each after those that it references. */
export const tables: Record<string, TableRights> = {
  business_settings: {
    key: 'id',
    shown: () => newSettings(),
    added: () => newSettings(),
    change: { phone: '705-555-0199' },
    rights: { ...content, staff: onlyUpdates },
  },
  home_content: {
    key: 'id',
    shown: () => newSection(),
    hidden: () => newSection({ section_name: 'sheds_hero', is_active: false }),
    added: () => newSection(),
    change: { title: 'Changed' },
    rights: { ...content, staff: onlyUpdates },
  },
  video_carousel: {
    key: 'id',
    shown: () => newVideo(),
    hidden: () => newVideo({ is_active: false }),
    added: () => newVideo(),
    change: { title: 'Changed' },
    rights: content,
  },
  reviews: {
    key: 'id',
    shown: () => newReview(),
    hidden: () => newReview({ is_featured: false }),
    added: () => newReview(),
    change: { is_approved: false },
    rights: content,
  },
  past_projects: {
    key: 'id',
    shown: () => newProject(),
    added: () => newProject(),
    change: { title: 'Changed' },
    rights: content,
  },
  shed_listings: {
    key: 'id',
    shown: () => newShed(),
    hidden: () => newShed({ is_active: false }),
    added: () => newShed(),
    change: { price: 1 },
    rights: content,
  },
  blog_posts: {
    key: 'id',
    shown: () => newPost(),
    hidden: () => newPost({ is_published: false, published_at: null }),
    added: () => newPost({ is_published: false, published_at: null }),
    change: { title: 'Changed' },
    rights: content,
  },
  blog_post_slug_history: {
    key: 'id',
    shown: ({ post }) => ({ slug: 'formerly', post_id: post }),
    hidden: ({ another }) => ({ slug: 'of-a-draft', post_id: another }),
    added: ({ post }) => ({ slug: 'taken-over', post_id: post }),
    change: { slug: 'changed' },
    rights: readBy('shown', 'shown', 'everything'),
  },
  image_alt_texts: {
    key: 'path',
    shown: () => ({ path: 'projects/1767225600000-garage.webp', alt: 'A garage' }),
    hidden: () => ({ path: 'projects/1767225600000-unused.webp', alt: 'Shown nowhere' }),
    added: () => ({ path: 'sheds/1767225600000-added.webp', focal_x: 30, focal_y: 70 }),
    change: { alt: 'Changed', focal_x: 0, focal_y: 100 },
    rights: content,
  },
  site_pages: {
    key: 'id',
    shown: () => newSitePage(),
    added: () => newSitePage({ slug: 'accessibility' }),
    change: { content: '<p>Other words for the same page.</p>' },
    rights: { ...content, staff: changes },
  },
  contact_submissions: {
    key: 'id',
    shown: () => newContactMessage({ email: 'shown@example.com' }),
    added: () => newContactMessage(),
    change: { status: 'read' },
    rights: enquiries,
  },
  quote_requests: {
    key: 'id',
    shown: () => newQuoteRequest({ email: 'shown@example.com' }),
    added: () => newQuoteRequest(),
    change: { status: 'responded', notes: 'Called back.' },
    rights: enquiries,
  },
  marketing_consents: {
    key: 'id',
    shown: () => ({ email: 'shown@example.com', wording: newsWording, source: 'quote' }),
    added: () => ({ email: 'added@example.com', wording: newsWording, source: 'contact' }),
    // The database sets the time itself.
    change: { withdrawn_at: '2020-01-01T00:00:00Z' },
    rights: enquiries,
  },
  designer_settings: {
    key: 'id',
    shown: () => ({ price_visibility: 'range' }),
    added: () => ({ price_visibility: 'none' }),
    change: { price_visibility: 'itemised' },
    rights: { ...content, staff: onlyUpdates },
  },
  // Published versions never change; staff add and delete the draft.
  price_lists: {
    key: 'id',
    shown: () => newPriceListRow({ version: 1, published_at: '2026-11-01T12:00:00Z' }),
    added: () => newPriceListRow(),
    change: { costs: { base: {}, items: { 'extra.ramp': 1 } } },
    rights: {
      ...forStaffToRead,
      staff: { ...reads('everything'), insert: true, delete: true },
    },
  },
  quote_settings: {
    key: 'id',
    shown: () => ({ legal_name: 'Builders Ltd.' }),
    added: () => ({ legal_name: '' }),
    change: { legal_name: 'Test Builders Ltd.' },
    rights: { ...forStaffToRead, staff: onlyUpdates },
  },
  // Visitors may read whether HST is charged and its rate, not the number, so that `*` is refused.
  tax_settings: {
    key: 'id',
    shown: () => ({ hst_number: '12345 6789 RT0001' }),
    added: () => ({ hst_number: '' }),
    change: { hst_charged: false },
    rights: { ...forStaffToRead, staff: onlyUpdates },
  },
  quote_templates: {
    key: 'id',
    shown: () => ({ name: 'Garden shed', content: newQuoteContent() }),
    added: () => ({ name: 'Garage', content: newQuoteContent() }),
    change: { name: 'Changed' },
    rights: { ...forStaffToRead, staff: writes },
  },
  // Staff add drafts and change the content of sent quotes; only drafts can be deleted.
  quotes: {
    key: 'id',
    shown: () => ({
      number: '2026-0041',
      version: 1,
      state: 'sent',
      customer_name: 'Ann Fielder',
      content: newQuoteContent(),
    }),
    added: () => ({ customer_name: 'Ben Carver', content: newQuoteContent() }),
    change: { customer_name: 'Changed' },
    rights: { ...forStaffToRead, staff: changes },
  },
  quote_versions: {
    key: 'id',
    shown: ({ quote }) => newQuoteVersionRow({ quote_id: quote }),
    added: ({ quote }) => newQuoteVersionRow({ quote_id: quote, version: 2 }),
    change: { version: 9 },
    rights: forStaffToRead,
  },
  quote_acceptances: {
    key: 'id',
    shown: ({ quote, quoteVersion }) =>
      newQuoteAcceptanceRow({ quote_id: quote, version_id: quoteVersion }),
    added: ({ quote, quoteVersion }) =>
      newQuoteAcceptanceRow({ quote_id: quote, version_id: quoteVersion }),
    change: { channel: 'phone' },
    rights: forStaffToRead,
  },
  quote_documents: {
    key: 'id',
    shown: ({ quote }) => ({ quote_id: quote, version: 1, type: 'offer' }),
    added: ({ quote }) => ({ quote_id: quote, version: 1, type: 'acceptance' }),
    change: { status: 'erased' },
    rights: forStaffToRead,
  },
  quote_events: {
    key: 'id',
    shown: ({ quote }) => newQuoteEventRow(quote, 1001),
    added: ({ quote }) => newQuoteEventRow(quote, 1002),
    change: { entry: '{}' },
    rights: forStaffToRead,
  },
  quote_event_details: {
    key: 'id',
    shown: ({ quote, quoteEvent }) => ({
      quote_id: quote,
      event_id: quoteEvent,
      field: 'ip',
      value: '192.0.2.1',
      salt: 'salt',
    }),
    added: ({ quote, quoteEvent }) => ({ quote_id: quote, event_id: quoteEvent, field: 'name' }),
    change: { value: null, salt: null },
    rights: forStaffToRead,
  },
  quote_messages: {
    key: 'id',
    shown: ({ quote }) => newQuoteMessageRow(quote, 1),
    added: ({ quote }) => newQuoteMessageRow(quote, 2),
    change: { body: 'Changed' },
    rights: forStaffToRead,
  },
  quote_payments: {
    key: 'id',
    shown: ({ quote }) => newQuotePaymentRow(quote, 1),
    added: ({ quote }) => newQuotePaymentRow(quote, 2),
    change: { amount_cents: 1 },
    rights: forStaffToRead,
  },
  quote_stages: {
    key: 'id',
    shown: ({ quote }) => ({ quote_id: quote, stage: 'ordered', reached_on: '2026-11-23' }),
    added: ({ quote }) => ({ quote_id: quote, stage: 'ready', reached_on: '2026-11-23' }),
    change: { note: 'Changed' },
    rights: forStaffToRead,
  },
  quote_reminders: {
    key: 'id',
    shown: ({ quote }) => newQuoteReminderRow(quote, 1),
    added: ({ quote }) => newQuoteReminderRow(quote, 2),
    change: { body: 'Changed' },
    rights: {
      ...forStaffToRead,
      staff: { ...reads('everything'), update: true, delete: true },
    },
  },
  backup_runs: {
    key: 'id',
    shown: () => newBackupRun(),
    added: () => newBackupRun(),
    change: { due_at: '2026-11-22T03:30:00Z' },
    rights: forStaffToRead,
  },
  retention_runs: {
    key: 'id',
    shown: () => newRetentionRun(),
    added: () => newRetentionRun(),
    change: { images: 7 },
    rights: forStaffToRead,
  },
  deleted_records: {
    key: 'id',
    shown: () => newDeletedRecord(),
    added: () => newDeletedRecord(),
    change: { record_name: 'Changed' },
    rights: forStaffToRead,
  },
  audit_entries: {
    key: 'id',
    shown: () => ({ table_name: 'reviews', action: 'insert' }),
    added: () => ({ table_name: 'reviews', action: 'insert' }),
    change: { actor_email: 'somebody@example.com' },
    rights: forStaffToRead,
  },
  staff: {
    key: 'user_id',
    shown: ({ another }) => ({ user_id: another }),
    added: ({ former }) => ({ user_id: former }),
    change: { created_at: '2020-01-01T00:00:00Z' },
    rights: readBy('refused', 'nothing', 'own'),
  },
};

const both = (columns: string) => ({ insert: columns, update: columns });

/** The columns that signed-in accounts may write. All others are the database's own. */
export const writableColumns: Record<string, { insert?: string; update: string }> = {
  blog_posts: {
    insert:
      'id title slug excerpt content author is_published published_at featured_image ' +
      'created_at updated_at',
    update: 'title slug excerpt content author is_published published_at featured_image',
  },
  business_settings: both(
    'business_name phone email address hours facebook_url instagram_url latitude ' +
      'longitude retention_months service_area price_includes payment_methods service_texts',
  ),
  contact_submissions: {
    insert: 'name email phone subject message',
    update: 'status is_spam',
  },
  designer_settings: both(
    'price_visibility range_below_percent range_above_percent max_width_ft ' +
      'max_snow_load_kpa ground_snow_kpa rain_kpa snow_checked_on trailer_deck_m hints ' +
      'zoning withdrawn_options framing',
  ),
  home_content: both('section_name title subtitle content cta_text cta_link image_url is_active'),
  image_alt_texts: both('path alt focal_x focal_y'),
  marketing_consents: {
    insert: 'email wording source',
    update: 'withdrawn_at',
  },
  past_projects: {
    insert:
      'id title description project_type location completion_date is_featured images ' +
      'created_at updated_at',
    update: 'title description project_type location completion_date is_featured images',
  },
  price_lists: both('prices costs'),
  quote_reminders: {
    update: 'due_at body',
  },
  quote_requests: {
    insert:
      'customer_name email phone project_type material_type color size shed_style ' +
      'description budget_range timeline custom_message inspiration_images design ' +
      'delivery_km price_basis',
    update: 'status notes is_spam',
  },
  quote_settings: both(
    'legal_name consent_sentence defaults ' +
      'valid_days reminder_days reminder_text bookkeeping_years',
  ),
  quote_templates: both('name content'),
  quotes: both(
    'quote_request_id customer_name customer_email customer_phone customer_address ' + 'content',
  ),
  reviews: {
    insert:
      'id customer_name rating review_text project_type is_approved is_featured created_at ' +
      'updated_at',
    update: 'customer_name rating review_text project_type is_approved is_featured',
  },
  shed_listings: {
    insert:
      'id title description material_type color size shed_style price images is_active ' +
      'is_featured specifications design created_at updated_at',
    update:
      'title description material_type color size shed_style price images is_active ' +
      'is_featured specifications',
  },
  site_pages: {
    insert: 'slug title content',
    update: 'title content',
  },
  tax_settings: both('hst_charged hst_basis_points hst_number'),
  video_carousel: {
    insert:
      'id title description video_url thumbnail_url order_index is_active created_at ' +
      'updated_at',
    update: 'title description video_url thumbnail_url order_index is_active',
  },
};

const searchColumns = 'search_text name_order';
const spamColumns = 'is_spam spam_reasons';

/**
 * Columns that signed-in accounts may name in a row that they send back, but not change. `insert` are those that
 * a new row may name, too: with their defaults, or if the row is stored already. Staff may choose the id of one.
 */
export const protectedColumns: Record<string, { insert?: string; update: string }> = {
  blog_posts: { update: 'id created_at updated_at' },
  business_settings: both('id created_at updated_at'),
  contact_submissions: {
    insert: `id status ${spamColumns} created_at updated_at ${searchColumns} subject_order message_order`,
    update:
      'id name email phone subject message spam_reasons created_at updated_at ' +
      `${searchColumns} subject_order message_order`,
  },
  designer_settings: both('id created_at updated_at'),
  home_content: both('id created_at updated_at'),
  image_alt_texts: both('updated_at'),
  past_projects: { update: 'id created_at updated_at' },
  quote_requests: {
    insert:
      `id design_price status notes ${spamColumns} created_at updated_at ` +
      `${searchColumns} budget_order size_order`,
    update:
      'id customer_name email phone project_type material_type color size shed_style description ' +
      'budget_range timeline custom_message inspiration_images design delivery_km price_basis ' +
      `design_price spam_reasons created_at updated_at ${searchColumns} budget_order size_order`,
  },
  quote_settings: both('id created_at updated_at'),
  quote_templates: both('id created_at updated_at'),
  reviews: { update: 'id created_at updated_at' },
  shed_listings: {
    insert: 'size_group floor_area',
    update: 'id design created_at updated_at size_group floor_area',
  },
  site_pages: {
    insert: 'id created_at updated_at',
    update: 'id slug created_at updated_at',
  },
  tax_settings: both('id created_at updated_at'),
  video_carousel: { update: 'id created_at updated_at' },
};

/** Visitors insert into these, the same columns; they update nothing. */
export const visitorTables = ['contact_submissions', 'marketing_consents', 'quote_requests'];

const newDeletedRecord = () => ({
  table_name: 'reviews',
  record_id: randomUUID(),
  record: { customer_name: 'Ann Fielder' },
});

const newQuoteEventRow = (quote: string, sequence: number) => ({
  quote_id: quote,
  sequence,
  type: 'viewed',
  occurred_at: '2026-11-23T12:00:00Z',
  entry: '{}',
  previous_hash: '0',
  hash: '0',
});
const newQuoteMessageRow = (quote: string, number: number) => ({
  id: `30000000-0000-4000-8000-00000000000${number}`,
  quote_id: quote,
  version: 1,
  author: 'customer',
  type: 'question',
  body: 'When can you deliver it?',
});
const newQuotePaymentRow = (quote: string, number: number) => ({
  id: `40000000-0000-4000-8000-00000000000${number}`,
  quote_id: quote,
  paid_on: '2026-11-23',
  amount_cents: 50_000,
  method: 'cash',
});
const newQuoteReminderRow = (quote: string, position: number) => ({
  quote_id: quote,
  version: 1,
  position,
  due_at: '2026-11-30T15:00:00Z',
});

type FunctionRights = {
  /** With its owner's rights, which row-level security does not hold. */
  definer: boolean;
  roles: ('anon' | 'authenticated' | 'service_role')[];
  /** The function itself refuses whoever is signed in and not staff. */
  staffOnly?: true;
};
const everyone: FunctionRights['roles'] = ['anon', 'authenticated', 'service_role'];
const signedIn: FunctionRights['roles'] = ['authenticated', 'service_role'];

/** Every function of the API, and who may call it. */
export const functions: Record<string, FunctionRights> = {
  accept_quote: { definer: true, roles: everyone },
  adjust_quote_estimate: { definer: true, roles: signedIn, staffOnly: true },
  answer_quote_message: { definer: true, roles: signedIn, staffOnly: true },
  begin_retention_run: { definer: false, roles: ['service_role'] },
  change_shed_prices: { definer: false, roles: signedIn },
  choose_quote_options: { definer: true, roles: everyone },
  claim_due_mails: { definer: true, roles: ['service_role'] },
  claim_mails_for: { definer: true, roles: ['service_role'] },
  claim_quote_document: { definer: true, roles: everyone },
  complete_quote_mail: { definer: true, roles: ['service_role'] },
  count_contact_submissions: { definer: false, roles: signedIn },
  count_quote_requests: { definer: false, roles: signedIn },
  count_quotes: { definer: false, roles: signedIn },
  count_unsent_mails: { definer: false, roles: signedIn },
  create_quote_link: { definer: true, roles: signedIn, staffOnly: true },
  create_request_from_message: { definer: true, roles: signedIn, staffOnly: true },
  decline_quote: { definer: true, roles: everyone },
  erase_old_quotes: { definer: true, roles: ['service_role'] },
  erase_quotes: { definer: true, roles: signedIn, staffOnly: true },
  extend_quote: { definer: true, roles: signedIn, staffOnly: true },
  find_blog_posts: { definer: false, roles: signedIn },
  find_past_projects: { definer: false, roles: signedIn },
  find_quote_document: { definer: true, roles: everyone },
  find_reviews: { definer: false, roles: signedIn },
  find_shed_listings: { definer: false, roles: signedIn },
  forget_deleted_records: { definer: true, roles: signedIn, staffOnly: true },
  forget_quote_files: { definer: true, roles: ['service_role'] },
  get_image_alt_texts: { definer: false, roles: everyone },
  get_personal_data: { definer: false, roles: signedIn },
  list_audit_actors: { definer: false, roles: signedIn },
  list_unsent_mails: { definer: false, roles: signedIn },
  list_unsent_quote_mails: { definer: false, roles: signedIn },
  mark_mail_failed: { definer: true, roles: ['service_role'] },
  mark_mail_sent: { definer: true, roles: ['service_role'] },
  mark_quote_read: { definer: true, roles: signedIn, staffOnly: true },
  open_quote: { definer: true, roles: everyone },
  prepare_quote_mail: { definer: true, roles: ['service_role'] },
  preview_prices: { definer: false, roles: signedIn },
  price_design: { definer: true, roles: everyone },
  process_due_quotes: { definer: true, roles: ['service_role'] },
  prune_audit_entries: { definer: true, roles: ['service_role'] },
  prune_deleted_records: { definer: true, roles: ['service_role'] },
  publish_price_list: { definer: true, roles: signedIn, staffOnly: true },
  put_back_record: { definer: true, roles: signedIn, staffOnly: true },
  queue_spam_digest: { definer: true, roles: ['service_role'] },
  queue_storage_warning: { definer: true, roles: ['service_role'] },
  read_spam_digest: { definer: true, roles: ['service_role'] },
  record_quote_acceptance: { definer: true, roles: signedIn, staffOnly: true },
  record_quote_payment: { definer: true, roles: signedIn, staffOnly: true },
  record_quote_stage: { definer: true, roles: signedIn, staffOnly: true },
  resend_quote: { definer: true, roles: signedIn, staffOnly: true },
  retry_mail: { definer: true, roles: signedIn, staffOnly: true },
  retry_quote_mails: { definer: true, roles: signedIn, staffOnly: true },
  review_quote: { definer: true, roles: everyone },
  revoke_quote_links: { definer: true, roles: signedIn, staffOnly: true },
  save_quote_reminder: { definer: true, roles: signedIn, staffOnly: true },
  send_quote: { definer: true, roles: signedIn, staffOnly: true },
  send_quote_message: { definer: true, roles: everyone },
  stop_quote_reminders: { definer: true, roles: everyone },
  store_quote_document: { definer: true, roles: everyone },
  take_rate_limit: { definer: true, roles: ['service_role'] },
  verify_quote: { definer: true, roles: signedIn, staffOnly: true },
  view_quote: { definer: true, roles: everyone },
  withdraw_quote: { definer: true, roles: signedIn, staffOnly: true },
};
