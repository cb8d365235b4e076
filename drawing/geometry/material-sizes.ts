import { formatSixteenths, inUnits, type Units } from './lengths.ts';

// Apart from lengths.ts, because public pages load that for their first screen.

const METRES_PER_FOOT = 0.3048;
const MILLIMETRES_PER_INCH = 25.4;

/** Square feet as square metres to the hundredth: 120 is `11.15 m²`. */
export const formatSquareMetres = (squareFeet: number): string =>
  `${Number((squareFeet * METRES_PER_FOOT ** 2).toFixed(2))} m²`;

/** Square feet in both units, to the nearest tenth: 120 is `120 sq ft (11.15 m²)`, or `11.15 m² (120 sq ft)`. */
export const formatArea = (squareFeet: number, units: Units = 'imperial'): string =>
  inUnits(`${Number(squareFeet.toFixed(1))} sq ft`, formatSquareMetres(squareFeet), units);

/** Inches as whole millimetres, without a unit: 70.6875 is `1795`. */
export const formatMillimetres = (inches: number): string =>
  `${Math.round(MILLIMETRES_PER_INCH * inches)}`;

/** The size of a piece of material in inches and millimetres: 24 and 36 are `24 x 36 in (610 x 914 mm)`. */
export const formatPieceSize = (...inches: number[]): string =>
  `${inches.map(formatSixteenths).join(' x ')} in (${inches.map(formatMillimetres).join(' x ')} mm)`;
