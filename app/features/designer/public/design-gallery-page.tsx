import type { SiteTexts } from '#app/features/business/site-texts.ts';
import { SiteLink } from '#app/site/page-parts.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import type { Gallery, GalleryCard } from '../design-gallery.ts';
import { DesignImage } from '../design-image.tsx';
import { SavedDesignList } from './saved-designs.tsx';
import type { SavedDesigns } from './use-saved-designs.ts';

type DesignGalleryProps = {
  gallery: Gallery;
  texts: SiteTexts<'design'> | null;
  saved: SavedDesigns;
  /** Shows the design that the visitor came from, if there is one. */
  onReturn: (() => void) | undefined;
};

/** Designs to start from, while none is chosen. */
export default function DesignGallery({ gallery, texts, saved, onReturn }: DesignGalleryProps) {
  const { presets, listings } = gallery;
  return (
    <div className="wrap grid grid-cols-1 gap-9 py-4 tall:sm:py-9">
      <div>
        <h1
          className={`display wrap-anywhere ${(texts?.design_title.length ?? 0) > 60 ? 'text-2xl tall:sm:text-3xl' : 'text-3xl tall:sm:text-5xl'}`}
        >
          {texts?.design_title}
        </h1>
        {texts?.design_text && <p className="mt-2 max-w-3xl">{texts.design_text}</p>}
        {onReturn && (
          <button type="button" onClick={onReturn} className={buttonClass('secondary', 'mt-4')}>
            Back to your design
          </button>
        )}
      </div>
      <Cards id="styles" title={texts?.design_styles} cards={presets} isFirst />
      <Cards id="listings" title={texts?.design_listings} cards={listings} />
      <SavedDesignList designs={saved.designs} remove={saved.remove} />
    </div>
  );
}

type CardsProps = {
  id: string;
  title: string | undefined;
  cards: GalleryCard[];
  isFirst?: boolean;
};

function Cards({ id, title, cards, isFirst = false }: CardsProps) {
  if (cards.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="display mb-4 text-2xl sm:text-3xl">
        {title}
      </h2>
      <ul className="grid grid-cols-1 gap-4 min-[22rem]:grid-cols-2 sm:grid-cols-3 lg:grid-cols-4">
        {cards.map(({ id, title, query, details, price }, index) => (
          <li key={id} className="group relative flex flex-col border border-line bg-sheet">
            <div className="relative border-line border-b">
              <DesignImage
                src={`/design/image?${query}`}
                isSmall
                loading={isFirst && index === 0 ? 'eager' : 'lazy'}
                fetchPriority={isFirst && index === 0 ? 'high' : 'auto'}
                className="aspect-4/3 w-full bg-pine object-cover"
              />
            </div>
            <div className="flex grow flex-col p-3 sm:p-4">
              <h3 className="font-display font-semibold text-lg leading-tight wrap-anywhere sm:text-xl">
                <SiteLink
                  to={`/design?${query}`}
                  className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-2 group-hover:underline-offset-4"
                >
                  {title}
                </SiteLink>
              </h3>
              <p className="mt-1 text-ink-soft text-sm">{details}</p>
              {price && (
                <p className="mt-auto pt-2 font-semibold first-letter:uppercase">{price}</p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
