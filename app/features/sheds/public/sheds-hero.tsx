import { QuoteRequestLink } from '#app/features/enquiries/quote-request-link.tsx';
import { builtInSections } from '#app/features/heroes/built-in-sections.ts';
import type { Row } from '#app/lib/database.types.ts';
import { useAltText } from '#app/site/alt-texts.tsx';
import { SiteLink } from '#app/site/site-link.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';

const builtIn = builtInSections.sheds_hero;

export function ShedsHero({ hero }: { hero: Row<'home_content'> | null }) {
  const getAlt = useAltText();
  const { title, subtitle, content, cta_text, cta_link, image_url } = hero ?? builtIn;
  return (
    <section className="border-line border-b lg:grid lg:grid-cols-2">
      <div className="wrap py-7 sm:py-11 lg:mr-0 lg:max-w-[41rem]">
        <h1
          className={`display ${title.length > 60 ? 'text-3xl sm:text-4xl' : 'text-5xl sm:text-7xl'}`}
        >
          {title}
        </h1>
        {subtitle && <p className="mt-4 max-w-xl font-semibold text-xl">{subtitle}</p>}
        {content && <p className="mt-3 max-w-xl whitespace-pre-line text-lg">{content}</p>}
        <div className="mt-5 flex flex-wrap gap-3">
          <QuoteRequestLink href={cta_link || undefined} className={buttonClass('primary')}>
            {cta_text || builtIn.cta_text}
          </QuoteRequestLink>
          <SiteLink to="/design" className={buttonClass('secondary')}>
            Design your shed
          </SiteLink>
        </div>
      </div>
      {image_url && (
        <div className="pitched relative hidden bg-pine [--pitch:16%] lg:block lg:max-h-160">
          <ResponsiveImage
            path={image_url}
            alt={getAlt(image_url)}
            sizes="50vw"
            width={1280}
            height={720}
            priority
            media="(min-width: 64rem)"
            className="absolute inset-0 size-full object-cover"
            fallback={
              <ResponsiveImage
                path={builtIn.drawing}
                alt=""
                sizes="50vw"
                width={960}
                height={720}
                className="absolute inset-0 size-full object-cover"
                fallback={null}
              />
            }
          />
        </div>
      )}
    </section>
  );
}
