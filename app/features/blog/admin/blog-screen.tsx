import { Eye, FileText } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Thumbnail } from '#app/admin/images/thumbnail.tsx';
import { lazyComponent, usePreload } from '#app/admin/lazy-screen.ts';
import {
  describePublication,
  getPublicationColumns,
  PublicationActions,
  TitleLink,
} from '#app/admin/records/publication-rows.tsx';
import { RecordScreen, TabbedRows } from '#app/admin/records/record-list.tsx';
import { useUndoableDeletion } from '#app/admin/records/use-deletion.tsx';
import {
  useEditing,
  useOpenRow,
  useRecordPage,
  useRowMutation,
} from '#app/admin/records/use-records.tsx';
import { Table, type TableColumn } from '#app/ui/table.tsx';
import {
  type BlogPost,
  deletePost,
  insertPost,
  isSlugTaken,
  setPublication,
} from '../blog-posts.ts';
import { slugTaken, toPublication } from '../post-form.ts';

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
      empty: 'No posts are published yet.',
    },
    { label: 'Drafts', flagged: false, empty: 'No drafts.' },
  ],
} as const;

export default function BlogScreen() {
  const query = useRecordPage<BlogPost>(postList);
  const { change, isBusy } = useRowMutation({
    table,
    subject: 'the post',
    mutate: (client, { id, isPublished }: { id: string; isPublished: boolean }) =>
      setPublication(client, id, toPublication(isPublished, new Date())),
    describe: describePublication,
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

  const renderActions = (post: BlogPost) => (
    <PublicationActions
      row={post}
      busy={isBusy(post.id)}
      href={`/blog/${encodeURIComponent(post.slug)}`}
      preview={{ label: 'Preview', Icon: Eye, onClick: () => preview.open(post.id) }}
      onToggle={() => change({ id: post.id, isPublished: !post.is_published })}
      onEdit={() => editing.openRow(post)}
      onDelete={() => deletion.ask(post)}
    />
  );

  return (
    <>
      <RecordScreen
        title="Blog Posts"
        deletedFrom="blog_posts"
        entityPlural="posts"
        addLabel="New Post"
        onAdd={editing.openNew}
        query={query}
        empty="No posts yet. New posts are drafts until you publish them."
        shape="rows"
      >
        {(page) => (
          <TabbedRows label="Filter posts" tabs={postList.tabs} page={page}>
            {(rows) => (
              <Table
                caption="Blog posts"
                columns={[
                  ...getPostColumns(editing.openRow),
                  ...getPublicationColumns(renderActions),
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

const getPostColumns = (onOpen: (post: { id: string }) => void): TableColumn<BlogPost>[] => [
  {
    header: 'Post',
    className: 'max-xl:pb-1 xl:relative xl:w-[46%]',
    compact: 'name',
    cell: (post) => (
      <span className="flex gap-3.5">
        {post.featured_image ? (
          <Thumbnail
            path={post.featured_image}
            alt=""
            width={320}
            className="h-12 w-16 shrink-0 border border-line sm:h-16 sm:w-21"
          />
        ) : (
          <span
            aria-hidden
            className="grid h-12 w-16 shrink-0 sm:h-16 sm:w-21 place-items-center border border-line bg-pine text-ink-soft"
          >
            <FileText className="size-6" strokeWidth={1.5} />
          </span>
        )}
        <span className="min-w-0">
          <TitleLink row={post} onOpen={onOpen} />
          {post.excerpt && (
            <span className="line-clamp-2 text-ink-soft max-sm:hidden">{post.excerpt}</span>
          )}
        </span>
      </span>
    ),
  },
  {
    header: 'Author',
    compact: 'what',
    cell: (post) => <span className="line-clamp-1 text-ink-soft xl:text-ink">{post.author}</span>,
  },
];
