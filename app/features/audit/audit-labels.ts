import { formatMoment } from '#app/lib/dates.ts';
import { formatCents, formatPrice } from '#app/lib/prices.ts';
import { capitalize } from '#app/lib/text.ts';

type AuditArea = {
  label: string;
  noun: string;
  named: (name: string) => string;
  path?: (name: string, recordId: string) => string;
};

const quoted = (noun: string) => (name: string) => `the ${noun} “${name}”`;
const searched = (path: string) => (name: string) =>
  `/admin/${path}?${new URLSearchParams({ q: name })}`;

/** A table of parts of quotes; the name of a record is the id of its quote. */
const createQuotePart = (label: string, noun: string): AuditArea => ({
  label,
  noun,
  named: () => noun,
  path: (quoteId) => `/admin/quote-builder/${quoteId}`,
});

const createOrder = (nouns: string): AuditArea => ({
  label: `Order of ${nouns}`,
  noun: `the ${nouns}`,
  named: () => `the ${nouns}`,
});

/** The tables of the audit log, in the order of the back office's menu. Those of accounts are under `auth.users`. */
export const auditAreas: Record<string, AuditArea> = {
  quote_requests: {
    label: 'Quote Requests',
    noun: 'a quote request',
    named: (name) => `the quote request from ${name}`,
    path: searched('quotes'),
  },
  contact_submissions: {
    label: 'Contact Messages',
    noun: 'a contact message',
    named: (name) => `the message from ${name}`,
    path: searched('contacts'),
  },
  quotes: {
    label: 'Quotes',
    noun: 'a quote',
    named: (name) => `the quote ${name}`,
    path: (_name, id) => `/admin/quote-builder/${id}`,
  },
  quote_reminders: createQuotePart('Quote reminders', 'a quote reminder'),
  quote_payments: createQuotePart('Quote payments', 'a payment'),
  quote_stages: createQuotePart('Order stages', 'an order stage'),
  quote_messages: createQuotePart('Answers to customers', 'an answer to a customer'),
  quote_templates: {
    label: 'Quote templates',
    noun: 'a quote template',
    named: quoted('quote template'),
    path: () => '/admin/quote-builder/settings',
  },
  quote_settings: {
    label: 'Quote settings',
    noun: 'the quote settings',
    named: () => 'the quote settings',
    path: () => '/admin/quote-builder/settings',
  },
  tax_settings: {
    label: 'HST',
    noun: 'the HST setting',
    named: () => 'the HST setting',
    path: () => '/admin/settings',
  },
  past_projects: {
    label: 'Past Projects',
    noun: 'a project',
    named: quoted('project'),
    path: searched('projects'),
  },
  shed_listings: {
    label: 'Shed Listings',
    noun: 'a shed',
    named: quoted('shed'),
    path: searched('sheds'),
  },
  'past_projects.order_index': createOrder('projects'),
  'shed_listings.order_index': createOrder('sheds'),
  price_lists: {
    label: 'Price List',
    noun: 'the price list draft',
    named: quoted('price list'),
    path: () => '/admin/price-list?tab=versions',
  },
  designer_settings: {
    label: 'Designer settings',
    noun: 'the designer settings',
    named: () => 'the designer settings',
    path: () => '/admin/price-list?tab=visitors',
  },
  reviews: {
    label: 'Reviews',
    noun: 'a review',
    named: (name) => `the review by ${name}`,
    path: searched('reviews'),
  },
  blog_posts: {
    label: 'Blog Posts',
    noun: 'a post',
    named: quoted('post'),
    path: searched('blog'),
  },
  own_pages: {
    label: 'Pages',
    noun: 'a page',
    named: quoted('page'),
    path: searched('pages'),
  },
  home_content: {
    label: 'Home Content',
    noun: 'a hero',
    named: quoted('hero'),
    path: () => '/admin/home-content',
  },
  video_carousel: {
    label: 'Video Carousel',
    noun: 'a video',
    named: quoted('video'),
    path: () => '/admin/videos',
  },
  business_settings: {
    label: 'Business Settings',
    noun: 'the Business Settings',
    named: () => 'the Business Settings',
    path: () => '/admin/settings',
  },
  announcements: {
    label: 'Announcement',
    noun: 'the announcement',
    named: () => 'the announcement',
    path: () => '/admin/appearance',
  },
  'private.mail_settings': {
    label: 'Email',
    noun: 'the email settings',
    named: () => 'the email settings',
    path: () => '/admin/email',
  },
  demonstration: {
    label: 'Demonstration content',
    noun: 'the demonstration content',
    named: () => 'the demonstration content',
  },
  backups: {
    label: 'Backups',
    noun: 'a backup',
    named: (name) => `the backup ${name}`,
    path: () => '/admin/backups',
  },
  list_entries: {
    label: 'Lists',
    noun: 'a list entry',
    named: quoted('list entry'),
    path: () => '/admin/lists',
  },
  'list_entries.order_index': createOrder('list entries'),
  redirects: {
    label: 'Redirects',
    noun: 'a redirect',
    named: (name) => `the redirect from ${name}`,
    path: searched('redirects'),
  },
  missing_pages: {
    label: 'Missing pages',
    noun: 'a missing page',
    named: (name) => `the missing page ${name} from the list`,
    path: () => '/admin/redirects',
  },
  site_pages: {
    label: 'Privacy and accessibility pages',
    noun: 'a page',
    named: quoted('page'),
    path: () => '/admin/privacy',
  },
  marketing_consents: {
    label: 'News consents',
    noun: 'a news consent',
    named: (name) => `the news consent of ${name}`,
  },
  image_alt_texts: {
    label: 'Image descriptions and focal points',
    noun: 'an image description or focal point',
    named: (name) => (name ? `the image “${name}”` : "an image's focal point"),
  },
  'storage.objects': {
    label: 'Images',
    noun: 'a photo from a visitor',
    named: (name) => `the image ${name}`,
  },
  'auth.users': { label: 'Accounts and sign-ins', noun: 'an account', named: (name) => name },
};

/** Tables whose entries concern accounts. */
export const accountTables: readonly string[] = ['auth.users', 'auth.mfa_factors', 'staff'];

/** Returns whether a table's entries are listed under accounts and sign-ins. */
export const isAccountTable = (table: string) => accountTables.includes(table);

const columnLabels: Record<string, string> = {
  address: 'address',
  amount_cents: 'amount',
  alt: 'image description',
  business_name: 'business name',
  color_card: 'supplier colours',
  completion_date: 'completion date',
  content: 'text',
  cta_link: 'button link',
  cta_text: 'button text',
  delivery_places: 'towns and postal codes',
  customer_address: "customer's address",
  customer_email: "customer's email address",
  customer_name: "customer's name",
  customer_phone: "customer's phone",
  dkim_selector: 'DKIM selector',
  email: 'email address',
  erased_at: 'erasure',
  facebook_url: 'Facebook URL',
  from_path: 'old address',
  faq: 'frequently asked questions',
  featured_image: 'featured image',
  enquiry_recipients: 'who gets emails about enquiries',
  host: 'mail server',
  hst_basis_points: 'HST',
  hst_charged: 'charge HST',
  hst_number: 'HST number',
  hst_number_shown: 'HST number on the home page',
  focal_x: 'focal point, percent from the left',
  focal_y: 'focal point, percent from the top',
  image: 'photo',
  image_url: 'hero image',
  images: 'images',
  instagram_url: 'Instagram URL',
  is_active: 'active',
  is_approved: 'approved',
  is_featured: 'featured',
  is_published: 'published',
  in_footer: 'link in the footer',
  in_menu: 'link in the second navigation',
  is_spam: 'spam',
  lapsed_as: 'outcome of the change',
  accent_color: 'accent colour',
  typefaces: 'typefaces',
  lists_more_pages: 'more pages in the sitemap',
  logo_height: 'logo height',
  logo_image: 'logo',
  logo_width: 'logo width',
  social_urls: 'other social networks',
  material_type: 'material',
  operation_recipients: 'who gets website alerts',
  order_index: 'order',
  paid_on: 'payment day',
  phone: 'phone',
  port: 'mail server port',
  privacy_checked_on: 'privacy page checked on',
  published_at: 'publication date',
  retention_months: 'how long enquiries are kept',
  quote_id: 'quote',
  quote_recipients: 'who gets emails about quotes',
  quote_request_id: 'quote request',
  reached_on: 'day',
  review_asked_at: 'request for a review',
  review_text: 'review text',
  reviewed_on: 'date of the review',
  section_name: 'section',
  security: 'mail server encryption',
  sender_email: 'sender address',
  payment_methods: 'payment',
  service_area: 'area',
  price_includes: 'what shed prices include',
  service_images: 'service images',
  service_links: 'service links',
  service_texts: 'service descriptions',
  shown_services: 'services shown',
  site_texts: 'headings and notes',
  trust_texts: 'facts about the business',
  shed_style: 'style',
  state: 'status',
  slug: 'web address',
  source_url: 'link to the review',
  specifications: 'features and upgrades',
  thumbnail_url: 'thumbnail',
  to_url: 'new address',
  user_name: 'mail server user name',
  valid_until: 'last valid day',
  video_url: 'video URL',
  withdrawn_at: 'withdrawal',
  created_at: 'date',
};

/** The label of a column, such as `material`. */
export function getColumnLabel(column: string): string {
  return columnLabels[column] ?? column.replaceAll('_', ' ');
}

/** The name of a column within a sentence, in Canadian spelling, unlike the labels of forms. */
export function getColumnNoun(column: string): string {
  return column === 'color' ? 'colour' : getColumnLabel(column);
}

export type AuditValue =
  | string
  | number
  | boolean
  | null
  | AuditValue[]
  | { [key: string]: AuditValue | undefined };

const renderMissing = (column: string) => (column === 'price' ? formatPrice(null) : 'nothing');

/** Renders a value on one line for a sentence, text in quotes. */
export function renderValue(column: string, value: AuditValue | undefined): string {
  const line = renderLines(column, value).join(' ');
  return typeof value === 'string' && value !== '' && !isMoment(column, value) ? `“${line}”` : line;
}

/** Renders a value on several lines, rich text without its tags. */
export function renderLines(column: string, value: AuditValue | undefined): string[] {
  if (value === null || value === undefined || value === '') return [renderMissing(column)];
  if (typeof value === 'boolean') return [value ? 'yes' : 'no'];
  if (typeof value === 'number') {
    if (column.endsWith('_cents')) return [formatCents(value)];
    return [column === 'price' ? formatPrice(value) : String(value)];
  }
  if (typeof value === 'string') {
    return isMoment(column, value) ? [formatMoment(value)] : toPlainLines(value);
  }
  if (Array.isArray(value)) {
    return value.length === 0
      ? [renderMissing(column)]
      : value.flatMap((item) => renderLines(column, item));
  }
  return Object.entries(value).map(
    ([key, item]) => `${capitalize(getColumnLabel(key))}: ${renderLines(key, item).join(', ')}`,
  );
}

const isMoment = (column: string, value: string) =>
  column.endsWith('_at') && !Number.isNaN(Date.parse(value));

function toPlainLines(html: string): string[] {
  return html
    .replace(/<\/(p|h[1-6]|li|blockquote|pre)>|<br\s*\/?>/gi, '\n')
    .replace(/<[a-z/][^>]*>/gi, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()
    .split('\n');
}
