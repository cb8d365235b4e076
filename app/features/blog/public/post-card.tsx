import { formatDay } from '#app/lib/dates.ts';
import { SiteLink, useAltText } from '#app/site/page-parts.tsx';
import { HouseDrawing } from '#app/ui/house-drawing.tsx';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';
import type { PostSummary } from '../blog-posts.ts';
import { postPath } from './blog-nodes.ts';

type PostCardProps = {
  post: PostSummary;
  level: 2 | 3;
  priority?: boolean;
};

export function PostCard({ post, level, priority = false }: PostCardProps) {
  const getAlt = useAltText();
  const Heading = `h${level}` as const;
  return (
    <>
      <div className="aspect-3/2 overflow-hidden border border-line bg-pine">
        {post.featured_image ? (
          <ResponsiveImage
            path={post.featured_image}
            alt={getAlt(post.featured_image)}
            sizes="(min-width: 64rem) 26rem, (min-width: 40rem) 50vw, 100vw"
            width={960}
            height={640}
            priority={priority}
            className="size-full object-cover"
            fallback={<Drawing />}
          />
        ) : (
          <Drawing />
        )}
      </div>
      <Heading className="display mt-4 line-clamp-5 text-2xl">
        <SiteLink
          to={postPath(post.slug)}
          className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-2 group-hover:underline-offset-4"
        >
          {post.title}
        </SiteLink>
      </Heading>
      {post.excerpt && <p className="mt-2 line-clamp-3">{post.excerpt}</p>}
      <p className="mt-3 text-ink-soft text-sm">
        {post.author}
        {post.published_at && `, ${formatDay(post.published_at)}`}
      </p>
    </>
  );
}

function Drawing() {
  return <HouseDrawing part="exterior" className="size-full px-[8%]" />;
}
