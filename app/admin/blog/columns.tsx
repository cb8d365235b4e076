import { FileText } from 'lucide-react';
import type { BlogPost } from '#app/data/blog-posts.ts';
import { formatDay } from '#app/domain/format/dates.ts';
import { Badge } from '#app/ui/badge.tsx';
import type { TableColumn } from '#app/ui/table.tsx';
import { Thumbnail } from '../images/thumbnail.tsx';

export const postColumns: TableColumn<BlogPost>[] = [
  {
    header: 'Post',
    className: 'xl:w-[46%]',
    speaksForItself: true,
    cell: (post) => (
      <span className="flex gap-3.5">
        {post.featured_image ? (
          <Thumbnail
            path={post.featured_image}
            alt=""
            width={320}
            className="h-16 w-21 shrink-0 border border-line"
          />
        ) : (
          <span
            aria-hidden
            className="grid h-16 w-21 shrink-0 place-items-center border border-line bg-pine text-ink-soft"
          >
            <FileText className="size-6" strokeWidth={1.5} />
          </span>
        )}
        <span className="min-w-0">
          <span className="block font-semibold">{post.title}</span>
          {post.excerpt && <span className="line-clamp-2 text-ink-soft">{post.excerpt}</span>}
        </span>
      </span>
    ),
  },
  { header: 'Author', cell: (post) => post.author },
  {
    header: 'Status',
    cell: (post) =>
      post.is_published ? <Badge tone="done">Published</Badge> : <Badge tone="plain">Draft</Badge>,
  },
  {
    header: 'Date',
    cell: (post) => {
      const moment = post.published_at ?? post.created_at;
      return (
        <time dateTime={moment} className="whitespace-nowrap">
          {formatDay(moment)}
        </time>
      );
    },
  },
];
