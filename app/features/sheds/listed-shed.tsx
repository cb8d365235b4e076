import { createContext, useContext } from 'react';
import { describeListedPrice, unknownTerms } from '#app/features/designer/listing-terms.ts';
import { formatPrice } from '#app/lib/prices.ts';
import { useAltText } from '#app/site/page-parts.tsx';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';
import type { DrawnShed } from './shed-listings.ts';

type ShownShed = Pick<
  DrawnShed,
  'images' | 'shed_style' | 'color' | 'size' | 'material_type' | 'drawing'
>;

type ShedImageProps = { shed: ShownShed; sizes: string; priority?: boolean };

export function ShedImage({ shed, sizes, priority }: ShedImageProps) {
  const getAlt = useAltText();
  const [cover] = shed.images;
  if (!cover) return <ListingDrawing shed={shed} priority={priority} />;
  return (
    <ResponsiveImage
      path={cover}
      alt={getAlt(cover)}
      sizes={sizes}
      width={960}
      height={720}
      priority={priority}
      className="size-full object-cover"
      fallback={<ListingDrawing shed={shed} />}
    />
  );
}

type ListingDrawingProps = { shed: ShownShed; priority?: boolean | undefined };

export function ListingDrawing({ shed, priority }: ListingDrawingProps) {
  const { drawing, size, shed_style, material_type, color } = shed;
  return (
    <ResponsiveImage
      path={drawing}
      alt={`Drawing of a similar shed: ${size}, ${shed_style}, ${material_type}, ${color}`}
      sizes=""
      width={960}
      height={720}
      priority={priority}
      className="size-full object-cover"
      fallback={null}
    />
  );
}

const Terms = createContext(unknownTerms);

/** The terms of the listings of a page. */
export const ListingTermsProvider = Terms.Provider;

const note = 'font-normal font-sans text-ink-soft text-sm tracking-normal';

type ListedPriceProps = {
  price: number | null;
  /** Says what the price includes. */
  withIncluded?: boolean;
};

/** The price of a listing with its tax, and the total below it. */
export function ListedPrice({ price, withIncluded = false }: ListedPriceProps) {
  const { hstBasisPoints, included } = useContext(Terms);
  if (price === null) return formatPrice(price);
  const { tax, total } = describeListedPrice(price, hstBasisPoints);
  const below = [total, withIncluded && included].filter(Boolean).join(', ');
  return (
    <>
      {formatPrice(price)}
      {tax && <span className={note}> {tax}</span>}
      {/* The blank is for copies and readers; the screen has a line break. */}
      {below && <span className={`block ${note}`}> {below}</span>}
    </>
  );
}
