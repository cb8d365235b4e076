import { lazy, type ReactNode, Suspense } from 'react';
import { CustomerReview } from '#app/features/reviews/customer-review.tsx';
import type { Row } from '#app/lib/database.types.ts';
import { SiteLink } from '#app/site/page-parts.tsx';
import { Question } from '#app/site/questions.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { HouseDrawing } from '#app/ui/house-drawing.tsx';
import type { Section } from '../page-content.ts';

// Most pages have none of these.
const BeforeAfter = lazy(() => import('#app/site/before-after.tsx'));
const Gallery = lazy(async () => ({ default: (await import('#app/site/gallery.tsx')).Gallery }));
const VideoPlayer = lazy(async () => ({
  default: (await import('#app/site/video-player.tsx')).VideoPlayer,
}));

type PageSectionsProps = {
  title: string;
  sections: Section[];
  /** The reviews that blocks show, as far as they are approved. */
  reviews: Row<'reviews'>[];
};

/** The heading and the parts of one of the owner's pages. */
export function PageSections({ title, sections, reviews }: PageSectionsProps) {
  return (
    <article className="wrap py-8 sm:py-13">
      <h1
        className={`display wrap-anywhere ${title.length > 40 ? 'text-4xl sm:text-5xl' : 'text-5xl sm:text-7xl'}`}
      >
        {title}
      </h1>
      {sections.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a page have no other identity
        <Suspense key={index}>{renderSection(section, index, title, reviews)}</Suspense>
      ))}
    </article>
  );
}

function renderSection(
  section: Section,
  index: number,
  title: string,
  reviews: PageSectionsProps['reviews'],
): ReactNode {
  switch (section.type) {
    case 'text':
      return (
        <div
          className="rich-text mt-7 max-w-prose"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized in the loader
          dangerouslySetInnerHTML={{ __html: section.html }}
        />
      );
    case 'question':
      return <Question entry={section} />;
    case 'button':
      return (
        <p className="mt-7">
          <PageButton {...section} />
        </p>
      );
    case 'review': {
      const review = reviews.find(({ id }) => id === section.id);
      if (!review) return null;
      return (
        <div className="mt-7 max-w-prose border border-line bg-sheet p-5">
          <CustomerReview review={review} />
        </div>
      );
    }
    case 'gallery':
      return (
        <div className="mt-7 max-w-4xl">
          <Gallery
            id={`gallery-${index}`}
            subject={title}
            paths={section.paths}
            sizes="(min-width: 56rem) 56rem, 100vw"
            fallback={<HouseDrawing part="exterior" className="size-full px-[8%]" />}
          />
        </div>
      );
    case 'comparison':
      return (
        <div className="mt-7 max-w-4xl">
          <BeforeAfter
            before={section.before}
            after={section.after}
            subject={section.title || title}
          />
        </div>
      );
    case 'video':
      return (
        <figure className="mt-7 max-w-4xl">
          <div className="relative aspect-video overflow-hidden border border-line bg-pine">
            <VideoPlayer
              video={{
                title: section.title,
                video_url: section.url,
                thumbnail_url: section.thumbnail,
              }}
            />
          </div>
          <figcaption className="mt-3 text-ink-soft">{section.title}</figcaption>
        </figure>
      );
  }
}

function PageButton({ label, href }: { label: string; href: string }) {
  const className = buttonClass('primary');
  if (href.startsWith('/')) {
    return (
      <SiteLink to={href} className={className}>
        {label}
      </SiteLink>
    );
  }
  return (
    <a href={href} rel="noopener" className={className}>
      {label}
    </a>
  );
}
