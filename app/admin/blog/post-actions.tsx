import { BookOpen, ExternalLink, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react';
import type { BlogPost } from '#app/data/blog-posts.ts';
import { RowAction, rowActionClass, rowActionsClass } from '../lists/row-action.tsx';

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
  return (
    <div className={rowActionsClass}>
      {post.is_published ? (
        <a
          href={`/blog/${encodeURIComponent(post.slug)}`}
          target="_blank"
          rel="noreferrer"
          aria-label={`View: ${title}, opens in a new tab`}
          title="View"
          className={rowActionClass}
        >
          <ExternalLink aria-hidden className="size-5 shrink-0 max-sm:hidden" />
          <span className="xl:hidden">View</span>
        </a>
      ) : (
        <RowAction narrow label="Preview" what={title} Icon={BookOpen} onClick={onPreview} />
      )}
      <RowAction
        narrow
        label={post.is_published ? 'Unpublish' : 'Publish'}
        what={title}
        Icon={post.is_published ? EyeOff : Eye}
        busy={busy}
        onClick={onToggle}
      />
      <RowAction narrow label="Edit" what={title} Icon={Pencil} onClick={onEdit} />
      <RowAction label="Delete" what={title} Icon={Trash2} onClick={onDelete} iconOnly />
    </div>
  );
}
