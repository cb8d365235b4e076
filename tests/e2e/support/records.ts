import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '#app/lib/database.types.ts';
import { newPost, newProject, newReview, newShed } from '#tests/fixtures/rows.ts';

type Table = 'past_projects' | 'shed_listings' | 'reviews' | 'blog_posts' | 'video_carousel';

/** What a screen of records is called by, from the word for its records and for one of its dialogs. */
function toScreen(path: string, table: Table, heading: string, noun: string, dialog = noun) {
  return {
    ...{ path, table, heading, entity: noun.toLowerCase() },
    /** The buttons for an empty form and of the forms, and their titles. */
    ...{ add: `Add ${noun}`, create: `Add ${noun}`, update: `Update ${noun}` },
    ...{ addTitle: `Add New ${dialog}`, editTitle: `Edit ${dialog}` },
    question: `Are you sure you want to delete this ${dialog.toLowerCase()}?`,
    /** The field that names the record, and its column. */
    ...{ field: 'Title', column: 'title' as 'title' | 'customer_name' },
  };
}

export type RecordScreen = ReturnType<typeof toScreen>;

export const projects = toScreen('/admin/projects', 'past_projects', 'Past Projects', 'Project');
export const sheds = toScreen(
  ...(['/admin/sheds', 'shed_listings', 'Shed Listings', 'Shed', 'Shed Listing'] as const),
);
export const reviews: RecordScreen = {
  ...toScreen('/admin/reviews', 'reviews', 'Customer Reviews', 'Review'),
  ...{ field: 'Customer Name', column: 'customer_name' },
};
export const posts = toScreen('/admin/blog', 'blog_posts', 'Blog Posts', 'Post');
export const videos = toScreen('/admin/videos', 'video_carousel', 'Home Content', 'Video');

const rows = {
  past_projects: (title: string) => newProject({ title, images: [] }),
  shed_listings: (title: string) => newShed({ title, images: [] }),
  reviews: (customer_name: string) => newReview({ customer_name }),
  blog_posts: (title: string) =>
    newPost({ title, slug: `post-${crypto.randomUUID()}`, featured_image: null }),
};

/** Adds a row to one of the tables and returns it as it is stored. */
export async function addRecord(
  service: SupabaseClient<Database>,
  table: keyof typeof rows,
  name: string,
): Promise<{ id: string; slug?: string }> {
  const insertion = service.from(table).insert(rows[table](name) as never);
  return (await insertion.select().single().throwOnError()).data;
}
