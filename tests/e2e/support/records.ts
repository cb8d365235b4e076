import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '#app/data/database.types.ts';
import { newPost, newProject, newReview, newShed, newVideo } from '#tests/fixtures/rows.ts';

/** What a screen of records is called by, and a row of its table. */
export type RecordScreen = {
  path: string;
  table: 'past_projects' | 'shed_listings' | 'reviews' | 'blog_posts' | 'video_carousel';
  /** The screen's link in the sidebar. */
  link: string;
  heading: string;
  entity: string;
  entityPlural: string;
  /** Opens the empty form, and the title of its dialog. */
  add: string;
  addTitle: string;
  create: string;
  editTitle: string;
  update: string;
  /** The field that names the record, and its column. */
  field: string;
  column: 'title' | 'customer_name';
  question: string;
  /** How a sentence about the record begins. */
  said: (name: string) => string;
  row: (name: string) => object;
};

const titled = { field: 'Title', column: 'title', said: (name: string) => name } as const;

const screens = {
  projects: {
    ...titled,
    path: '/admin/projects',
    table: 'past_projects',
    link: 'Past Projects',
    heading: 'Past Projects',
    entity: 'project',
    entityPlural: 'projects',
    add: 'Add Project',
    addTitle: 'Add New Project',
    create: 'Add Project',
    editTitle: 'Edit Project',
    update: 'Update Project',
    question: 'Are you sure you want to delete this project?',
    row: (title) => newProject({ title, images: [] }),
  },
  sheds: {
    ...titled,
    path: '/admin/sheds',
    table: 'shed_listings',
    link: 'Shed Listings',
    heading: 'Shed Listings',
    entity: 'shed',
    entityPlural: 'sheds',
    add: 'Add Shed',
    addTitle: 'Add New Shed Listing',
    create: 'Add Shed',
    editTitle: 'Edit Shed Listing',
    update: 'Update Shed',
    question: 'Are you sure you want to delete this shed listing?',
    row: (title) => newShed({ title, images: [] }),
  },
  reviews: {
    path: '/admin/reviews',
    table: 'reviews',
    link: 'Reviews',
    heading: 'Customer Reviews',
    entity: 'review',
    entityPlural: 'reviews',
    add: 'Add Review',
    addTitle: 'Add New Review',
    create: 'Add Review',
    editTitle: 'Edit Review',
    update: 'Update Review',
    field: 'Customer Name',
    column: 'customer_name',
    question: 'Are you sure you want to delete this review?',
    said: (name) => `The review by ${name}`,
    row: (customer_name) => newReview({ customer_name }),
  },
  posts: {
    ...titled,
    path: '/admin/blog',
    table: 'blog_posts',
    link: 'Blog Posts',
    heading: 'Blog Posts',
    entity: 'post',
    entityPlural: 'posts',
    add: 'New Post',
    addTitle: 'Create New Blog Post',
    create: 'Create Post',
    editTitle: 'Edit Blog Post',
    update: 'Update Post',
    question: 'Are you sure you want to delete this blog post?',
    row: (title) => newPost({ title, slug: `post-${crypto.randomUUID()}`, featured_image: null }),
  },
  videos: {
    ...titled,
    path: '/admin/videos',
    table: 'video_carousel',
    link: 'Video Carousel',
    heading: 'Home Content',
    entity: 'video',
    entityPlural: 'videos',
    add: 'Add Video',
    addTitle: 'Add New Video',
    create: 'Add Video',
    editTitle: 'Edit Video',
    update: 'Update Video',
    question: 'Are you sure you want to delete this video?',
    row: (title) => newVideo({ title, thumbnail_url: null, order_index: 50 }),
  },
} satisfies Record<string, RecordScreen>;

/** What the screens of records have in common, for tests that go over all of them. */
export const recordScreens: Record<keyof typeof screens, RecordScreen> = screens;

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

/** A row as it is stored, found by its name or another column; undefined where there is none. */
export async function storedRecord(
  service: SupabaseClient<Database>,
  { table }: RecordScreen,
  value: string,
  column: 'id' | RecordScreen['column'] = 'id',
) {
  // The typed client can't follow a table that is a parameter.
  const { data } = await service
    .from(table as 'past_projects')
    .select('*')
    .eq(column as 'id', value)
    .throwOnError();
  return data[0];
}
