import type { SiteTexts } from '#app/features/business/site-texts.ts';
import { ListedPrice, ShedImage } from '#app/features/sheds/listed-shed.tsx';
import type { ShedSummary } from '#app/features/sheds/shed-listings.ts';
import { SectionHead, SiteLink } from '#app/site/page-parts.tsx';

type FeaturedShed = Omit<ShedSummary, 'design'> & { drawing: string };

type FeaturedShedsProps = { sheds: FeaturedShed[]; texts: SiteTexts<'home'> };

export function FeaturedSheds({ sheds, texts }: FeaturedShedsProps) {
  if (sheds.length === 0) return null;
  return (
    <section aria-labelledby="featured-sheds" className="wrap py-11 sm:py-16">
      <SectionHead id="featured-sheds" title={texts.sheds_title}>
        <SiteLink
          to="/sheds"
          className="drawn-link inline-flex min-h-11 items-center font-semibold text-lg"
        >
          {texts.sheds_link}
        </SiteLink>
      </SectionHead>
      <ul className="grid grid-cols-1 gap-5 md:grid-cols-3 lg:gap-6">
        {sheds.map((shed) => (
          <li key={shed.id}>
            <FeaturedCard shed={shed} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FeaturedCard({ shed }: { shed: FeaturedShed }) {
  return (
    <article className="group relative grid h-full grid-cols-[2fr_3fr] border border-line bg-sheet md:flex md:flex-col">
      <div className="relative min-h-36 border-line border-r bg-pine md:aspect-4/3 md:min-h-0 md:border-r-0 md:border-b">
        <div className="absolute inset-0">
          <ShedImage shed={shed} sizes="(min-width: 64rem) 25rem, (min-width: 48rem) 33vw, 50vw" />
        </div>
      </div>
      <div className="flex min-w-0 flex-1 flex-col p-4 md:p-5">
        <h3 className="display line-clamp-3 text-xl sm:text-2xl">
          <SiteLink
            to={`/custom-sheds/${shed.id}`}
            className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-2 group-hover:underline-offset-4"
          >
            {shed.title}
          </SiteLink>
        </h3>
        <p className="mt-1.5 mb-3 line-clamp-3 text-ink-soft text-sm sm:text-base">
          {[shed.size, shed.shed_style, shed.material_type].join(', ')}
        </p>
        <p className="mt-auto font-display font-semibold text-xl">
          <ListedPrice price={shed.price} withIncluded />
        </p>
      </div>
    </article>
  );
}
