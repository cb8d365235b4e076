/** Footprints in feet, width by depth, as staff enter and visitors choose them. */
export const shedSizes = [
  '8x8',
  '8x10',
  '8x12',
  '10x10',
  '10x12',
  '10x16',
  '12x12',
  '12x16',
  '12x20',
  '14x20',
  'Other',
] as const;
