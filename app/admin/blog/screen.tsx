import { lazy, Suspense } from 'react';
import {
  type BlogPost,
  deletePost,
  insertPost,
  isSlugTaken,
  setPublication,
} from '#app/data/blog-posts.ts';
import { slugTaken, toPublication } from '#app/domain/blog/post-form.ts';
import { Table } from '#app/ui/table.tsx';
import { lazyComponent, usePreload } from '../lazy-screen.ts';
import { useOpenRow } from '../lists/use-open-row.tsx';
import { useRowMutation } from '../lists/use-row-mutation.ts';
import { RecordScreen } from '../records/record-screen.tsx';
import { TabbedRows } from '../records/tabbed-rows.tsx';
import { useEditing } from '../records/use-editing.tsx';
import { useRecordPage } from '../records/use-record-page.ts';
import { useUndoableDeletion } from '../records/use-undoable-deletion.ts';
import { getPostColumns } from './columns.tsx';
import { PostActions } from './post-actions.tsx';

const PostDialog = lazyComponent(() => import('./post-dialog.tsx'));

const PostPreview = lazy(() => import('./post-preview.tsx'));

const table = 'blog_posts';

const postList = {
  table,
  flag: 'is_published',
  tabs: [
    { label: 'All', flagged: undefined, empty: '' },
    {
      label: 'Published',
      flagged: true,
      empty: 'No post is published yet.',
    },
    { label: 'Drafts', flagged: false, empty: 'There are no drafts.' },
  ],
} as const;

export default function BlogScreen() {
  const query = useRecordPage<BlogPost>(postList);
  const { change, isBusy } = useRowMutation({
    table,
    subject: 'The post',
    mutate: (client, { id, isPublished }: { id: string; isPublished: boolean }) =>
      setPublication(client, id, toPublication(isPublished, new Date())),
    describe: ({ title, is_published }) =>
      `${title} is ${is_published ? 'published' : 'no longer published'}.`,
  });
  const editing = useEditing<BlogPost>(table, 'post');
  usePreload(PostDialog);
  const preview = useOpenRow<BlogPost>({ table, entity: 'post', param: 'preview' });
  const deletion = useUndoableDeletion<BlogPost>({
    table,
    entity: 'post',
    question: 'Are you sure you want to delete this blog post?',
    getName: (post) => post.title,
    remove: deletePost,
    restore: insertPost,
    explainError: (error) => (isSlugTaken(error) ? `${slugTaken}.` : undefined),
  });

  const actions = (post: BlogPost) => (
    <PostActions
      post={post}
      onPreview={() => preview.open(post.id)}
      busy={isBusy(post.id)}
      onToggle={() => change({ id: post.id, isPublished: !post.is_published })}
      onEdit={() => editing.openRow(post)}
      onDelete={() => deletion.ask(post)}
    />
  );

  return (
    <>
      <RecordScreen
        title="Blog Posts"
        entityPlural="posts"
        addLabel="New Post"
        onAdd={editing.openNew}
        query={query}
        empty="No posts yet. Write the first one; it stays a draft until you publish it."
        shape="rows"
      >
        {(page) => (
          <TabbedRows label="Filter posts" tabs={postList.tabs} page={page}>
            {(rows) => (
              <Table
                caption="Blog posts"
                columns={[
                  ...getPostColumns(editing.openRow),
                  { header: 'Actions', compact: 'actions', cell: actions },
                ]}
                rows={rows}
              />
            )}
          </TabbedRows>
        )}
      </RecordScreen>
      {editing.render((dialog) => (
        <PostDialog {...dialog} />
      ))}
      {preview.row && (
        <Suspense>
          <PostPreview post={preview.row} onClose={preview.close} finalFocus={preview.finalFocus} />
        </Suspense>
      )}
      {preview.states}
      {deletion.dialogs}
    </>
  );
}
