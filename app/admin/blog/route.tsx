import { lazy, Suspense } from 'react';
import {
  type BlogPost,
  deletePost,
  insertPost,
  isSlugTaken,
  setPublication,
} from '#app/data/blog-posts.ts';
import { publication, slugTaken } from '#app/domain/blog/post-form.ts';
import { Table } from '#app/ui/table.tsx';
import { useChange } from '../lists/use-change.ts';
import { useOpenRow } from '../lists/use-open-row.ts';
import { RecordScreen } from '../records/record-screen.tsx';
import { TabbedRows } from '../records/tabbed-rows.tsx';
import { useEditing } from '../records/use-editing.ts';
import { useRecords } from '../records/use-records.ts';
import { useUndoableDeletion } from '../records/use-undoable-deletion.ts';
import { adminMeta } from '../robots.ts';
import { useAdminClient } from '../session.ts';
import { postColumns } from './columns.tsx';
import { PostActions } from './post-actions.tsx';
import { PostDialog } from './post-dialog.tsx';

const PostPreview = lazy(() => import('./post-preview.tsx'));

export const meta = () => adminMeta('Blog Posts');

const postList = {
  table: 'blog_posts',
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

/** The posts, published or not. */
export default function BlogScreen() {
  const client = useAdminClient();
  const list = useRecords<BlogPost>(postList);
  const change = useChange(list, 'The post');
  const editing = useEditing<BlogPost>(list.reload);
  const preview = useOpenRow<BlogPost>();
  const deletion = useUndoableDeletion<BlogPost>({
    thing: 'post',
    question: 'Are you sure you want to delete this blog post?',
    name: (post) => post.title,
    list,
    remove: deletePost,
    putBack: insertPost,
    whyNot: (error) => (isSlugTaken(error) ? `${slugTaken}.` : undefined),
  });

  const actions = (post: BlogPost) => (
    <PostActions
      post={post}
      onPreview={() => preview.view(post)}
      onToggle={() =>
        change(() => setPublication(client, post.id, publication(!post.is_published, new Date())))
      }
      onEdit={() => editing.openRow(post)}
      onDelete={() => deletion.ask(post)}
    />
  );

  return (
    <>
      <RecordScreen
        title="Blog Posts"
        things="posts"
        addLabel="New Post"
        onAdd={editing.openNew}
        list={list}
        empty="No posts yet. Write the first one; it stays a draft until you publish it."
      >
        {(_posts, shown) => (
          <TabbedRows label="Filter posts" tabs={postList.tabs} shown={shown}>
            {(rows) => (
              <Table
                caption="Blog posts"
                columns={[
                  ...postColumns,
                  { header: 'Actions', speaksForItself: true, cell: actions },
                ]}
                rows={rows}
              />
            )}
          </TabbedRows>
        )}
      </RecordScreen>
      {editing.dialog && <PostDialog {...editing.dialog} />}
      {preview.row && (
        <Suspense>
          <PostPreview post={preview.row} onClose={preview.close} finalFocus={preview.finalFocus} />
        </Suspense>
      )}
      {deletion.dialogs}
    </>
  );
}
