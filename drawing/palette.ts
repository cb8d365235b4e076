import { type Rgb, rgb } from './color.ts';

/** The colors of listings as paint, stain or steel. */
export const PAINT: Record<string, Rgb> = {
  Natural: rgb('#c58a52'),
  White: rgb('#f3eee2'),
  Brown: rgb('#7a5239'),
  Gray: rgb('#a3a7a4'),
  Green: rgb('#5d7a5b'),
  Blue: rgb('#6b8fae'),
  Red: rgb('#a63d2f'),
  Black: rgb('#3a3a3d'),
  Charcoal: rgb('#565c62'),
  'Navy Blue': rgb('#34496b'),
};

/** The paint of a listing's color; a warm gray for an unknown name. */
export const getPaint = (name: string): Rgb => PAINT[name] ?? rgb('#b5aea2');

export const CREAM: Rgb = rgb('#f5efe1');
export const CEDAR: Rgb = rgb('#b9793f');
export const STEEL: Rgb = rgb('#5a6168');
export const SLATE: Rgb = rgb('#6a6a70');
export const WALNUT: Rgb = rgb('#75604f');
export const MOSS: Rgb = rgb('#66705f');
export const INK: Rgb = rgb('#2f3034');
export const SNOW: Rgb = rgb('#f4f6fa');
