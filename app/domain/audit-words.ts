/** What an entry of the trail is about, in the words of the back office. */
type AuditArea = {
  /** As the filter of the activity log names it. */
  label: string;
  /** The record without a name, such as `a shed`. */
  thing: string;
  /** The record with its name, such as `the shed “The Gardener”`. */
  named: (name: string) => string;
  /** Where the back office shows the record. */
  address?: (name: string) => string;
};

const quoted = (thing: string) => (name: string) => `the ${thing} “${name}”`;
const searched = (path: string) => (name: string) =>
  `/admin/${path}?${new URLSearchParams({ q: name })}`;

/** Every table that the trail knows, in the order of the back office's menu. */
export const auditAreas: Record<string, AuditArea> = {
  quote_requests: {
    label: 'Quote Requests',
    thing: 'a quote request',
    named: (name) => `the quote request of ${name}`,
    address: searched('quotes'),
  },
  contact_submissions: {
    label: 'Contact Messages',
    thing: 'a contact message',
    named: (name) => `the message of ${name}`,
    address: searched('contacts'),
  },
  past_projects: {
    label: 'Past Projects',
    thing: 'a project',
    named: quoted('project'),
    address: searched('projects'),
  },
  shed_listings: {
    label: 'Shed Listings',
    thing: 'a shed',
    named: quoted('shed'),
    address: searched('sheds'),
  },
  reviews: {
    label: 'Reviews',
    thing: 'a review',
    named: (name) => `the review by ${name}`,
    address: searched('reviews'),
  },
  blog_posts: {
    label: 'Blog Posts',
    thing: 'a post',
    named: quoted('post'),
    address: searched('blog'),
  },
  home_content: {
    label: 'Home Content',
    thing: 'a hero',
    named: quoted('hero'),
    address: () => '/admin/home-content',
  },
  video_carousel: {
    label: 'Video Carousel',
    thing: 'a video',
    named: quoted('video'),
    address: () => '/admin/videos',
  },
  business_settings: {
    label: 'Business Settings',
    thing: 'the Business Settings',
    named: () => 'the Business Settings',
    address: () => '/admin/settings',
  },
  site_pages: {
    label: 'Privacy and accessibility pages',
    thing: 'a page',
    named: quoted('page'),
    address: () => '/admin/privacy',
  },
  news_consents: {
    label: 'Consents to news',
    thing: 'a consent to news',
    named: (name) => `the consent to news of ${name}`,
  },
  picture_texts: {
    label: 'Texts of pictures',
    thing: 'the text of a picture',
    named: (name) => `the text of a picture, “${name}”`,
  },
  'storage.objects': {
    label: 'Pictures',
    thing: 'a picture that a visitor had sent',
    named: (name) => `the picture ${name}`,
  },
  'auth.users': { label: 'Accounts and sign-ins', thing: 'an account', named: (name) => name },
};

const columnWords: Record<string, string> = {
  address: 'address',
  alt: 'text',
  business_name: 'name of the business',
  completion_date: 'completion date',
  content: 'text',
  cta_link: 'address of the button',
  cta_text: 'words of the button',
  customer_name: "customer's name",
  email: 'e-mail address',
  facebook_url: 'Facebook address',
  featured_image: 'picture',
  image_url: 'picture',
  images: 'pictures',
  instagram_url: 'Instagram address',
  is_active: 'active',
  is_approved: 'approved',
  is_featured: 'featured',
  is_published: 'published',
  is_spam: 'spam',
  material_type: 'material',
  order_index: 'place in the order',
  phone: 'telephone number',
  published_at: 'date of publication',
  retention_months: 'months that enquiries are kept',
  review_text: 'words of the review',
  section_name: 'section',
  shed_style: 'style',
  slug: 'web address',
  specifications: 'features and upgrades',
  thumbnail_url: 'preview picture',
  video_url: 'address of the video',
  withdrawn_at: 'withdrawal',
  created_at: 'date',
};

/** A column in words, such as `material`. */
export function columnWord(column: string): string {
  return columnWords[column] ?? column.replaceAll('_', ' ');
}
