import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '#app/data/database.types.ts';
import { newPost, newProject, newReview, newShed, newVideo } from '#tests/fixtures/rows.ts';

type RecordTable = 'past_projects' | 'shed_listings' | 'reviews' | 'blog_posts' | 'video_carousel';

/** What the screens of records have in common, for tests that go over all of them. */
export type RecordScreen = {
  path: string;
  table: RecordTable;
  /** What the list holds, in the plural. */
  entityPlural: string;
  /** The name of the dialog that a record is changed in, and its button. */
  dialog: string;
  submit: string;
  /** The field that names the record, and its column. */
  field: string;
  column: 'title' | 'customer_name';
  question: string;
  /** How a sentence about the record begins. */
  said: (name: string) => string;
  row: (name: string) => object;
};

const titled = (name: string) => name;

export const recordScreens: RecordScreen[] = [
  {
    path: '/admin/projects',
    table: 'past_projects',
    entityPlural: 'projects',
    dialog: 'Edit Project',
    submit: 'Update Project',
    field: 'Title',
    column: 'title',
    question: 'Are you sure you want to delete this project?',
    said: titled,
    row: (title) => newProject({ title, images: [] }),
  },
  {
    path: '/admin/sheds',
    table: 'shed_listings',
    entityPlural: 'sheds',
    dialog: 'Edit Shed Listing',
    submit: 'Update Shed',
    field: 'Title',
    column: 'title',
    question: 'Are you sure you want to delete this shed listing?',
    said: titled,
    row: (title) => newShed({ title, images: [] }),
  },
  {
    path: '/admin/reviews',
    table: 'reviews',
    entityPlural: 'reviews',
    dialog: 'Edit Review',
    submit: 'Update Review',
    field: 'Customer Name',
    column: 'customer_name',
    question: 'Are you sure you want to delete this review?',
    said: (name) => `The review by ${name}`,
    row: (customer_name) => newReview({ customer_name }),
  },
  {
    path: '/admin/blog',
    table: 'blog_posts',
    entityPlural: 'posts',
    dialog: 'Edit Blog Post',
    submit: 'Update Post',
    field: 'Title',
    column: 'title',
    question: 'Are you sure you want to delete this blog post?',
    said: titled,
    row: (title) =>
      newPost({
        title,
        slug: `post-${crypto.randomUUID()}`,
        content: '<p>See <a href="/sheds">our sheds</a>.</p>',
        featured_image: null,
      }),
  },
  {
    path: '/admin/videos',
    table: 'video_carousel',
    entityPlural: 'videos',
    dialog: 'Edit Video',
    submit: 'Update Video',
    field: 'Title',
    column: 'title',
    question: 'Are you sure you want to delete this video?',
    said: titled,
    row: (title) => newVideo({ title, thumbnail_url: null, order_index: 50 }),
  },
];

type StoredRecord = { id: string; created_at: string; updated_at: string };

/** Adds a row to one of the tables and returns it as it is stored. */
export async function addRecord(
  service: SupabaseClient<Database>,
  { table, row }: RecordScreen,
  name: string,
): Promise<StoredRecord> {
  const { data } = await service
    .from(table)
    .insert(row(name) as never)
    .select()
    .single()
    .throwOnError();
  return data;
}

/** A row as it is stored, undefined where there is none. */
export async function storedRecord(
  service: SupabaseClient<Database>,
  { table }: RecordScreen,
  id: string,
) {
  const { data } = await service.from(table).select('*').eq('id', id).throwOnError();
  return data[0];
}
