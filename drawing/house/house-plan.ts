import type { Cladding, Roofing } from '../building/siding.ts';
import type { Rgb } from '../color.ts';

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
  /** The roof's edges and the eavestrough, if they differ from the trim. */
  fascia?: Rgb;
  roof?: Rgb;
  cover?: Roofing;
  door?: Rgb;
  shutters?: Rgb;
  gutters?: boolean;
  snow?: boolean;
  pitch?: number;
  /** The side of the roof towards the viewer. */
  faces?: 'eave' | 'gable';
  front?: Front;
  doors?: 1 | 2;
  chimney?: boolean;
  /** A covered porch along the front, as a share of its width. */
  porch?: number;
  /** Roof overhangs at the start and end; 0 if it meets another wall. */
  rakes?: readonly [number, number];
  /** The windows that are lit if lamps are on. */
  lamps?: 'all' | 'few';
};

/** The openings of the front wall. */
export type Front = 'door' | 'windows' | 'wide' | 'garage' | 'entry';

/** The foundation's height in feet. */
export const BASE = 0.9;
/** From one floor to the next in feet. */
export const STOREY = 8.8;
