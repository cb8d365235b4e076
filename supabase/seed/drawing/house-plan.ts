import type { Rgb } from './color.ts';
import type { Cladding, Roofing } from './siding.ts';

/** One volume of a house, a garage or an addition, with its front towards the viewer. */
export type House = {
  /** The footprint's back left corner; width along x, depth along z; feet. */
  x: number;
  z: number;
  w: number;
  d: number;
  storeys: 1 | 2;
  wall: Rgb;
  cladding: Cladding;
  trim?: Rgb;
  /** The roof's edges and the eavestrough, where they are not the trim's colour. */
  fascia?: Rgb;
  roof?: Rgb;
  cover?: Roofing;
  door?: Rgb;
  shutters?: Rgb;
  gutters?: boolean;
  snow?: boolean;
  pitch?: number;
  /** Which side of the roof looks at the viewer. */
  faces?: 'eave' | 'gable';
  front?: Front;
  doors?: 1 | 2;
  chimney?: boolean;
  /** A covered porch along the front, as a share of its width. */
  porch?: number;
  /** Roof overhangs at the start and end, 0 where it meets another wall. */
  rakes?: readonly [number, number];
  /** Which windows shine where lamps are on. */
  lamps?: 'all' | 'few';
};

/** What opens in the front wall. */
export type Front = 'door' | 'windows' | 'wide' | 'garage' | 'entry';

/** The foundation's height in feet. */
export const BASE = 0.9;
/** From one floor to the next in feet. */
export const STOREY = 8.8;
