import { useAltText } from '#app/site/alt-texts.tsx';
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
      alt={`Drawing of a shed like it: ${size}, ${shed_style}, ${material_type}, ${color}`}
      sizes=""
      width={960}
      height={720}
      priority={priority}
      className="size-full object-cover"
      fallback={null}
    />
  );
}
