import { BookOpen, ExternalLink, Eye, EyeOff, type LucideIcon, Pencil, Trash2 } from 'lucide-react';
import type { BlogPost } from '#app/data/blog-posts.ts';

const actionClass =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md px-2 font-medium text-ink hover:bg-pine-deep focus-visible:outline-2 focus-visible:outline-offset-[-2px] max-xl:gap-1.5 max-xl:border max-xl:border-line-firm max-xl:px-2.5';

type PostActionsProps = {
  post: BlogPost;
  onPreview: () => void;
  onToggle: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

/** Open, publish, edit and delete, at the end of a post's row. */
export function PostActions({ post, onPreview, onToggle, onEdit, onDelete }: PostActionsProps) {
  const { title } = post;
  return (
    <div className="flex flex-wrap gap-2 max-xl:pt-2 xl:flex-nowrap xl:gap-0">
      {post.is_published ? (
        <a
          href={`/blog/${encodeURIComponent(post.slug)}`}
          target="_blank"
          rel="noreferrer"
          aria-label={`View: ${title}, opens in a new tab`}
          title="View"
          className={actionClass}
        >
          <ExternalLink aria-hidden className="size-5 shrink-0 max-sm:hidden" />
          <span className="xl:hidden">View</span>
        </a>
      ) : (
        <Action label="Preview" title={title} Icon={BookOpen} onClick={onPreview} />
      )}
      <Action
        label={post.is_published ? 'Unpublish' : 'Publish'}
        title={title}
        Icon={post.is_published ? EyeOff : Eye}
        onClick={onToggle}
      />
      <Action label="Edit" title={title} Icon={Pencil} onClick={onEdit} />
      <Action label="Delete" title={title} Icon={Trash2} onClick={onDelete} iconOnly />
    </div>
  );
}

type ActionProps = {
  label: string;
  title: string;
  Icon: LucideIcon;
  onClick: () => void;
  iconOnly?: boolean;
};

function Action({ label, title, Icon, onClick, iconOnly }: ActionProps) {
  return (
    <button
      type="button"
      aria-label={`${label}: ${title}`}
      title={label}
      onClick={onClick}
      className={`${actionClass} ${iconOnly ? 'max-xl:ml-auto' : ''}`}
    >
      <Icon aria-hidden className={`size-5 shrink-0 ${iconOnly ? '' : 'max-sm:hidden'}`} />
      {!iconOnly && <span className="xl:hidden">{label}</span>}
    </button>
  );
}
