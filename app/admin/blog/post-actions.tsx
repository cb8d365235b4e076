import { ExternalLink, Eye, Globe, GlobeLock, Pencil, Trash2 } from 'lucide-react';
import type { BlogPost } from '#app/data/blog-posts.ts';
import { RowAction, RowActionFace, RowActionList, rowActionClass } from '../lists/row-action.tsx';
import { RowMenu } from '../lists/row-menu.tsx';

type PostActionsProps = {
  post: BlogPost;
  busy: boolean;
  onPreview: () => void;
  onToggle: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

export function PostActions(props: PostActionsProps) {
  const { post, busy, onPreview, onToggle, onEdit, onDelete } = props;
  const { title } = post;
  const view = {
    label: 'View',
    Icon: ExternalLink,
    href: `/blog/${encodeURIComponent(post.slug)}`,
  };
  const preview = { label: 'Preview', Icon: Eye, onClick: onPreview };
  const toggle = {
    label: post.is_published ? 'Unpublish' : 'Publish',
    Icon: post.is_published ? GlobeLock : Globe,
    busy,
    onClick: onToggle,
  };
  const edit = { label: 'Edit', Icon: Pencil, onClick: onEdit };
  const deletion = { label: 'Delete', Icon: Trash2, onClick: onDelete };
  return (
    <RowActionList>
      {post.is_published ? (
        <a
          href={view.href}
          target="_blank"
          rel="noreferrer"
          aria-label={`View: ${title}, opens in a new tab`}
          title="View"
          className={`${rowActionClass} max-sm:hidden`}
        >
          <RowActionFace {...view} />
        </a>
      ) : (
        <RowAction {...preview} what={title} className="max-sm:hidden" />
      )}
      <RowAction {...toggle} what={title} className="max-sm:hidden" />
      <RowAction {...edit} what={title} className="max-sm:hidden" />
      <RowAction {...deletion} what={title} iconOnly className="max-sm:hidden" />
      <RowMenu what={title} items={[post.is_published ? view : preview, toggle, edit, deletion]} />
    </RowActionList>
  );
}
