import type { Row } from '#app/data/database.types.ts';
import { useAltText } from '#app/site/alt-texts.tsx';
import { ShedDrawing } from '#app/ui/illustrations/shed-drawing.tsx';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';

type Shed = Pick<
  Row<'shed_listings'>,
  'images' | 'shed_style' | 'color' | 'size' | 'material_type'
>;

export function ShedImage({
  shed,
  sizes,
  priority,
}: {
  shed: Shed;
  sizes: string;
  priority?: boolean;
}) {
  const getAlt = useAltText();
  const [cover] = shed.images;
  if (!cover) return <ListingDrawing shed={shed} />;
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

export function ListingDrawing({ shed }: { shed: Shed }) {
  return (
    <ShedDrawing
      style={shed.shed_style}
      color={shed.color}
      size={shed.size}
      material={shed.material_type}
      className="size-full"
    />
  );
}
