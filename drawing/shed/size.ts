/** The area that a shed covers, in inches. */
export type Footprint = { width: number; depth: number };

/** The footprint of a size that cannot be read. */
export const DEFAULT_FOOTPRINT: Footprint = { width: 120, depth: 144 };

/**
 * Reads a size as staff and customers write it.
 * @param size width by depth in feet, such as `10x12` or `14 × 20 ft`
 * @returns the footprint in inches; undefined if the size has another form, such as `Other`
 */
export function parseSize(size: string): Footprint | undefined {
  const match = size.match(/(\d{1,3})\s*[x×]\s*(\d{1,3})/i);
  return match ? { width: 12 * Number(match[1]), depth: 12 * Number(match[2]) } : undefined;
}
