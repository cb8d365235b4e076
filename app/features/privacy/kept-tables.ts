/** The tables whose deleted rows are kept for 30 days. */
export const keptTables = [
  'quote_requests',
  'contact_submissions',
  'quotes',
  'quote_templates',
  'past_projects',
  'shed_listings',
  'reviews',
  'blog_posts',
  'video_carousel',
] as const;
export type KeptTable = (typeof keptTables)[number];
