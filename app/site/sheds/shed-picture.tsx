import type { Row } from '#app/data/database.types.ts';
import { usePictureText } from '#app/site/picture-texts.tsx';
import { ShedDrawing } from '#app/ui/illustrations/shed-drawing.tsx';
import { Picture } from '#app/ui/picture.tsx';

type Shed = Row<'shed_listings'>;

/** A shed's first picture, or a drawing of it. */
export function ShedPicture({
  shed,
  sizes,
  priority,
}: {
  shed: Shed;
  sizes: string;
  priority?: boolean;
}) {
  const textOf = usePictureText();
  const [cover] = shed.images;
  if (!cover) return <ListingDrawing shed={shed} />;
  return (
    <Picture
      path={cover}
      alt={textOf(cover)}
      sizes={sizes}
      width={960}
      height={720}
      priority={priority}
      className="size-full object-cover"
      fallback={<ListingDrawing shed={shed} />}
    />
  );
}

/** The drawing of a listing in its own style, colour and size. */
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
