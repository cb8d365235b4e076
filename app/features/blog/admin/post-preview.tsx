import { Thumbnail } from '#app/admin/images/thumbnail.tsx';
import { formatDay } from '#app/lib/dates.ts';
import { richTextToShow } from '#app/lib/rich-text.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import type { BlogPost } from '../blog-posts.ts';

type PostPreviewProps = {
  post: BlogPost;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
};

export default function PostPreview({ post, onClose, finalFocus }: PostPreviewProps) {
  return (
    <Dialog open inUrl size="xl" title="Preview" onClose={onClose} finalFocus={finalFocus}>
      <article aria-label={post.title}>
        <h3 className="display text-3xl sm:text-5xl">{post.title}</h3>
        <p className="mt-3 text-ink-soft">
          {post.author}, {formatDay(post.published_at ?? post.updated_at)}
        </p>
        {post.featured_image && (
          <Thumbnail
            path={post.featured_image}
            alt=""
            width={640}
            className="mt-6 aspect-2/1 w-full border border-line"
          />
        )}
        <div
          className="rich-text mt-8 max-w-prose"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by richTextToShow
          dangerouslySetInnerHTML={{ __html: richTextToShow(post.content) }}
        />
      </article>
    </Dialog>
  );
}
