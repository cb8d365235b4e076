import { lazy, Suspense, useState } from 'react';
import { type BlogPost, deletePost, listPosts, updatePost } from '#app/data/blog-posts.ts';
import { publication } from '#app/domain/post-form.ts';
import { Table } from '#app/ui/table.tsx';
import { FilterTabs } from '#app/ui/tabs.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { useDeletion } from '../enquiries/use-deletion.tsx';
import { useRows } from '../enquiries/use-rows.ts';
import { RecordScreen } from '../records/record-screen.tsx';
import { useChange } from '../records/use-change.ts';
import { useEditing } from '../records/use-editing.ts';
import { adminMeta } from '../robots.ts';
import { useAdminClient } from '../session.ts';
import { postColumns } from './columns.tsx';
import { PostActions } from './post-actions.tsx';
import { PostDialog } from './post-dialog.tsx';

const PostPreview = lazy(() => import('./post-preview.tsx'));

export const meta = () => adminMeta('Blog Posts');

const filters = [
  { label: 'All', keeps: () => true, empty: '' },
  {
    label: 'Published',
    keeps: (post: BlogPost) => post.is_published,
    empty: 'No post is published yet.',
  },
  { label: 'Drafts', keeps: (post: BlogPost) => !post.is_published, empty: 'There are no drafts.' },
];

export default function BlogScreen() {
  const client = useAdminClient();
  const toasts = useToasts();
  const list = useRows(listPosts);
  const change = useChange(list, 'The post');
  const editing = useEditing<BlogPost>();
  const preview = useEditing<BlogPost>();
  const [chosen, setChosen] = useState('All');
  const filter = filters.find(({ label }) => label === chosen);
  const deletion = useDeletion<BlogPost>({
    question: 'Are you sure you want to delete this blog post?',
    remove: (post) => deletePost(client, post.id),
    onRemoved(post) {
      list.remove(post.id);
      toasts.news(`${post.title} is deleted.`);
    },
    refused: (message) => `The post could not be deleted: ${message}`,
    brokeOff: 'The post could not be deleted. Please try again.',
  });

  const actions = (post: BlogPost) => (
    <PostActions
      post={post}
      onPreview={() => preview.openRow(post)}
      onToggle={() =>
        change(() => updatePost(client, post.id, publication(!post.is_published, new Date())))
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
        wordsOf={({ title, excerpt, author, slug }) => [title, excerpt, author, slug]}
        empty="No posts yet. Write the first one; it stays a draft until you publish it."
      >
        {(posts) => (
          <FilterTabs
            label="Filter posts"
            tabs={filters.map(({ label, keeps }) => ({
              value: label,
              label,
              count: posts.filter(keeps).length,
            }))}
            value={chosen}
            onChange={setChosen}
          >
            {posts.some((post) => filter?.keeps(post)) ? (
              <Table
                caption="Blog posts"
                columns={[
                  ...postColumns,
                  { header: 'Actions', speaksForItself: true, cell: actions },
                ]}
                rows={posts.filter((post) => filter?.keeps(post))}
              />
            ) : (
              <p className="py-16 text-center text-ink-soft">{filter?.empty}</p>
            )}
          </FilterTabs>
        )}
      </RecordScreen>
      {editing.target && (
        <PostDialog
          post={editing.target.row}
          onClose={editing.close}
          onSaved={(post) => {
            editing.close();
            list.reload();
            toasts.news(`${post.title} is saved.`);
          }}
          finalFocus={editing.finalFocus}
        />
      )}
      {preview.target?.row && (
        <Suspense>
          <PostPreview
            post={preview.target.row}
            onClose={preview.close}
            finalFocus={preview.finalFocus}
          />
        </Suspense>
      )}
      {deletion.dialogs}
    </>
  );
}
