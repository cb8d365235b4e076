import { constrainDesign } from '#drawing/design/constrain-design.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { COLORS, LIMITS, MATERIALS, type ShedDesign, STYLES } from '#drawing/design/shed-design.ts';
import { parseDesignParams } from './design-params.ts';
import { shedDesignSchema } from './design-schema.ts';
import { getDesignImageUrl, getDesignUrl } from './design-view.ts';
import { withCardVersion } from './drawing-url.ts';

export type DesignedListing = {
  shed_style: string;
  material_type: string;
  color: string;
  size: string;
  /** The design that the listing was made from. */
  design?: unknown;
};

/**
 * The design of a listing: the one that it was made from, or its preset. An unknown material or colour is
 * that of the design; undefined if the designer doesn't offer the style or size.
 */
export function toListingDesign(listing: DesignedListing): ShedDesign | undefined {
  const style = findOption(STYLES, listing.shed_style);
  const size = parseSize(listing.size);
  if (!style || !size) return undefined;
  const material = findOption(MATERIALS, listing.material_type);
  const color = findOption(COLORS, listing.color);
  const original = findOriginalDesign(listing);
  if (original) return original;
  return createPresetDesign({
    style,
    ...size,
    ...(material ? { material } : {}),
    ...(color ? { color } : {}),
  });
}

/** The design that a listing was made from, unless staff have changed its style or size since. */
export function findOriginalDesign(listing: DesignedListing): ShedDesign | undefined {
  const { data: design } = shedDesignSchema.safeParse(listing.design);
  const size = parseSize(listing.size);
  if (design?.style !== findOption(STYLES, listing.shed_style)) return undefined;
  if (design?.width !== size?.width || design?.length !== size?.length) return undefined;
  return (
    design &&
    constrainDesign({
      ...design,
      material: findOption(MATERIALS, listing.material_type) ?? design.material,
      wallColor: findOption(COLORS, listing.color) ?? design.wallColor,
    }).design
  );
}

/**
 * The design by which a listing is priced: with the size of the listing, even where the style is not
 * designed in that size. Undefined if the designer doesn't offer the style or size.
 */
export function toPricedListing(listing: DesignedListing): ShedDesign | undefined {
  const design = toListingDesign(listing);
  const size = parseSize(listing.size);
  if (!design || !size) return undefined;
  const isWithin = (name: 'width' | 'length') =>
    size[name] >= LIMITS[name].min && size[name] <= LIMITS[name].max;
  return isWithin('width') && isWithin('length') ? { ...design, ...size } : undefined;
}

/** URL of the drawing of a listing's design, or of the nearest design if the designer cannot build it. */
export function getListingImageUrl(listing: DesignedListing): string {
  const design = toListingDesign(listing) ?? findNearestDesign(listing);
  return getDesignImageUrl(design);
}

function findNearestDesign(listing: DesignedListing) {
  const [, query] = getListingDesignUrl(listing).split('?');
  return parseDesignParams(new URLSearchParams(query)).design;
}

/**
 * Replaces a listing's design with the URLs of its drawing and of the designer.
 * @param cardVersion of the colours of drawings
 */
export function withDrawing<Shed extends DesignedListing>(
  { design, ...shed }: Shed,
  cardVersion?: string,
): Omit<Shed, 'design'> & { drawing: string; designUrl: string } {
  const listing = { ...shed, design };
  return {
    ...shed,
    drawing: withCardVersion(getListingImageUrl(listing), cardVersion),
    designUrl: getListingDesignUrl(listing),
  };
}

/** URL of the designer that starts from a listing, with whichever of its style, size, material and color the designer offers. */
export function getListingDesignUrl(listing: DesignedListing): string {
  const design = findOriginalDesign(listing);
  if (design) return getDesignUrl(design);
  const size = parseSize(listing.size);
  const known = {
    style: findOption(STYLES, listing.shed_style),
    size: size && `${size.width}x${size.length}`,
    material: findOption(MATERIALS, listing.material_type),
    color: findOption(COLORS, listing.color),
  };
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(known)) if (value) params.set(name, value);
  return `/design?${params}`;
}

/** Reads a listing's size, such as `12 x 16 ft`; undefined if it isn't one. */
export function parseSize(text: string): { width: number; length: number } | undefined {
  const [, width, length] = /(\d{1,2})\s*[x×]\s*(\d{1,2})/i.exec(text) ?? [];
  return width && length ? { width: Number(width), length: Number(length) } : undefined;
}

/** The option that a listing's text names, whatever its case; undefined if it names none. */
function findOption<Option extends string>(
  options: readonly Option[],
  text: string,
): Option | undefined {
  return options.find((option) => option.toLowerCase() === text.trim().toLowerCase());
}
