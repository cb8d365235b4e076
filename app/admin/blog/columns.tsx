import { FileText } from 'lucide-react';
import type { BlogPost } from '#app/data/blog-posts.ts';
import { formatDay } from '#app/domain/format/dates.ts';
import { Badge } from '#app/ui/badge.tsx';
import type { TableColumn } from '#app/ui/table.tsx';
import { Thumbnail } from '../images/thumbnail.tsx';
import { coveringLinkClass, OpenLink } from '../lists/open-link.tsx';

export const getPostColumns = (onOpen: (post: BlogPost) => void): TableColumn<BlogPost>[] => [
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
          <OpenLink id={post.id} onOpen={() => onOpen(post)} className={coveringLinkClass}>
            <span className="line-clamp-3 font-semibold xl:group-hover:underline">
              {post.title}
            </span>
          </OpenLink>
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
  {
    header: 'Status',
    compact: 'status',
    cell: (post) =>
      post.is_published ? <Badge tone="done">Published</Badge> : <Badge tone="plain">Draft</Badge>,
  },
  {
    header: 'Date',
    compact: 'when',
    cell: (post) => {
      const moment = post.published_at ?? post.created_at;
      return (
        <time dateTime={moment} className="whitespace-nowrap max-xl:text-sm">
          {formatDay(moment)}
        </time>
      );
    },
  },
];
