type Listing = { shed_style: string; size: string; material_type: string; color: string };

/** The designer's page that starts from a listing. What the listing has of no design is left out. */
export function getListingDesignUrl(listing: Listing): string {
  const { shed_style: style, size, material_type: material, color } = listing;
  const params = new URLSearchParams({ style });
  if (/^\d{1,2}x\d{1,2}$/.test(size)) params.set('size', size);
  params.set('material', material);
  params.set('color', color);
  return `/design?${params}`;
}
