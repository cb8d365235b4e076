import { QuoteRequestLink } from '#app/features/enquiries/quote-request-link.tsx';
import { builtInSections } from '#app/features/heroes/built-in-sections.ts';
import type { Row } from '#app/lib/database.types.ts';
import { useAltText } from '#app/site/alt-texts.tsx';
import { SiteLink } from '#app/site/site-link.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';

const builtIn = builtInSections.hero;

const longTitle = 80;
/** A longer text follows the buttons, so that they remain above the fold. */
const longContent = 240;

export function Hero({ hero }: { hero: Row<'home_content'> | null }) {
  const getAlt = useAltText();
  const { title, subtitle, content, cta_text, cta_link, image_url } = hero ?? builtIn;
  const isLong = (content?.length ?? 0) > longContent;
  const text = content && <p className="mt-3 max-w-xl whitespace-pre-line text-lg">{content}</p>;
  return (
    <section className="relative overflow-hidden border-line border-b lg:grid lg:min-h-[min(max(38rem,30vw),calc(100svh-7rem))] lg:grid-cols-12">
      <div className="wrap relative py-7 sm:pt-10 lg:col-span-6 lg:mr-0 lg:flex lg:max-w-[41rem] lg:flex-col lg:justify-center lg:py-10 lg:pr-12">
        <h1
          className={`display ${title.length > longTitle ? 'text-[clamp(1.9rem,1.45rem+1.4vw,2.6rem)]' : 'text-[clamp(2.35rem,1.5rem+2.6vw,4rem)]'}`}
        >
          {title}
        </h1>
        {subtitle && (
          <p className="mt-4 max-w-xl font-semibold text-xl leading-snug sm:text-2xl">{subtitle}</p>
        )}
        {!isLong && text}
        <div className="mt-5 flex flex-wrap gap-3">
          <QuoteRequestLink
            href={cta_link || undefined}
            className={buttonClass('primary', 'grow sm:grow-0 sm:px-7 sm:text-lg')}
          >
            {cta_text || builtIn.cta_text}
          </QuoteRequestLink>
          <SiteLink
            to="/sheds"
            className={buttonClass('secondary', 'grow sm:grow-0 sm:px-7 sm:text-lg')}
          >
            See our sheds
          </SiteLink>
        </div>
        <p className="mt-3 text-ink-soft">Free, and answered within 24 hours.</p>
        {isLong && text}
      </div>
      <div className="relative lg:col-span-6">
        <Rafters />
        <div className="pitched relative aspect-4/3 bg-pine [--pitch:14%] lg:absolute lg:inset-0 lg:aspect-auto lg:max-h-[60rem]">
          {image_url ? (
            <ResponsiveImage
              path={image_url}
              alt={getAlt(image_url)}
              sizes="(min-width: 64rem) max(68rem, 54vw), 100vw"
              width={1280}
              height={960}
              priority
              className="size-full object-cover"
              fallback={<HeroDrawing />}
            />
          ) : (
            <HeroDrawing />
          )}
        </div>
      </div>
    </section>
  );
}

function HeroDrawing() {
  return (
    <ResponsiveImage
      path={builtIn.drawing}
      alt=""
      sizes="(min-width: 64rem) 54vw, 100vw"
      width={960}
      height={720}
      priority
      className="size-full object-cover"
      fallback={null}
    />
  );
}

function Rafters() {
  return (
    <svg
      viewBox="0 0 100 14"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="absolute inset-x-0 top-0 hidden h-[14%] w-full text-line-firm lg:block"
      fill="none"
      stroke="currentColor"
    >
      {[1.2, 2.6].map((lift) => (
        <path key={lift} d={`M0 ${14 - lift}L100 ${-lift}`} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  );
}
